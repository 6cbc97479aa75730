import PlaneCurves

/// What path data is made of, in absolute coordinates; `T` and `S` are given with their reflected control points.
protocol PathSink {
  mutating func move(to point: Complex)
  mutating func line(to point: Complex)
  mutating func quadratic(_ control: Complex, to point: Complex)
  mutating func cubic(_ control1: Complex, _ control2: Complex, to point: Complex)
  mutating func arc(_ radii: Complex, rotation: Angle, largeArc: Bool, sweep: Bool, to point: Complex)
  /// The current point goes back to where the subpath began.
  mutating func close()
  /// Whether nothing more is wanted.
  var isFull: Bool { get }
}

extension PathSink {
  var isFull: Bool { false }
}

/// Where path data leaves the grammar.
struct PathSyntaxError: Equatable {
  enum Expectation: Equatable { case moveto, command, number, arcFlag, argumentAfterComma }
  /// Offset in bytes of the first byte that does not fit.
  var offset: Int
  var expected: Expectation
}

/// The grammar of path data, SVG 2 section 9.3.9, with its error rule: everything before the first command, or
/// the first set of arguments of a repeated command, that is not right is used.
struct PathGrammar {
  private var cursor: ByteCursor
  private let strict: Bool
  /// The current point, and the start of the subpath.
  private var here = Complex.zero
  private var start = Complex.zero
  /// The last control point, if the last command was a curve of that degree.
  private var lastCubic: Complex?
  private var lastQuadratic: Complex?

  private init(_ bytes: UnsafeBufferPointer<UInt8>, strict: Bool) {
    cursor = ByteCursor(bytes)
    self.strict = strict
  }

  /// Hands `sink` the commands of `bytes` up to the first error, which is returned.
  ///
  /// - Parameter strict: refuse a comma at the end of the data, as the grammar does and browsers don't.
  static func parse<Sink: PathSink>(
    _ bytes: UnsafeBufferPointer<UInt8>, strict: Bool, into sink: inout Sink
  ) -> PathSyntaxError? {
    var grammar = PathGrammar(bytes, strict: strict)
    return grammar.run(&sink)
  }

  private mutating func run<Sink: PathSink>(_ sink: inout Sink) -> PathSyntaxError? {
    cursor.skipSpace()
    if cursor.isAtEnd { return nil }
    guard cursor.current | 0x20 == UInt8(ascii: "m") else { return failure(.moveto) }
    while !cursor.isAtEnd, !sink.isFull {
      let letter = cursor.current
      let command = letter | 0x20
      guard isLetter(letter), Self.isCommand(command) else { return failure(.command) }
      cursor.offset += 1
      cursor.skipSpace()
      if command == UInt8(ascii: "z") {
        here = start
        forgetControls()
        sink.close()
        continue
      }
      let isRelative = letter == command
      var repeated = command
      repeat {
        if let error = arguments(of: repeated, relativeTo: isRelative ? here : .zero, &sink) { return error }
        if repeated == UInt8(ascii: "m") { repeated = UInt8(ascii: "l") }
        if cursor.skipSpaceOrComma(), strict, cursor.isAtEnd { return failure(.argumentAfterComma) }
      } while startsNumber && !sink.isFull
    }
    return nil
  }

  /// Reads one set of arguments and hands the command on.
  @inline(__always)
  private mutating func arguments<Sink: PathSink>(
    of command: UInt8, relativeTo origin: Complex, _ sink: inout Sink
  ) -> PathSyntaxError? {
    switch command {
    case UInt8(ascii: "m"):
      guard let point = point(origin) else { return failure(.number) }
      (here, start) = (point, point)
      forgetControls()
      sink.move(to: point)
    case UInt8(ascii: "l"):
      guard let point = point(origin) else { return failure(.number) }
      line(to: point, &sink)
    case UInt8(ascii: "h"):
      guard let x = cursor.scanNumber() else { return failure(.number) }
      line(to: Complex(x + origin.real, here.imaginary), &sink)
    case UInt8(ascii: "v"):
      guard let y = cursor.scanNumber() else { return failure(.number) }
      line(to: Complex(here.real, y + origin.imaginary), &sink)
    case UInt8(ascii: "c"):
      guard let first = point(origin), next(), let second = point(origin), next(), let end = point(origin)
      else { return failure(.number) }
      cubic(first, second, to: end, &sink)
    case UInt8(ascii: "s"):
      guard let second = point(origin), next(), let end = point(origin) else { return failure(.number) }
      cubic(lastCubic.map { here + (here - $0) } ?? here, second, to: end, &sink)
    case UInt8(ascii: "q"):
      guard let control = point(origin), next(), let end = point(origin) else { return failure(.number) }
      quadratic(control, to: end, &sink)
    case UInt8(ascii: "t"):
      guard let end = point(origin) else { return failure(.number) }
      quadratic(lastQuadratic.map { here + (here - $0) } ?? here, to: end, &sink)
    default:
      return arc(relativeTo: origin, &sink)
    }
    return nil
  }

  private mutating func line<Sink: PathSink>(to point: Complex, _ sink: inout Sink) {
    here = point
    forgetControls()
    sink.line(to: point)
  }

  private mutating func cubic<Sink: PathSink>(
    _ first: Complex, _ second: Complex, to end: Complex, _ sink: inout Sink
  ) {
    (here, lastCubic, lastQuadratic) = (end, second, nil)
    sink.cubic(first, second, to: end)
  }

  private mutating func quadratic<Sink: PathSink>(_ control: Complex, to end: Complex, _ sink: inout Sink) {
    (here, lastCubic, lastQuadratic) = (end, nil, control)
    sink.quadratic(control, to: end)
  }

  private mutating func arc<Sink: PathSink>(relativeTo origin: Complex, _ sink: inout Sink)
    -> PathSyntaxError?
  {
    guard let radii = point(.zero), next(), let degrees = cursor.scanNumber(), next()
    else { return failure(.number) }
    guard let largeArc = flag(), next(), let sweep = flag(), next() else { return failure(.arcFlag) }
    guard let end = point(origin) else { return failure(.number) }
    here = end
    forgetControls()
    sink.arc(radii, rotation: Angle(degrees: degrees), largeArc: largeArc, sweep: sweep, to: end)
    return nil
  }

  private mutating func forgetControls() { (lastCubic, lastQuadratic) = (nil, nil) }

  @inline(__always)
  private mutating func point(_ origin: Complex) -> Complex? {
    guard let x = cursor.scanNumber(), next(), let y = cursor.scanNumber() else { return nil }
    return Complex(x, y) + origin
  }

  /// Steps over what separates two arguments; always true, so that it can stand in a condition.
  @inline(__always)
  private mutating func next() -> Bool {
    cursor.skipSpaceOrComma()
    return true
  }

  /// A flag is one character, which nothing need follow.
  private mutating func flag() -> Bool? {
    let byte = cursor.current
    guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
    cursor.offset += 1
    return byte == UInt8(ascii: "1")
  }

  @inline(__always)
  private var startsNumber: Bool {
    let byte = cursor.current
    return isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "+")
  }

  private func failure(_ expected: PathSyntaxError.Expectation) -> PathSyntaxError {
    PathSyntaxError(offset: cursor.offset, expected: expected)
  }

  @inline(__always)
  private static func isCommand(_ lowercase: UInt8) -> Bool {
    // One bit for each of a c h l m q s t v z.
    let letters: UInt32 = 0b10_0010_1101_0001_1000_1000_0101
    return letters >> UInt32(lowercase &- UInt8(ascii: "a")) & 1 == 1
  }
}
