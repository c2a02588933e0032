// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import CommandLineInterface
import LinuxIO
import ProcessIO
import TextComparison
import ThemeEngine
import ThemeModel
import ThemeWatch

/// A bundle at a revision of the repository in which it lies.
///
/// Read by `git ls-tree` and `git cat-file --batch` alone, which run no filter, hook or text conversion of the repository. No transport is
/// allowed, so that a partial clone fetches nothing. The work tree and the index are not looked at.
struct GitRevision {
  private let revision: String
  private let directory: String

  /// Bytes of all files together.
  private static let maximumBytes = 1 << 30
  private static let maximumLinks = 40

  /// - Parameters:
  ///   - revision: does not begin with `-`.
  ///   - directory: the bundle's, in a work tree.
  init(_ revision: String, in directory: String) {
    self.revision = revision
    self.directory = directory
  }

  private struct Entry {
    var isLink: Bool
    /// Whether the path is UTF-8.
    var hasName: Bool
    var object: String
    var size: Int
  }

  /// The files of the bundle, as `BundleContents` would have them from a checkout.
  func files() throws(CommandFailure) -> [FileChange] {
    let entries = try self.entries()
    guard !entries.isEmpty else {
      throw CommandFailure(.noBundle, "git:\(revision) has no files in `\(directory)`")
    }
    let paths = entries.keys.filter(Self.mayBeTheme).sorted { Bytewise($0) < Bytewise($1) }
    let links = try self.contents(entries.filter { $0.value.isLink }.map { $0.value.object })
    let targets = paths.map { path in
      (path: path, entry: entries[path]?.hasName == true ? Self.follow(path, entries, links) : nil)
    }
    let readable = targets.compactMap { $0.entry }.filter { $0.size <= BundleReader.maximumFileSize }
    guard readable.reduce(0, { $0 + $1.size }) <= Self.maximumBytes else {
      throw CommandFailure(.noBundle, "git:\(revision) has more than \(Self.maximumBytes) bytes of theme files")
    }
    let contents = try self.contents(readable.map(\.object))
    return targets.map { path, entry in
      if let entry, let bytes = contents[entry.object] { return FileChange(path: path, content: .bytes(bytes)) }
      guard entries[path]?.hasName == true else {
        return FileChange(path: path, content: .unreadable(BundleReader.nameIsNotUTF8(path)))
      }
      let reason = entry == nil ? "is a link that leads out of the bundle or nowhere" : "is too large"
      return FileChange(path: path, content: .unreadable(Finding(.unreadable, "`\(path)` \(reason)")))
    }
  }

  private static func mayBeTheme(_ path: String) -> Bool {
    let names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    return !names.contains(where: isIgnored) && names.last.map(isCandidate) ?? false
  }

  /// The file that a path leads to through links of files.
  private static func follow(
    _ path: String, _ entries: BytewiseDictionary<Entry>, _ links: BytewiseDictionary<[UInt8]>
  ) -> Entry? {
    var path = path
    for _ in 0..<maximumLinks {
      guard let entry = entries[path] else { return nil }
      guard entry.isLink else { return entry }
      var names = path.utf8.split(separator: UInt8(ascii: "/")).dropLast().map { String(Substring($0)) }
      let target = String(decoding: links[entry.object] ?? [], as: UTF8.self)
      guard !target.isEmpty, target.utf8.first != UInt8(ascii: "/") else { return nil }
      for name in target.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) }) where name != "." {
        if name != ".." { names.append(name) } else if names.popLast() == nil { return nil }
      }
      path = names.joined(separator: "/")
    }
    return nil
  }

  // MARK: git

  /// The files and links below the directory: `MODE TYPE OBJECT SIZE<tab>PATH<NUL>` each.
  private func entries() throws(CommandFailure) -> BytewiseDictionary<Entry> {
    let output = try run(["ls-tree", "-r", "-l", "-z", revision], input: [])
    var entries: BytewiseDictionary<Entry> = [:]
    for line in output.split(separator: 0) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let fields = line[..<tab].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 4, fields[1] == "blob", let size = Int(fields[3]) else { continue }
      let path = line[(tab + 1)...]
      entries[String(decoding: path, as: UTF8.self)] = Entry(
        isLink: fields[0] == "120000", hasName: String(validating: path, as: UTF8.self) != nil, object: fields[2],
        size: size)
    }
    return entries
  }

  /// The contents of objects: `OBJECT TYPE SIZE<newline>CONTENT<newline>` each.
  private func contents(_ objects: [String]) throws(CommandFailure) -> BytewiseDictionary<[UInt8]> {
    let wanted = BytewiseSet(objects).sorted()
    guard !wanted.isEmpty else { return [:] }
    let output = try run(
      ["cat-file", "--batch"], input: Array(wanted.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")])
    var contents: BytewiseDictionary<[UInt8]> = [:]
    var rest = output[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let fields = rest[..<end].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      rest = rest[(end + 1)...]
      guard fields.count == 3, let size = Int(fields[2]), size >= 0, size < rest.count else { continue }
      contents[fields[0]] = Array(rest.prefix(size))
      rest = rest.dropFirst(size + 1)
    }
    guard wanted.allSatisfy({ contents[$0] != nil }) else {
      throw CommandFailure(
        .noBundle, "git:\(revision) is not whole in this repository",
        help: "a partial clone lacks files; `git fetch` or `git checkout` brings them")
    }
    return contents
  }

  private func run(_ words: [String], input: [UInt8]) throws(CommandFailure) -> [UInt8] {
    do throws(SystemError) {
      let (outcome, output) = try runProgram(
        ["git", "--no-pager"] + words, input: input, environment: Self.environment, in: directory)
      guard case .exited(0) = outcome else {
        throw SystemError(call: "git", errno: .invalidArgument, path: directory, detail: "git \(words[0]) fails")
      }
      return output
    } catch {
      throw CommandFailure(
        .noBundle, "git:\(revision) cannot be read in `\(directory)`: \(error.detail ?? error.errno.text)",
        help: error.call == "git"
          ? "`git rev-parse \(revision)` in this directory says whether the revision is known" : nil)
    }
  }

  /// Nothing that leads git elsewhere, as the variables of a hook would.
  private static var environment: [String] {
    ["PATH", "HOME", "XDG_CONFIG_HOME"].compactMap { name in LinuxIO.environment(name).map { "\(name)=\($0)" } } + [
      "LC_ALL=C", "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0",
    ]
  }
}
