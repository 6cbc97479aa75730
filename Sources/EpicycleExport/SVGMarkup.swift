/// Text made safe for the content and the quoted attributes of XML and HTML. Characters that XML can't hold become
/// U+FFFD.
func markup(_ text: String) -> String {
  var safe = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": safe += "&amp;"
    case "<": safe += "&lt;"
    case ">": safe += "&gt;"
    case "\"": safe += "&quot;"
    case "'": safe += "&#39;"
    case "\t", "\n", "\r": safe += "&#\(scalar.value);"
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": safe += "\u{FFFD}"
    default: safe.unicodeScalars.append(scalar)
    }
  }
  return safe
}

/// The shortest decimal that reads back as the same double, an integer without a fraction.
func decimal(_ number: Double) -> String {
  number.magnitude < 0x1p53 && number == number.rounded() ? String(Int64(number)) : number.description
}
