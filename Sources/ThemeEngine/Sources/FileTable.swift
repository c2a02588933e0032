// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel

/// The files of a bundle: their bytes, and what the last readable state of each declared.
///
/// A path keeps its number for good, so that a file which goes and comes back is the same file to the resolver.
struct FileTable: BundleFiles {
  struct File {
    var path: String
    var content: FileChange.Content = .gone
    /// Counts the contents: what was made of an earlier one is out of date.
    var contentVersion = 0
    /// What the content is: findings of its syntax and declarations. Nil until somebody needed the file.
    var reading: Reading?
    /// What the dialects say of the content; nil until somebody asked.
    var claims: Claims?
    /// What the file declares: its content, or the past where that cannot be read.
    var served: Served?
    /// What it declared in the last generation.
    var past: Past?
  }

  /// What reading the current content gave.
  struct Reading {
    var findings: [Finding]
    /// The generation whose state of the file is still served, when the content cannot be read.
    var heldBackSince: Int?
    /// The ids that recovery found in content that cannot be read, while there is no earlier state to serve.
    var recoveredIDs: [String] = []
  }

  struct Served {
    var bytes: [UInt8]
    var links: [Declarations.Link]
    var valueCount: Int
    /// Tells it from what the file declared before.
    var version: Int
    /// Whether it lacks ids that the file means to declare, see `Declarations.isMisshapen`.
    var isMisshapen: Bool

    init(_ bytes: [UInt8], _ declarations: Declarations, version: Int) {
      self.bytes = bytes
      links = declarations.links
      valueCount = declarations.nodes.count
      isMisshapen = declarations.isMisshapen
      self.version = version
    }
  }

  struct Past {
    var bytes: [UInt8]
    /// That of the state that was served.
    var version: Int
    /// Whether it lacks ids that the file means to declare: then it is nothing to be kept.
    var isMisshapen = false
    /// The last generation in which the file was good, of one that was held when the run before ended.
    var heldSince: Int?
  }

  /// What was set at run time, as a file without a path that lies over all others.
  static let modifications = FileID(0)

  /// What choices led to in the last generation.
  var lastChoices: [FileChoice: [FileID]] = [:]
  private var files = [File(path: "")]
  private var numbers: BytewiseDictionary<FileID> = [:]
  private(set) var paths: [String] = []
  private var pathsByName: BytewiseDictionary<[String]> = [:]
  private var isExcluded: (String) -> Bool = { _ in false }

  subscript(file: FileID) -> File {
    // Without a copy: to look at one member counted a reference for each that a file has.
    _read { yield files[Int(file.index)] }
    _modify { yield &files[Int(file.index)] }
  }

  func last(_ choice: FileChoice) -> [FileID] { lastChoices[choice] ?? [] }

  func path(of file: FileID) -> String { self[file].path }

  /// The number of a path, whether there is a file or not.
  mutating func number(of path: String) -> FileID { numbers[path] ?? add(path) }

  func file(at path: String) -> FileID? {
    guard let file = numbers[path], self[file].exists, isListed(path) else { return nil }
    return file
  }

  /// The manifest, which is no file of the bundle, when there is one.
  var manifest: FileID? { numbers[Manifest.path].flatMap { self[$0].exists ? $0 : nil } }

  /// Leaves files out of the listing: they are no files of the bundle.
  mutating func exclude(_ isExcluded: @escaping (String) -> Bool) {
    self.isExcluded = isExcluded
    paths = []
    pathsByName = [:]
    for file in files where file.exists { list(file.path, true) }
  }

  /// The manifest speaks of the bundle and is no part of it.
  private func isListed(_ path: String) -> Bool { path != Manifest.path && !isExcluded(path) }

  func paths(named baseName: String) -> [String] { pathsByName[baseName] ?? [] }

  var count: Int { paths.count }

  /// Every file that exists or is still served.
  var all: [FileID] { files.indices.map { FileID($0) } }

  /// Forgets what was served in the last generation.
  mutating func forgetPast() {
    lastChoices = [:]
    for index in files.indices {
      files[index].past = nil
      files[index].served = nil
      if files[index].path != Manifest.path { files[index].reading = nil }
    }
  }

  /// Takes over a file's content. Nil when it is what it was; else whether files came or went by it.
  mutating func set(_ path: String, _ content: FileChange.Content) -> (file: FileID, isListingChanged: Bool)? {
    if case .gone = content, numbers[path] == nil { return nil }
    let file = number(of: path)
    if content.isSame(as: self[file].content) { return nil }
    let existed = self[file].exists
    self[file].content = content
    self[file].contentVersion += 1
    let exists = self[file].exists
    if existed != exists { list(path, exists) }
    return (file, existed != exists)
  }

  private mutating func add(_ path: String) -> FileID {
    let file = FileID(files.count)
    files.append(File(path: path))
    numbers[path] = file
    return file
  }

  private mutating func list(_ path: String, _ exists: Bool) {
    guard isListed(path) else { return }
    let name = lastSegment(path)
    if exists {
      paths.insert(path, at: paths.position(of: path))
      pathsByName[name, default: []].append(path)
      pathsByName[name]?.sort { Bytewise($0) < Bytewise($1) }
    } else {
      paths.remove(at: paths.position(of: path))
      pathsByName[name]?.removeAll { Bytewise($0) == Bytewise(path) }
    }
  }
}

extension FileTable.Past {
  /// The linked state becomes the past when it is published.
  init(_ served: FileTable.Served) {
    self.init(bytes: served.bytes, version: served.version, isMisshapen: served.isMisshapen)
  }
}

extension FileTable.File {
  /// Whether some state of it was needed before.
  var isKnown: Bool { reading != nil || served != nil || past != nil }

  /// Whether what is found in it concerns every context: it is the manifest, or what was set at run time.
  var concernsAll: Bool { path == Manifest.path || path.isEmpty }

  var exists: Bool {
    switch content {
    case .gone: false
    case .bytes, .unreadable: true
    }
  }
}

extension FileChange.Content {
  fileprivate func isSame(as other: FileChange.Content) -> Bool {
    switch (self, other) {
    case (.bytes(let left), .bytes(let right)):
      left.count == right.count && TextDifference.commonPrefix(left, right) == left.count
    case (.gone, .gone): true
    case (.unreadable(let left), .unreadable(let right)): left == right
    case (.bytes, _), (.gone, _), (.unreadable, _): false
    }
  }
}

extension [String] {
  /// Where a text stands, or belongs, in an array in the order of bytes; by bisection.
  fileprivate func position(of text: String) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if Bytewise(self[middle]) >= Bytewise(text) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The part of a path after the last slash.
private func lastSegment(_ path: String) -> String {
  path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
}
