// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

/// Builds a tree and its findings from the events of a parser, within limits: for formats other than JSON.
///
/// The first error stops it: later events are ignored.
struct SourceTreeBuilder {
  private let format: FileFormat
  private let limits: SyntaxLimits
  private var tape = JSONTapeBuilder()
  /// The place of each node, in a format that is a text.
  private var places: [ByteRange] = []
  private var depth = 0
  private var valueCount = 0
  private var findings = FindingList()
  private(set) var isStopped = false

  /// - Parameter capacity: the bytes of the file, to reserve storage.
  init(_ format: FileFormat, _ limits: SyntaxLimits, capacity: Int = 0) {
    self.format = format
    self.limits = limits
    guard format.isText, capacity > 0 else { return }
    // In XML, a key or a value takes about 25 bytes, half of them text.
    places.reserveCapacity(capacity / 24)
    tape.reserve(bytes: capacity / 2, nodes: capacity / 24)
  }

  mutating func beginObject(_ place: ByteRange? = nil) {
    guard enter(place) else { return }
    tape.beginObject()
    note(place)
  }

  mutating func beginArray(_ place: ByteRange? = nil) {
    guard enter(place) else { return }
    tape.beginArray()
    note(place)
  }

  private mutating func enter(_ place: ByteRange?) -> Bool {
    guard countValue(place) else { return false }
    guard isBearable(depth + 1, place) else { return false }
    depth += 1
    return true
  }

  private mutating func isBearable(_ depth: Int, _ place: ByteRange?) -> Bool {
    guard depth > limits.depth else { return true }
    stop(
      .limit, "dictionaries and arrays are nested deeper than the limit of \(limits.depth) levels", place,
      "use fewer levels")
    return false
  }

  /// Closes the innermost container.
  mutating func end(_ place: ByteRange? = nil) {
    depth -= 1
    if let index = tape.end(), let place { places[index] = place }
  }

  mutating func appendKey(_ text: Span<UInt8>, _ place: ByteRange? = nil) {
    tape.appendKey(text)
    note(place)
  }

  mutating func appendString(_ text: Span<UInt8>, _ place: ByteRange? = nil) {
    guard countValue(place) else { return }
    tape.appendString(text)
    note(place)
  }

  mutating func appendBool(_ value: Bool, _ place: ByteRange? = nil) {
    guard countValue(place) else { return }
    tape.appendBool(value)
    note(place)
  }

  mutating func appendNumber(_ number: PropertyListNumber, _ place: ByteRange? = nil) {
    guard countValue(place) else { return }
    switch number {
    case .value(let value): tape.appendNumber(value)
    case .unheld(let text):
      tape.appendNumber(nil)
      report(
        .badNumber, "the number `\(text)` is too large to be held exactly", place,
        "the limit is 9007199254740992 for integers and 1.79e308 for other numbers")
    case .notFinite(let text):
      tape.appendNumber(nil)
      report(.badNumber, "a theme cannot contain the number `\(text)`", place, "write a number")
    }
    note(place)
  }

  /// Appends a value of a type that themes do not have, and reports it.
  mutating func appendForeign(_ name: String, _ place: ByteRange? = nil) {
    guard countValue(place) else { return }
    tape.appendInvalid()
    note(place)
    report(
      .shape, "a theme cannot contain \(name)", place,
      "write a dictionary, an array, a text, a number, true or false")
  }

  mutating func appendNull(_ place: ByteRange? = nil) {
    guard countValue(place) else { return }
    tape.appendNull()
    note(place)
  }

  /// The number of nodes, which is the number of the next one.
  var nodeCount: Int { tape.count }

  /// The number of nodes of a closed value.
  func nodeCount(of index: Int) -> Int { tape.nodeCount(of: index) }

  /// Appends a copy of an earlier closed value, with the places of the original.
  ///
  /// - Parameter place: the place of the reference to the original, for findings about limits.
  mutating func appendCopy(of index: Int, _ place: ByteRange) {
    let count = tape.nodeCount(of: index)
    valueCount += count - 1
    guard countValue(place), isBearable(depth + tape.nesting(of: index), place) else { return }
    tape.appendCopy(of: index)
    places.append(contentsOf: places[index..<(index + count)])
  }

  private mutating func countValue(_ place: ByteRange?) -> Bool {
    guard !isStopped else { return false }
    valueCount += 1
    guard valueCount > limits.values else { return true }
    stop(.limit, "the file has more values than the limit of \(limits.values)", place, "split it into several files")
    return false
  }

  private mutating func note(_ place: ByteRange?) {
    if let place { places.append(place) }
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, _ place: ByteRange?, _ help: String) {
    findings.append(Finding(code, message, range: place, help: help))
  }

  /// Reports an error that ends the parse. A second error is a consequence and is not reported.
  mutating func stop(_ finding: Finding) {
    guard !isStopped else { return }
    isStopped = true
    findings.append(finding)
  }

  private mutating func stop(_ code: DiagnosticCode, _ message: String, _ place: ByteRange?, _ help: String) {
    stop(Finding(code, message, range: place, help: help))
  }

  /// The tree of the events before the first error, always well formed, and the findings within the limit of a list.
  ///
  /// - Parameters:
  ///   - size: bytes of the file; a container that was never closed has the place of its beginning.
  ///   - text: the file, where values are read from it as they are written.
  mutating func finish(size: Int, text: [UInt8] = []) -> (tree: SourceTree, findings: [Finding]) {
    let tape = tape.finish()
    // The missing value of a last key was inserted when its dictionary was closed.
    while format.isText, places.count < tape.nodes.count { places.append(ByteRange(size, size)) }
    return (SourceTree(format, tape, ranges: places, text: text), findings.all)
  }
}
