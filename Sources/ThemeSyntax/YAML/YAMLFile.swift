// SPDX-License-Identifier: GPL-2.0-or-later

import CYAML
import TextComparison
import ThemeModel

/// Reads one document of YAML: the parser of libyaml finds the events, and this type makes values of them.
struct YAMLFile {
  /// An open mapping or sequence.
  private struct Open {
    let isMapping: Bool
    /// Whether it is in brackets, so that its end has a place.
    let isFlow: Bool
    let start: Int
    let node: Int
    let anchor: String?
    /// In a mapping, whether the last key has no value yet.
    var hasKey = false
  }

  /// The value that an anchor names.
  private struct Anchored {
    let node: Int
    var isOpen: Bool
  }

  let bytes: [UInt8]
  /// Bytes of the file before those that libyaml sees.
  let offset: Int
  var builder: SourceTreeBuilder
  var places: YAMLPlaces
  private var open: [Open] = []
  private var anchors: BytewiseDictionary<Anchored> = [:]
  /// The number of keys and values from aliases.
  private var expandedNodes = 0
  /// The end of the last scalar or bracket, which is the end of a mapping without brackets.
  private var lastEnd = 0
  private var hasDocument = false

  private static let maximumExpandedNodes = 1_000

  static func parse(_ bytes: [UInt8], limits: SyntaxLimits) -> (tree: SourceTree, findings: [Finding]) {
    var file = Self(bytes, limits)
    // libyaml keeps pointers into the parser, so that its address must not change.
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else {
      file.stopWithoutMemory()
      return file.builder.finish(size: bytes.count, text: bytes)
    }
    defer { yaml_parser_delete(parser) }
    bytes.withUnsafeBufferPointer { buffer in
      // The parser reads the buffer within this call alone.
      let text = UnsafeBufferPointer(rebasing: buffer.dropFirst(file.offset))
      yaml_parser_set_input_string(parser, text.baseAddress, text.count)
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      file.readEvents(parser)
    }
    return file.builder.finish(size: bytes.count, text: bytes)
  }

