// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxIO

/// Changes files, directories and links of a bundle at random, with all that a file system can do to a name.
///
/// In the scratch directory lie `bundle`, `spare` (for exchanges with the bundle), `out` (where its links may lead) and
/// `else` (where they may not).
package struct RandomTree {
  package let scratch: ScratchDirectory
  private var random: SplitMix
  private var count = 0
  /// The past steps, for the report of a failure.
  package private(set) var history: [String] = []

  /// renameat2(2), which the C library's module leaves out.
  private let renameAt = unsafeBitCast(
    dlsym(nil, "renameat2"),
    to: (@convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32).self)

  private static let tops = ["bundle", "bundle", "bundle", "bundle", "spare", "out", "out", "else"]
  private static let names = ["a.json", "b.json", "d", "e", ".h", "f.json", "e\u{301}", "\u{E9}"]

  /// - Parameter scratch: an empty directory.
  package init(in scratch: ScratchDirectory, seed: UInt64) throws {
    self.scratch = scratch
    random = SplitMix(seed: seed)
    for top in ["bundle", "spare", "out", "else"] {
      try scratch.write("\(top)/d/a.json", #"{ "\#(top)": 0 }"#)
      try scratch.write("\(top)/.h/b.json", #"{ "\#(top)": 1 }"#)
    }
  }

  /// Does something to one or two names. It may come to nothing, since the kernel refuses some of it.
  package mutating func change() {
    count += 1
    switch Int.random(in: 0..<36, using: &random) {
    case 0..<5: save(path(), replacing: random.happens(onceIn: 2))
    case 5..<8: _ = note("mkdir", path()) { mkdir($0, 0o755) }
    case 8..<10: _ = note("unlink", path()) { unlink($0) }
    case 10..<12: remove(path())
    case 12..<18: link(path(), to: target(), replacing: random.happens(onceIn: 2))
    case 18..<23: move(path(), path(), flags: 0)
    case 23..<27: move(path(), path(), flags: 2)
    case 27..<33: hardLink(path(), path())
    case 33: move("bundle", "spare", flags: 2)
    case 34: _ = note("chmod", path()) { chmod($0, 0o700) }
    default: replaceRoot()
    }
  }

  /// Puts a directory in the bundle's place when there is none.
  package mutating func restoreRoot() throws {
    var status = stat()
    if stat(scratch("bundle"), &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
    remove("bundle")
    try scratch.write("bundle/d/a.json", #"{ "again": \#(count) }"#)
  }

  private mutating func replaceRoot() {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: remove("bundle")
    case 1: move("bundle", "spare/d", flags: 0)
    case 2:
      move("bundle", "else/bundle", flags: 0)
      link("bundle", to: random.one(of: ["spare", "out", "else/bundle", "bundle"]), replacing: false)
    default:
      remove("bundle")
      save("bundle", replacing: false)
    }
  }

  // MARK: Names

  private mutating func path() -> String {
    var path = random.one(of: Self.tops)
    for _ in 0..<Int.random(in: 1...3, using: &random) { path += "/" + random.one(of: Self.names) }
    return path
  }

  private mutating func target() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return random.one(of: [".", "..", "../..", "a.json", "nothing"])
    case 1: return scratch(random.one(of: ["bundle", "out", "else"]))
    case 2..<5: return random.one(of: Self.names)
    case 5: return "../" + random.one(of: Self.names)
    default: return scratch(path())
    }
  }

  // MARK: Calls

  /// Whether a path leads into the scratch directory; nil when it leads nowhere.
  private func leadsInside(_ path: String) -> Bool? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return "\(String(cString: real))/".hasPrefix("\(scratch.path)/")
  }

  /// Whether a name is in the scratch directory, wherever it leads: for calls that follow no link at the end. The links lead
  /// anywhere, the changes must not.
  private func isNameInside(_ path: String) -> Bool {
    leadsInside((scratch(path) as NSString).deletingLastPathComponent) == true
  }

  /// Whether the target of the name exists, too.
  private func isInside(_ path: String) -> Bool {
    var status = stat()
    return isNameInside(path) && (leadsInside(scratch(path)) ?? (lstat(scratch(path), &status) != 0))
  }

  private mutating func note(_ what: String, _ path: String, _ call: (String) -> Int32) -> Bool {
    let isDone = (what == "chmod" ? isInside(path) : isNameInside(path)) && call(scratch(path)) == 0
    if isDone { history.append("\(what) \(path)") }
    return isDone
  }

  private mutating func save(_ path: String, replacing: Bool) {
    let name = replacing ? "temporary" : path
    guard isInside(name) else { return }
    guard let file = try? WrittenFile(scratch(name)) else { return }
    try? file.write(#"{ "x": \#(count) }"#)
    try? file.close()
    if replacing { move("temporary", path, flags: 0) } else { history.append("write \(path)") }
  }

  private mutating func link(_ path: String, to target: String, replacing: Bool) {
    let name = replacing ? "temporary" : path
    unlink(scratch("temporary"))
    guard isNameInside(name), symlink(target, scratch(name)) == 0 else { return }
    history.append("ln -s \(target) \(name)")
    if replacing { move("temporary", path, flags: 0) }
  }

  private mutating func hardLink(_ old: String, _ new: String) {
    let source = scratch(old)
    guard isNameInside(old) else { return }
    _ = note("ln \(old)", new) { Glibc.link(source, $0) }
  }

  private mutating func move(_ old: String, _ new: String, flags: UInt32) {
    let source = scratch(old)
    guard isNameInside(old) else { return }
    let renameAt = renameAt
    _ = note("mv\(flags == 0 ? "" : " --exchange") \(old)", new) {
      renameAt(AT_FDCWD, source, AT_FDCWD, $0, flags)
    }
  }

  private mutating func remove(_ path: String) {
    guard isNameInside(path), (try? FileManager.default.removeItem(atPath: scratch(path))) != nil else { return }
    history.append("rm -r \(path)")
  }
}
