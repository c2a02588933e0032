// SPDX-License-Identifier: GPL-2.0-or-later

import CExpat
import ThemeModel

/// Reads a property list in XML: expat finds the tags, and this type checks that they form a property list.
///
/// It reads nothing outside of the file, and the file can declare no entities: a doctype with declarations is refused before the
/// first one is read.
struct XMLPropertyList {
  enum Element: CaseIterable {
    case plist, dict, array, key, string, integer, real, `true`, `false`, date, data

    static let names = allCases.map(\.name)
  }

  /// An open element.
  struct Open {
    let element: Element
    /// The start tag.
    let tag: ByteRange
    /// In a dictionary, the last key if it has no value yet.
    var key: ByteRange?
    /// In the root, whether it has its one value.
    var hasValue = false
  }

  let parser: XML_Parser
  let bytes: [UInt8]
  /// Bytes of the file before those that expat sees.
  private let offset: Int
  var builder: SourceTreeBuilder
  var open: [Open] = []
  /// Whether `<plist>` has begun.
  private(set) var hasRoot = false
  /// The text of the innermost element so far.
  private var text: [UInt8] = []

  /// - Precondition: there are at most `Int32.max` bytes.
  static func parse(_ bytes: [UInt8], limits: SyntaxLimits) -> (tree: SourceTree, findings: [Finding]) {
    guard let parser = XML_ParserCreate("UTF-8") else {
      var builder = SourceTreeBuilder(.xmlPropertyList, limits, capacity: 0)
      builder.stop(Finding(.unreadable, "there is not enough memory to read the file"))
      return builder.finish(size: bytes.count)
    }
    defer { XML_ParserFree(parser) }
    var list = Self(parser: parser, bytes: bytes, limits: limits)
    list.setHandlers()
    if parse(into: &list) != XML_STATUS_OK { list.stop(errorOfExpat: XML_GetErrorCode(parser)) }
    return list.builder.finish(size: bytes.count)
  }

  private init(parser: XML_Parser, bytes: [UInt8], limits: SyntaxLimits) {
    self.parser = parser
    self.bytes = bytes
    builder = SourceTreeBuilder(.xmlPropertyList, limits, capacity: bytes.count)
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private static func parse(into list: inout Self) -> XML_Status {
    let (parser, bytes, offset) = (list.parser, list.bytes, list.offset)
    // The handlers get this pointer back from expat, which calls them within XML_Parse and keeps nothing of them. While it
    // runs, the list is reached through the pointer alone.
    return withUnsafeMutablePointer(to: &list) { pointer in
      XML_SetUserData(parser, pointer)
      return bytes.withUnsafeBytes { bytes in
        let text = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(offset))
        return XML_Parse(parser, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), 1)
      }
    }
  }

  private func setHandlers() {
    XML_SetElementHandler(
      parser, { data, name, _ in list(data)?.pointee.start(name) }, { data, _ in list(data)?.pointee.end() })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      list(data)?.pointee.append(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
      if let encoding { list(data)?.pointee.check(encoding: String(cString: encoding)) }
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, hasDeclarations in
      if hasDeclarations != 0 { list(data)?.pointee.refuseDeclarations() }
    }
    XML_SetSkippedEntityHandler(parser) { data, _, _ in list(data)?.pointee.refuseEntity() }
  }

  /// The present range of expat; empty before the first event.
  var place: ByteRange {
    let start = offset + max(0, Int(XML_GetCurrentByteIndex(parser)))
    return ByteRange(start, start + Int(XML_GetCurrentByteCount(parser)))
  }

  /// Reports an error and ends the parse.
  mutating func stop(_ finding: Finding) {
    builder.stop(finding)
    XML_StopParser(parser, 0)
  }

  mutating func stop(_ message: String, _ place: ByteRange, _ help: String? = nil, related: [Finding.Related] = []) {
    stop(Finding(.syntax, message, range: place, related: related, help: help))
  }
}

