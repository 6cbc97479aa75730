/// Coding through another library's decoder and encoder, such as Foundation's `JSONDecoder`.
///
/// Whether members keep their order, and which of two members of one key counts, is theirs to decide.
extension JSON: Codable {
  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: MemberKey.self) {
      self = .object(
        Object(try members.allKeys.map { Member($0.stringValue, try members.decode(JSON.self, forKey: $0)) }))
      return
    }
    if var elements = try? decoder.unkeyedContainer() {
      var array: [JSON] = []
      while !elements.isAtEnd { array.append(try elements.decode(JSON.self)) }
      self = .array(array)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let value = try? single.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? single.decode(Double.self) {
      self = .number(value)
    } else {
      self = .string(try single.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var members = encoder.container(keyedBy: MemberKey.self)
      for member in object.members {
        try members.encode(member.value, forKey: MemberKey(stringValue: member.key))
      }
    case .array(let array):
      var elements = encoder.unkeyedContainer()
      for element in array { try elements.encode(element) }
    case .null, .bool, .number, .string:
      var single = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try single.encode(value)
      case .number(let value): try single.encode(value)
      case .string(let value): try single.encode(value)
      default: try single.encodeNil()
      }
    }
  }

  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
