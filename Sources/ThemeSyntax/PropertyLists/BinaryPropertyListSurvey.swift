// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Why a binary property list is not decoded.
enum BinaryPropertyListError: Error, Hashable {
  /// The error, as a sentence after a colon.
  case damaged(String)
  case tooDeep(limit: Int)
  case tooManyValues(limit: Int)
  case tooLarge(limit: Int)

  /// The finding for the error, without a place.
  var finding: Finding {
    switch self {
    case .damaged(let what):
      Finding(
        .syntax, "this binary property list is damaged: \(what)",
        help: "write it again, or convert it with `plutil -convert xml1 FILE` where it can be read")
    case .tooDeep(let limit):
      Finding(
        .limit, "dictionaries and arrays are nested deeper than the limit of \(limit) levels", help: "use fewer levels")
    case .tooManyValues(let limit):
      Finding(.limit, "the file has more values than the limit of \(limit)", help: "split it into several files")
    case .tooLarge(let limit):
      Finding(.limit, "the expanded file exceeds the limit of \(limit) bytes", help: "split it into several files")
    }
  }
}

/// Walks the objects of a binary property list before it is decoded, and throws if decoding would exceed a limit or fail.
///
/// Objects refer to each other by number, so that a small file can expand to more values than fit into memory, nest without end,
/// or contain itself; libplist does not check this. Costs one pass over the objects and their references: each object is weighed
/// once, independently of the number of its references.
///
/// ```
/// bplist00 | objects | offset of each object | trailer, 32 bytes:
///   6 unused, bytes of an offset, bytes of a reference, objects (8), number of the root (8), where the offsets begin (8)
/// ```
struct BinaryPropertyListSurvey {
  /// Whether there are integers of 16 bytes.
  private(set) var hasIntegersOf16Bytes = false

  private let bytes: [UInt8]
  private let limits: SyntaxLimits
  private let offsetSize: Int
  private let referenceSize: Int
  private let offsetTable: Int
  private var weights: [Weight]

  /// The size of an expanded object.
  private struct Weight {
    enum State { case unknown, open, known }
    var state = State.unknown
    var values = 0
    var bytes = 0
    /// Levels of containers.
    var height = 0
  }

  init(_ bytes: [UInt8], limits: SyntaxLimits) throws(BinaryPropertyListError) {
    guard bytes.starts(with: "bplist00".utf8) else { throw .damaged("its version is not 00") }
    guard bytes.count >= 8 + 32 else { throw .damaged("it is truncated") }
    let trailer = bytes.count - 32
    self.bytes = bytes
    self.limits = SyntaxLimits(
      fileSize: min(limits.fileSize, Int(Int32.max)), depth: limits.depth, values: min(limits.values, Int(Int32.max)))
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let count = Self.number(bytes[(trailer + 8)..<(trailer + 16)])
    let root = Self.number(bytes[(trailer + 16)..<(trailer + 24)])
    let table = Self.number(bytes[(trailer + 24)..<(trailer + 32)])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let count, let root, let table, root < count,
      table >= 9, table <= trailer, count <= (trailer - table) / offsetSize
    else { throw .damaged("its trailer is invalid") }
    offsetTable = table
    weights = Array(repeating: Weight(), count: count)
    try weigh(root, depth: 0)
  }

  /// An unsigned number, most significant byte first; nil past `Int.max`.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// Weighs an object and everything that it refers to. Recursive, down to the limit of depth.
  private mutating func weigh(_ object: Int, depth: Int) throws(BinaryPropertyListError) {
    switch weights[object].state {
    case .known: break
    case .open: throw .damaged("an object contains itself")
    case .unknown:
      weights[object].state = .open
      try weighAnew(object, depth: depth)
      weights[object].state = .known
    }
    guard depth + weights[object].height <= limits.depth else { throw .tooDeep(limit: limits.depth) }
  }

