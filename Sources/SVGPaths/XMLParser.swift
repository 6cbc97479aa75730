internal import CLibXML2

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads XML with libxml2 into an `XMLTree`: the only file that knows libxml2, with `TextDecoder`.
///
/// Nothing outside the document is ever opened: external entities count as empty, an external subset is ignored.
struct XMLParser {
  /// - Parameter source: the document in UTF-8 without a byte order mark.
  static func parse(_ source: [UInt8], limits: SVGLimits) throws(SVGError) -> XMLTree {
    libraryIsReady
    if let offset = source.withUnsafeBufferPointer({
      AttributeCounter.firstExcess(in: $0, most: limits.attributes)
    }) {
      let position = source.withUnsafeBufferPointer { TextPosition.locate([offset], in: $0).first }
      throw SVGError(.limit, AttributeCounter.message(limits), at: position, limit: .attributes)
    }
    let builder = TreeBuilder(source: source, limits: limits)
    let context = source.withUnsafeBytes { bytes in
      xmlCreateMemoryParserCtxt(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
    }
    guard let context else { throw SVGError(.xml, "the XML parser has no memory") }
    defer {
      xmlFreeDoc(context.pointee.myDoc)
      context.pointee.myDoc = nil
      xmlFreeParserCtxt(context)
    }
    let options =
      XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue
      | XML_PARSE_IGNORE_ENC.rawValue
    xmlCtxtUseOptions(context, Int32(options))
    context.pointee.sax.pointee = handlers()
    context.pointee._private = Unmanaged.passUnretained(builder).toOpaque()
    builder.document = context
    withExtendedLifetime(builder) { _ = xmlParseDocument(context) }
    if let failure = builder.failure {
      let position = builder.tree.source.withUnsafeBufferPointer { text in
        TextPosition.locate([failure.offset], in: text).first
      }
      throw SVGError(failure.kind, failure.message, at: position, limit: failure.limit)
    }
    if context.pointee.wellFormed == 0 || builder.tree.elements.isEmpty {
      throw SVGError(.xml, "the document is not well-formed XML")
    }
    return builder.tree
  }

  private static let libraryIsReady: Void = xmlInitParser()

  /// libxml2's own handlers for the internal subset, ours for everything else.
  private static func handlers() -> xmlSAXHandler {
    var sax = xmlSAXHandler()
    xmlSAXVersion(&sax, 2)
    sax.externalSubset = nil
    sax.resolveEntity = { _, _, _ in nil }
    sax.reference = { context, name in
      guard let builder = TreeBuilder.of(context), let name else { return }
      builder.tree.missingEntities.append((String(cString: name), builder.offset))
    }
    sax.comment = nil
    sax.processingInstruction = nil
    sax.ignorableWhitespace = nil
    sax.entityDecl = { context, name, type, publicID, systemID, content in
      guard let builder = TreeBuilder.of(context), let name else { return }
      builder.declareEntity(context, name, type, publicID, systemID, content)
    }
    sax.getEntity = { context, name in
      guard let builder = TreeBuilder.of(context), let entity = xmlSAX2GetEntity(context, name) else {
        return nil
      }
      return builder.mayExpand(entity, in: context) ? entity : nil
    }
    sax.getParameterEntity = { context, name in
      guard let builder = TreeBuilder.of(context), let entity = xmlSAX2GetParameterEntity(context, name)
      else { return nil }
      return builder.mayExpand(entity, in: context) ? entity : nil
    }
    sax.startElementNs = { context, name, prefix, uri, _, _, attributeCount, _, attributes in
      guard let builder = TreeBuilder.of(context), let name else { return }
      builder.startElement(
        name, namespace: uri, attributes, Int(attributeCount), isNested: context != builder.documentAddress)
    }
    sax.endElementNs = { context, _, _, _ in TreeBuilder.of(context)?.endElement() }
    sax.characters = { context, text, count in
      guard let builder = TreeBuilder.of(context), builder.isInStyle else { return }
      builder.styleText(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    sax.cdataBlock = sax.characters
    sax.error = nil
    sax.warning = nil
    sax.fatalError = nil
    sax.serror = { context, error in
      guard let error, let builder = TreeBuilder.of(context) else { return }
      builder.note(error.pointee)
    }
    return sax
  }
}

/// What the handlers write to.
private final class TreeBuilder {
  struct Failure {
    var kind: SVGError.Kind
    var message: String
    var offset: Int
    var limit: SVGLimits.Name?
  }

  var tree: XMLTree
  var failure: Failure?
  var document: xmlParserCtxtPtr?
  private let limits: SVGLimits
  private var expandedBytes = 0
  /// The elements that are open, each with its last child so far.
  private var open: [(element: Int32, lastChild: Int32)] = []

  init(source: [UInt8], limits: SVGLimits) {
    tree = XMLTree(source: source)
    self.limits = limits
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> TreeBuilder? {
    guard let address = context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private else {
      return nil
    }
    return Unmanaged<TreeBuilder>.fromOpaque(address).takeUnretainedValue()
  }

  var documentAddress: UnsafeMutableRawPointer? { document.map { UnsafeMutableRawPointer($0) } }
  var isInStyle: Bool { open.last.map { tree.elements[Int($0.element)].name == .style } ?? false }

  /// How far the parser has come in the document itself, whatever entity it is in.
  var offset: Int {
    guard let context = document, context.pointee.inputNr > 0, let input = context.pointee.inputTab?[0] else {
      return 0
    }
    return Int(input.pointee.consumed) + (input.pointee.cur - input.pointee.base)
  }

  func fail(_ kind: SVGError.Kind, _ message: String, at offset: Int) {
    if failure == nil { failure = Failure(kind: kind, message: message, offset: offset) }
  }

  private func stop(_ limit: SVGLimits.Name?, _ message: String, _ context: UnsafeMutableRawPointer?) {
    if failure == nil { failure = Failure(kind: .limit, message: message, offset: offset, limit: limit) }
    halt(document)
    halt(context?.assumingMemoryBound(to: xmlParserCtxt.self))
  }

  /// Stops a parser; libxml2 looks entities up by itself in one that it takes for well-formed, whatever the
  /// handlers say.
  private func halt(_ parser: xmlParserCtxtPtr?) {
    guard let parser else { return }
    parser.pointee.wellFormed = 0
    xmlStopParser(parser)
  }

  // MARK: Elements

  func startElement(
    _ name: UnsafePointer<xmlChar>, namespace: UnsafePointer<xmlChar>?,
    _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int, isNested: Bool
  ) {
    guard failure == nil else { return }
    if open.count >= limits.depth {
      return stop(.depth, "elements are nested more than \(limits.depth) deep", documentAddress)
    }
    if tree.elements.count >= limits.elements {
      return stop(.elements, "the document has more than \(limits.elements) elements", documentAddress)
    }
    let index = Int32(tree.elements.count)
    let uri = namespace.map { String(cString: $0) }
    if open.isEmpty { tree.lacksNamespace = uri == nil }
    let isSVG = uri == svgNamespace || (uri == nil && tree.lacksNamespace)
    let from = Int32(tree.attributes.count)
    // Five pointers an attribute: local name, prefix, namespace, and the value's two ends.
    for place in 0..<count {
      guard let list, let local = list[5 * place], let start = list[5 * place + 3],
        let end = list[5 * place + 4]
      else { continue }
      let attributeSpace = list[5 * place + 2].map { String(cString: $0) }
      guard let kept = Self.attribute(String(cString: local), in: attributeSpace) else { continue }
      let bytes = UnsafeBufferPointer(start: start, count: end - start)
      tree.attributes.append(.init(name: kept, value: String(decoding: bytes, as: UTF8.self)))
    }
    tree.elements.append(
      .init(
        name: isSVG ? ElementName(rawValue: String(cString: name)) ?? .unrendered : .foreign,
        parent: open.last?.element ?? -1, attributes: from..<Int32(tree.attributes.count),
        offset: isNested ? referenceStart : tagStart))
    if let parent = open.last {
      if parent.lastChild >= 0 {
        tree.elements[Int(parent.lastChild)].nextSibling = index
      } else {
        tree.elements[Int(parent.element)].firstChild = index
      }
      open[open.count - 1].lastChild = index
    }
    open.append((index, -1))
    if tree.elements[Int(index)].name == .style { tree.styleTexts.append((index, "")) }
  }

  func endElement() {
    if !open.isEmpty { open.removeLast() }
  }

  func styleText(_ text: UnsafeBufferPointer<UInt8>) {
    guard failure == nil, !tree.styleTexts.isEmpty else { return }
    tree.styleTexts[tree.styleTexts.count - 1].text += String(decoding: text, as: UTF8.self)
  }

  private static func attribute(_ local: String, in namespace: String?) -> AttributeName? {
    switch namespace {
    case nil: AttributeName(rawValue: local)
    case "http://www.w3.org/1999/xlink": local == "href" ? .xlinkHref : nil
    default: nil
    }
  }

  /// No `<` can stand in a tag, so the last one before the parser's place begins it.
  private var tagStart: Int { lastByte(UInt8(ascii: "<")) }
  private var referenceStart: Int { lastByte(UInt8(ascii: "&")) }

  private func lastByte(_ wanted: UInt8) -> Int {
    tree.source.withUnsafeBufferPointer { source in
      var at = min(offset, source.count) - 1
      while at > 0, source[at] != wanted { at -= 1 }
      return max(at, 0)
    }
  }

  // MARK: Entities

  /// Declares an entity; one outside the document is declared as empty.
  func declareEntity(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>, _ type: Int32,
    _ publicID: UnsafePointer<xmlChar>?, _ systemID: UnsafePointer<xmlChar>?,
    _ content: UnsafeMutablePointer<xmlChar>?
  ) {
    let key = String(cString: name)
    if let content {
      let text = UnsafeBufferPointer(
        start: content, count: strlen(UnsafeRawPointer(content).assumingMemoryBound(to: CChar.self)))
      guard AttributeCounter.firstExcess(in: text, most: limits.attributes) == nil else {
        return stop(.attributes, AttributeCounter.message(limits), context)
      }
    }
    switch UInt32(bitPattern: type) {
    case XML_INTERNAL_GENERAL_ENTITY.rawValue:
      if tree.entities[key] == nil { tree.entities[key] = content.map { String(cString: $0) } ?? "" }
      xmlSAX2EntityDecl(context, name, type, publicID, systemID, content)
    case XML_EXTERNAL_GENERAL_PARSED_ENTITY.rawValue:
      if tree.entities[key] == nil {
        tree.entities[key] = ""
        tree.missingEntities.append((key, offset))
      }
      declareEmpty(context, name, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue))
    case XML_EXTERNAL_PARAMETER_ENTITY.rawValue:
      tree.missingEntities.append((key, offset))
      declareEmpty(context, name, Int32(XML_INTERNAL_PARAMETER_ENTITY.rawValue))
    default:
      xmlSAX2EntityDecl(context, name, type, publicID, systemID, content)
    }
  }

  private func declareEmpty(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>, _ type: Int32
  ) {
    var nothing: xmlChar = 0
    xmlSAX2EntityDecl(context, name, type, nil, nil, &nothing)
  }

  /// Counts what an entity expands to, and stops the parser at the limit.
  func mayExpand(_ entity: xmlEntityPtr, in context: UnsafeMutableRawPointer?) -> Bool {
    let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self)
    guard failure == nil else {
      halt(parser)
      return false
    }
    // A reference in text makes libxml2 start a parser of its own, which costs as much as long text.
    let isInAttribute = parser?.pointee.instate == XML_PARSER_ATTRIBUTE_VALUE
    expandedBytes += Int(entity.pointee.length) + (isInAttribute ? 16 : 1024)
    if expandedBytes > limits.entityBytes {
      stop(.entityBytes, "the document's entities expand to more than \(limits.entityBytes) bytes", context)
      return false
    }
    if let parser, parser.pointee.depth > 64 || parser.pointee.inputNr > 64 {
      stop(nil, "entities are nested more than 64 deep", context)
      return false
    }
    return true
  }

  // MARK: Errors

  func note(_ error: xmlError) {
    let isNamespaceError = error.domain == Int32(XML_FROM_NAMESPACE.rawValue)
    guard error.level == XML_ERR_FATAL || (isNamespaceError && error.level == XML_ERR_ERROR) else { return }
    let first = error.str1.map { String(cString: $0) } ?? ""
    let second = error.str2.map { String(cString: $0) } ?? ""
    switch xmlParserErrors(UInt32(bitPattern: error.code)) {
    case XML_ERR_TAG_NAME_MISMATCH:
      fail(
        .xml, "element <\(first)> of line \(error.int1) is closed by </\(second)>", at: tagStart)
    case XML_ERR_TAG_NOT_FINISHED:
      fail(.xml, "the document ends before element <\(first)> of line \(error.int1) is closed", at: offset)
    case XML_ERR_DOCUMENT_EMPTY:
      fail(.xml, "the document has no root element", at: offset)
    case XML_ERR_DOCUMENT_END:
      fail(.xml, "more text follows the end of the root element", at: offset)
    case XML_ERR_UNDECLARED_ENTITY:
      fail(.xml, "entity '\(first)' is not declared", at: referenceStart)
    case XML_ERR_ENTITY_LOOP:
      fail(.xml, "an entity refers to itself", at: offset)
    case XML_ERR_INVALID_ENCODING:
      fail(.encoding, "the text is not valid UTF-8", at: offset)
    default:
      let text = error.message.map { String(cString: $0) } ?? "not well-formed"
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
      if line.hasPrefix("Input is not proper UTF-8") {
        fail(.encoding, "the text is not valid UTF-8", at: offset)
      } else {
        fail(.xml, "XML: \(line)", at: offset)
      }
    }
  }
}

let svgNamespace = "http://www.w3.org/2000/svg"
