/// A JSON value (RFC 8259) whose objects keep the order of their members.
///
/// Numbers are doubles: every integer up to 2⁵³ in size is exact.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object(Object)

  public struct Member: Sendable, Hashable {
    public var key: String
    public var value: JSON

    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// Members in the order in which they were read or are to be written; the keys are distinct.
  public struct Object: Sendable, Hashable {
    public var members: [Member]

    public init(_ members: [Member] = []) { self.members = members }

    /// The value of `key`, or nil; the search is linear.
    public subscript(key: String) -> JSON? { members.first { $0.key == key }?.value }
  }

  /// An object of the given members, without those whose value is nil.
  public static func object(_ members: (String, JSON?)...) -> JSON {
    .object(Object(members.compactMap { key, value in value.map { Member(key, $0) } }))
  }

  /// The member `key` if the value is an object that has one.
  public subscript(key: String) -> JSON? {
    if case .object(let object) = self { object[key] } else { nil }
  }
  /// The element at `index`, counted from 0, if the value is an array that reaches so far.
  public subscript(index: Int) -> JSON? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
  public var object: Object? { if case .object(let value) = self { value } else { nil } }
  public var isNull: Bool { self == .null }

  /// The number as an integer, if it is one of at most 2⁵³ in size.
  public var integer: Int? {
    guard case .number(let value) = self, value.magnitude <= 0x1p53, value == value.rounded() else {
      return nil
    }
    return Int(value)
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Object(elements.map { Member($0, $1) }))
  }
}
