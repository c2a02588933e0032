// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// A file of exactly 2,048 bytes that is saved again and again, each time with another colour in one place.
struct SavedFile {
  enum Manner: String, CaseIterable {
    /// open(2) with O_TRUNC, write(2), close(2): `echo >`, many editors.
    case inPlace = "write"
    /// A file beside the bundle is renamed over it: most careful editors.
    case byRename = "rename"
  }

  static let size = 2048

  private let path: String
  private let staging: String
  private let head: [UInt8]
  private let tail: [UInt8]

  /// The first `#RRGGBB` of the file's text is what changes; a comment at the end fills it up.
  ///
  /// - Parameter staging: a path outside of what is watched, on the same file system.
  init(_ path: String, text: String, staging: String) throws {
    let bytes = Array(text.utf8)
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "#")), bytes.count + 4 <= Self.size else {
      throw BenchmarkError("\(path) has no colour or is longer than 2 KB")
    }
    self.path = path
    self.staging = staging
    head = Array(bytes[...mark])
    let filling = "//" + String(repeating: "-", count: Self.size - bytes.count - 3) + "\n"
    tail = bytes[(mark + 7)...] + Array(filling.utf8)
  }

  /// The time right before the system call that completes the save. `count` is what makes this save's text another one.
  func save(_ manner: Manner, _ count: Int) throws -> Int {
    let digits = String(count & 0xff_ffff, radix: 16)
    let text = head + Array((String(repeating: "0", count: 6 - digits.count) + digits).utf8) + tail
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
