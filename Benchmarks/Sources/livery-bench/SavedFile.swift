// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// A file that is saved repeatedly, each time with a new colour in one place.
struct SavedFile {
  enum Manner: String, CaseIterable {
    /// open(2) with O_TRUNC, write(2), close(2): as `echo >` and many editors do.
    case inPlace = "write"
    /// A file beside the bundle is renamed over it: as most careful editors do.
    case byRename = "rename"
  }

  /// A mistake of an author in a save.
  enum Slip {
    /// `#RRGGBx` in place of the colour.
    case badColor
    /// The last bracket is missing.
    case unclosed
  }

  static let size = 2048

  private let path: String
  private let staging: String
  private let head: [UInt8]
  private let tail: [UInt8]
  private let changesLength: Bool

  /// Each save replaces the first `#RRGGBB` of the text. A comment at the end pads the text to exactly 2,048 bytes.
  ///
  /// - Parameter staging: a path outside of the watched directories, on the same file system.
  init(_ path: String, text: String, staging: String) throws {
    let room = Self.size - text.utf8.count
    // Another row may have padded it before.
    guard room == 0 || room >= 4 else { throw BenchmarkError("\(path) is longer than 2 KB") }
    let filler = room == 0 ? "" : "//" + String(repeating: "-", count: room - 3) + "\n"
    try self.init(path, wholeText: text + filler, staging: staging)
  }

  /// Each save replaces the first `#RRGGBB` of the text, or the first one behind a name.
  ///
  /// - Parameter changesLength: whether every other text is a blank longer, behind the quotation mark of the colour.
  init(
    _ path: String, wholeText text: String, behind name: String = "", changesLength: Bool = false, staging: String
  ) throws {
    let bytes = Array(text.utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: name.utf8) }
    guard let start, let mark = bytes[start...].indices.first(where: { Self.isColor(bytes[$0...]) }) else {
      throw BenchmarkError("\(path) has no colour \(name)")
    }
    self.path = path
    self.staging = staging
    self.changesLength = changesLength
    head = Array(bytes[...mark])
    tail = Array(bytes[(mark + 7)...])
  }

  private static func isColor(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first == UInt8(ascii: "#") && bytes.count > 7
      && bytes.dropFirst().prefix(6).allSatisfy { UnicodeScalar($0).properties.isASCIIHexDigit }
  }

  /// The colour of a save.
  static func color(_ count: Int) -> String {
    let digits = String(0x123_456 + count * 0x10 & 0xff_ffff, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The name of the file.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Returns the time before the system call that completes the save. `count` makes the text of each save different.
  func save(_ manner: Manner, _ count: Int, _ slip: Slip? = nil) throws -> Int {
    let blank = changesLength && count % 2 == 1 ? [UInt8(ascii: " ")] : []
    var text = head + Array(Self.color(count).utf8.dropFirst()) + tail.prefix(1) + blank + tail.dropFirst()
    switch slip {
    case .badColor: text[head.count + 5] = UInt8(ascii: "x")
    case .unclosed: if let bracket = text.lastIndex(of: UInt8(ascii: "}")) { text[bracket] = UInt8(ascii: " ") }
    case nil: break
    }
    switch manner {
    case .inPlace:
      let descriptor = try Files.openForWriting(path)
      try Files.write(text, to: descriptor)
      let time = now()
      close(descriptor)
      return time
    case .byRename:
      let descriptor = try Files.openForWriting(staging)
      try Files.write(text, to: descriptor)
      close(descriptor)
      let time = now()
      guard rename(staging, path) == 0 else { throw BenchmarkError.system("rename") }
      return time
    }
  }
}