/// expat returns the pointer that `parse(into:)` passed.
private func list(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLPropertyList>? {
  data?.assumingMemoryBound(to: XMLPropertyList.self)
}

/// The events of expat. After an error it may still send the end of an empty element.
extension XMLPropertyList {
  private mutating func start(_ name: UnsafePointer<CChar>?) {
    guard !builder.isStopped, let name else { return }
    let tag = place
    guard let element = Element(name) else { return refuseUnknown(String(cString: name), tag) }
    guard belongs(element, tag) else { return }
    switch element {
    case .dict: builder.beginObject(tag)
    case .array: builder.beginArray(tag)
    case .plist, .key, .string, .integer, .real, .true, .false, .date, .data:
      if !text.isEmpty { text.removeAll(keepingCapacity: true) }
    }
    open.append(Open(element: element, tag: tag))
    if builder.isStopped { XML_StopParser(parser, 0) }
  }

  /// Whether an element is valid at its place. Records it in its parent.
  private mutating func belongs(_ element: Element, _ tag: ByteRange) -> Bool {
    guard let parent = open.last else {
      if element != .plist { refuseRoot(element.name, tag) }
      hasRoot = element == .plist
      return hasRoot
    }
    guard element != .plist else {
      stop("`<plist>` is allowed only at the root", tag, "remove it")
      return false
    }
    switch parent.element {
    case .plist:
      guard element != .key else { break }
      guard !parent.hasValue else {
        stop(
          "a property list contains one value, and `<\(element.name)>` is a second one", tag,
          "put both values into a `<dict>` or an `<array>`")
        return false
      }
      open[open.count - 1].hasValue = true
      return true
    case .array:
      if element != .key { return true }
    case .dict:
      if element == .key {
        if let key = parent.key { refuseKey(key) }
        return parent.key == nil
      }
      guard parent.key != nil else {
        stop(
          "expected `<key>`, found `<\(element.name)>`: this value has no key", tag,
          "write `<key>name</key>` before each value of a `<dict>`")
        return false
      }
      open[open.count - 1].key = nil
      return true
    case .key, .string, .integer, .real, .true, .false, .date, .data:
      stop(
        "expected `</\(parent.element.name)>`, found `<\(element.name)>`", tag,
        element == parent.element
          ? "close the first `<\(element.name)>` with `</\(element.name)>`"
          : "only `<dict>` and `<array>` contain values",
        related: [beginning(of: parent)])
      return false
    }
    stop("`<key>` is allowed only in a `<dict>`", tag, "write `<dict>` around keys and their values")
    return false
  }

  private mutating func end() {
    guard !builder.isStopped, let element = open.popLast() else { return }
    let place = ByteRange(Int(element.tag.start), Int(place.end))
    // A span of the property itself would lock all of `self`, the builder included.
    let text = text
    switch element.element {
    case .plist:
      if !element.hasValue {
        stop(
          "this property list is empty", place,
          "write `<plist version=\"1.0\"><dict/></plist>` if nothing belongs in it")
      }
    case .dict:
      if let key = element.key { return refuseKey(key) }
      builder.end(place)
    case .array: builder.end(place)
    case .key:
      builder.appendKey(text.span, place)
      open[open.count - 1].key = place
    case .string: builder.appendString(text.span, place)
    case .integer: append(PropertyListNumber(integer: text[...]), "integer", place)
    case .real: append(PropertyListNumber(real: text[...]), "real number", place)
    case .true: builder.appendBool(true, place)
    case .false: builder.appendBool(false, place)
    case .date: builder.appendForeign("a date", place)
    case .data: builder.appendForeign("data", place)
    }
    if builder.isStopped { XML_StopParser(parser, 0) }
  }

  private mutating func append(_ number: PropertyListNumber?, _ kind: String, _ place: ByteRange) {
    guard let number else {
      let shown = token(at: 0..<text.count, in: text)
      return stop(
        text.isEmpty ? "this \(kind) is empty" : "\(shown) is not a valid \(kind)", place,
        "write digits, for example 12")
    }
    builder.appendNumber(number, place)
  }

  /// Appends a piece of text: long texts come in several pieces.
  private mutating func append(_ piece: UnsafeBufferPointer<CChar>) {
    guard !builder.isStopped, let element = open.last?.element else { return }
    let piece = UnsafeRawBufferPointer(piece)
    switch element {
    case .key, .string, .integer, .real: text.append(contentsOf: piece)
    case .date, .data: break
    case .plist, .dict, .array, .true, .false:
      guard let stray = piece.firstIndex(where: { !isXMLSpace($0) }) else { return }
      let start = Int(place.start) + stray
      refuseText(in: element, ByteRange(start, max(start, Int(place.end))))
    }
  }
}

extension XMLPropertyList.Element {
  /// The element of a name; nil when a property list has none of that name.
  fileprivate init?(_ name: UnsafePointer<CChar>) {
    // The first letter distinguishes most names; then the whole name is compared once.
    let candidate: Self? =
      switch UInt8(bitPattern: name[0]) {
      case UInt8(ascii: "k"): .key
      case UInt8(ascii: "s"): .string
      case UInt8(ascii: "i"): .integer
      case UInt8(ascii: "r"): .real
      case UInt8(ascii: "t"): .true
      case UInt8(ascii: "f"): .false
      case UInt8(ascii: "a"): .array
      case UInt8(ascii: "p"): .plist
      case UInt8(ascii: "d"):
        // No name is empty, so that a first letter has at least the closing NUL after it.
        if name[1] == CChar(bitPattern: UInt8(ascii: "i")) { .dict } else { Self.named(name, .data) ? .data : .date }
      default: nil
      }
    guard let candidate, Self.named(name, candidate) else { return nil }
    self = candidate
  }

  private static func named(_ name: UnsafePointer<CChar>, _ element: Self) -> Bool {
    // Both end with NUL, at which the comparison ends at the latest.
    let wanted = element.staticName.utf8Start
    var at = 0
    while UInt8(bitPattern: name[at]) == wanted[at] {
      if wanted[at] == 0 { return true }
      at += 1
    }
    return false
  }

  private var staticName: StaticString {
    switch self {
    case .plist: "plist"
    case .dict: "dict"
    case .array: "array"
    case .key: "key"
    case .string: "string"
    case .integer: "integer"
    case .real: "real"
    case .true: "true"
    case .false: "false"
    case .date: "date"
    case .data: "data"
    }
  }

  var name: String { "\(staticName)" }
}
