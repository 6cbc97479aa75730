/// A value with one JSON form.
public protocol JSONConvertible {
  /// Reads the value; the error's path leads from `json` to the fault.
  init(json: JSON) throws(SpecError)
  var json: JSON { get }
}

/// A part of a spec. Fields that it doesn't know are ignored; a known field of another type is refused, `null`
/// included.
///
/// `Codable` goes through the same reading and writing, so that `JSONDecoder` accepts and refuses the same
/// values and throws the same `SpecError`.
public protocol SpecPart: JSONConvertible, Codable, Hashable, Sendable {}

extension SpecPart {
  public init(from decoder: any Decoder) throws { try self.init(json: JSON(from: decoder)) }
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension SpecPart where Self: RawRepresentable, RawValue == String {
  public init(from decoder: any Decoder) throws { try self.init(json: JSON(from: decoder)) }
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Double: JSONConvertible {
  public init(json: JSON) throws(SpecError) {
    guard let number = json.number else { throw SpecError(found: json.summary, expected: "a number") }
    self = number
  }
  public var json: JSON { .number(self) }
}

extension Int: JSONConvertible {
  public init(json: JSON) throws(SpecError) {
    guard let integer = json.integer else { throw SpecError(found: json.summary, expected: "an integer") }
    self = integer
  }
  public var json: JSON { .number(Double(self)) }
}

extension String: JSONConvertible {
  public init(json: JSON) throws(SpecError) {
    guard let string = json.string else { throw SpecError(found: json.summary, expected: "a string") }
    self = string
  }
  public var json: JSON { .string(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  public init(json: JSON) throws(SpecError) {
    guard let elements = json.array else { throw SpecError(found: json.summary, expected: "an array") }
    self = []
    reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do { append(try Element(json: element)) } catch { throw error.inside(String(index)) }
    }
  }
  public var json: JSON { .array(map(\.json)) }
}

extension JSONConvertible where Self: RawRepresentable & CaseIterable, RawValue == String {
  public init(json: JSON) throws(SpecError) {
    guard let text = json.string, let value = Self(rawValue: text) else {
      let names = Self.allCases.map { quoted($0.rawValue) }
      throw SpecError(found: json.summary, expected: names.joined(separator: " or "))
    }
    self = value
  }
  public var json: JSON { .string(rawValue) }
}

/// The members of an object, read by key.
struct Fields {
  private let object: JSON.Object

  init(_ json: JSON) throws(SpecError) {
    guard let object = json.object else { throw SpecError(found: json.summary, expected: "an object") }
    self.object = object
  }

  /// The value of a key that has to be there.
  func callAsFunction<Value: JSONConvertible>(_ key: String) throws(SpecError) -> Value {
    guard let value: Value = try optional(key) else {
      throw SpecError(found: "no \(quoted(key))", expected: "it in every such object").inside(key)
    }
    return value
  }

  func optional<Value: JSONConvertible>(_ key: String) throws(SpecError) -> Value? {
    guard let json = object[key] else { return nil }
    do { return try Value(json: json) } catch { throw error.inside(key) }
  }
}