  private init(_ bytes: [UInt8], _ limits: SyntaxLimits) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    builder = SourceTreeBuilder(.yaml, limits, capacity: bytes.count)
    places = YAMLPlaces(bytes, from: offset)
  }

  /// Ends with the stream or the first error: libyaml reads at least one byte for an event, or ends one level.
  private mutating func readEvents(_ parser: UnsafeMutablePointer<yaml_parser_t>) {
    while !builder.isStopped {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { return stop(errorOf: parser.pointee) }
      defer { yaml_event_delete(&event) }
      switch event.type {
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: break
      case YAML_STREAM_END_EVENT:
        if !hasDocument {
          stop("the file is empty", ByteRange(bytes.count, bytes.count), "write `{}` if nothing belongs in it")
        }
        return
      case YAML_DOCUMENT_START_EVENT:
        guard !hasDocument else {
          return stop(
            "a second document begins here", word(at: place(event).lowerBound),
            "a file holds one document: make a file of each")
        }
        hasDocument = true
      case YAML_ALIAS_EVENT: expand(event)
      case YAML_SCALAR_EVENT: read(scalar: event)
      case YAML_SEQUENCE_START_EVENT:
        let start = event.data.sequence_start
        begin(event, start.anchor, start.tag, isMapping: false, start.style == YAML_FLOW_SEQUENCE_STYLE)
      case YAML_MAPPING_START_EVENT:
        let start = event.data.mapping_start
        begin(event, start.anchor, start.tag, isMapping: true, start.style == YAML_FLOW_MAPPING_STYLE)
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: end(event)
      default: return stop("this is not valid YAML", word(at: place(event).lowerBound))
      }
    }
  }

  /// The bytes of an event by libyaml, which include the anchor and the tag of a scalar.
  private mutating func place(_ event: yaml_event_t) -> Range<Int> {
    let start = places.offset(of: event.start_mark.index)
    return start..<max(start, places.offset(of: event.end_mark.index))
  }

  // MARK: Values

  private mutating func begin(
    _ event: yaml_event_t, _ anchor: UnsafeMutablePointer<UInt8>?, _ tag: UnsafeMutablePointer<UInt8>?, isMapping: Bool,
    _ isFlow: Bool
  ) {
    let place = place(event)
    let name = isMapping ? "a mapping" : "a sequence"
    guard isValue(place, name) else { return }
    if let tag = YAMLTag(tag), !tag.isCore(isMapping ? "map" : "seq") { return refuse(tag, on: name, place) }
    let start = contentStart(place.lowerBound)
    let node = builder.nodeCount
    let opening = ByteRange(start, isFlow ? min(start + 1, bytes.count) : start)
    if isMapping { builder.beginObject(opening) } else { builder.beginArray(opening) }
    let anchor = anchor.map { String(cString: $0) }
    if let anchor { anchors[anchor] = Anchored(node: node, isOpen: true) }
    lastEnd = Int(opening.end)
    open.append(Open(isMapping: isMapping, isFlow: isFlow, start: start, node: node, anchor: anchor))
  }

  private mutating func end(_ event: yaml_event_t) {
    guard let ended = open.popLast() else { return }
    if ended.isFlow { lastEnd = max(lastEnd, place(event).upperBound) }
    builder.end(ByteRange(ended.start, max(ended.start, lastEnd)))
    if let name = ended.anchor, anchors[name]?.node == ended.node { anchors[name]?.isOpen = false }
  }

  private mutating func read(scalar event: yaml_event_t) {
    let scalar = event.data.scalar
    let whole = place(event)
    let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    let start = min(contentStart(whole.lowerBound), whole.upperBound)
    let place = ByteRange(start, whole.upperBound)
    lastEnd = max(lastEnd, whole.upperBound)
    // The text lives as long as the event, which outlives this call.
    let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let anchor = scalar.anchor.map { String(cString: $0) }
    if let last = open.indices.last, open[last].isMapping, !open[last].hasKey {
      return appendKey(text, place, isPlain: isPlain, anchor, last)
    }
    noteValue()
    if let anchor { anchors[anchor] = Anchored(node: builder.nodeCount, isOpen: false) }
    let tag = YAMLTag(scalar.tag)
    switch YAMLScalar(text, isPlain: isPlain, tag) {
    case .null: builder.appendNull(place)
    case .bool(let value): builder.appendBool(value, place)
    case .number(let number): builder.appendNumber(number, place)
    case .string: builder.appendString(text.span, place)
    case nil: if let tag { refuse(tag, on: "this value", whole) }
    }
  }

  private mutating func appendKey(
    _ text: UnsafeBufferPointer<UInt8>, _ place: ByteRange, isPlain: Bool, _ anchor: String?, _ mapping: Int
  ) {
    if anchor != nil {
      return stop("an anchor at a key is not read", place, "put the anchor at a value, or write the key out")
    }
    if isPlain, text.elementsEqual("<<".utf8) {
      return stop(
        "the merge key `<<` is not read", place, "write the members out; a key of that name is written `\"<<\"`")
    }
    builder.appendKey(text.span, place)
    open[mapping].hasKey = true
  }

  /// Records that the open mapping has the value of its key.
  private mutating func noteValue() {
    if let last = open.indices.last { open[last].hasKey = false }
  }

  /// Whether a mapping or a sequence is valid here: keys must be scalars.
  private mutating func isValue(_ place: Range<Int>, _ name: String) -> Bool {
    if let last = open.last, last.isMapping, !last.hasKey {
      stop("a key is a text, and this one is \(name)", word(at: place.lowerBound), "write a text as the key")
      return false
    }
    noteValue()
    return true
  }

  // MARK: Aliases

  private mutating func expand(_ event: yaml_event_t) {
    let place = place(event)
    lastEnd = max(lastEnd, place.upperBound)
    let range = ByteRange(place.lowerBound, place.upperBound)
    guard isValue(place, "an alias") else { return }
    let name = event.data.alias.anchor.map { String(cString: $0) } ?? ""
    let shown = token(at: place, in: bytes)
    guard let anchored = anchors[name] else {
      return stop("there is no anchor for the alias \(shown)", range, "put the anchor at an earlier value")
    }
    guard !anchored.isOpen else {
      return stop("the alias \(shown) is within the value that it refers to", range, "write the value out")
    }
    expandedNodes += builder.nodeCount(of: anchored.node)
    guard expandedNodes <= Self.maximumExpandedNodes else {
      return stop(
        "the aliases of this file expand to more than \(Self.maximumExpandedNodes) values", range,
        "write the values out, or split the file")
    }
    builder.appendCopy(of: anchored.node, range)
  }

  // MARK: Places

  /// The beginning of the content of a value: after its anchor, its tag, and the blanks between them.
  private func contentStart(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!") {
      index = bytes[index...].firstIndex(where: isXMLSpace) ?? bytes.count
      index = startOfToken(from: index)
    }
    return index
  }

  /// The next byte that is neither white space nor in a comment.
  private func startOfToken(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "#") {
        index = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      } else if isXMLSpace(bytes[index]) {
        index += 1
      } else {
        break
      }
    }
    return index
  }
}