  private mutating func weighAnew(_ object: Int, depth: Int) throws(BinaryPropertyListError) {
    let entry = offsetTable + object * offsetSize
    guard let start = Self.number(bytes[entry..<(entry + offsetSize)]), start >= 8, start < offsetTable else {
      throw .damaged("an object lies outside the file")
    }
    let marker = bytes[start]
    weights[object].values = 1
    switch marker >> 4 {
    case 0x0:
      guard marker == 0x08 || marker == 0x09 else { throw .damaged("it contains a null") }
    case 0x1, 0x2, 0x3, 0x8:
      let size = marker >> 4 == 0x8 ? Int(marker & 0xF) + 1 : 1 << Int(marker & 0xF)
      _ = try content(start + 1, size)
      if marker == 0x14 { hasIntegersOf16Bytes = true }
    case 0x4, 0x5, 0x6:
      let (first, count) = try count(at: start)
      let text = try content(first, marker >> 4 == 0x6 ? count * 2 : count)
      if marker >> 4 != 0x4 { try checkText(text, width: marker >> 4 == 0x6 ? 2 : 1) }
      weights[object].bytes = text.count
    case 0xA, 0xC, 0xD: try weighContainer(object, at: start, depth: depth)
    default: throw .damaged("it contains a value of an unknown type")
    }
  }

  private mutating func weighContainer(_ object: Int, at start: Int, depth: Int) throws(BinaryPropertyListError) {
    guard depth < limits.depth else { throw .tooDeep(limit: limits.depth) }
    let (first, count) = try count(at: start)
    let isDictionary = bytes[start] >> 4 == 0xD
    let references = try content(first, count * (isDictionary ? 2 : 1) * referenceSize)
    var total = Weight(state: .open, values: 1, height: 1)
    for (place, at) in stride(from: references.startIndex, to: references.endIndex, by: referenceSize).enumerated() {
      guard let member = Self.number(bytes[at..<(at + referenceSize)]), member < weights.count else {
        throw .damaged("it refers to a missing object")
      }
      try weigh(member, depth: depth + 1)
      // Neither sum overflows, since both are checked each time and no weight is past its limit.
      total.values += isDictionary && place < count ? 0 : weights[member].values
      total.bytes += weights[member].bytes
      total.height = max(total.height, weights[member].height + 1)
      guard total.values <= limits.values else { throw .tooManyValues(limit: limits.values) }
      guard total.bytes <= limits.fileSize else { throw .tooLarge(limit: limits.fileSize) }
    }
    weights[object] = total
  }

  /// The number of elements of an object, and the offset of the first. A count of 15 or more follows as an integer.
  private func count(at start: Int) throws(BinaryPropertyListError) -> (first: Int, count: Int) {
    let short = Int(bytes[start] & 0xF)
    guard short == 0xF else { return (start + 1, short) }
    guard start + 1 < offsetTable, bytes[start + 1] >> 4 == 0x1, bytes[start + 1] & 0xF <= 3 else {
      throw .damaged("a length is invalid")
    }
    let size = 1 << Int(bytes[start + 1] & 0xF)
    guard let count = try Self.number(content(start + 2, size)), count <= bytes.count else {
      throw .damaged("an object is truncated")
    }
    return (start + 2 + size, count)
  }

  /// - Precondition: `size` is at most 16 times the bytes of the file.
  private func content(_ start: Int, _ size: Int) throws(BinaryPropertyListError) -> ArraySlice<UInt8> {
    guard start + size <= offsetTable else { throw .damaged("an object is truncated") }
    return bytes[start..<(start + size)]
  }

  /// A text with a NUL would end there in C.
  private func checkText(_ text: ArraySlice<UInt8>, width: Int) throws(BinaryPropertyListError) {
    for at in stride(from: text.startIndex, to: text.endIndex, by: width) {
      let isNUL = text[at] == 0 && text[at + width - 1] == 0
      if isNUL { throw .damaged("a text in it has the character U+0000") }
    }
  }
}
