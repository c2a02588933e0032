// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel

/// The files of a bundle by path and number: contents, readings, and the linked and past state of each.
///
/// A path keeps its number forever, so that a file that is removed and created again is the same file for the resolver.
struct FileTable {
  struct File {
    let path: String
    /// Whether the name may be that of a theme file. Other names are of links to directories outside of the bundle.
    let hasFileName: Bool
    /// Set for a part of a file, which has the file's path and content.
    var part: (base: FileID, FilePart)?
    var content: FileChange.Content = .gone
    /// Counts the contents. Data that was derived from an earlier content is out of date.
    var contentVersion = 0
    /// The result of reading the content; nil before the first use.
    var reading: Reading?
    /// The dialects that claim the content; nil before the first use.
    var claims: Claims?
    /// The linked state: of the content, or of the past if the content is invalid.
    var served: Served?
    /// The linked state of the last generation.
    var past: Past?

    init(path: String) {
      self.path = path
      hasFileName = FileFormat.mayBeTheme(fileName: path)
    }
  }

  /// The versions of the content and of the linked state of a file.
  struct Texts: Hashable {
    var content: Int
    var served: Int?
  }

  /// The result of reading the current content.
  struct Reading {
    var findings: [Finding]
    /// The last good generation of the file, while the content cannot be read and its earlier state is served.
    var heldBackSince: Int?
    /// The ids that recovery found in unreadable content without an earlier state.
    var recoveredIDs: [String] = []
    /// Whether the content lacks the part of a file, see `Declarations.isMissing`.
    var isMissing = false
  }

  struct Served {
    var bytes: [UInt8]
    var links: [Declarations.Link]
    var outline: TokenOutline?
    var resolver: ResolverDocument?
    var valueCount: Int
    /// Distinguishes it from earlier states of the file.
    var version: Int
    /// Whether the file has a wrong shape, see `Declarations.isMisshapen`.
    var isMisshapen: Bool

    init(_ bytes: [UInt8], _ declarations: Declarations, version: Int) {
      self.bytes = bytes
      links = declarations.links
      outline = declarations.outline
      resolver = declarations.resolver
      valueCount = declarations.nodes.count
      isMisshapen = declarations.isMisshapen
      self.version = version
    }
  }

  struct Past {
    var bytes: [UInt8]
    /// The version of the state that was linked.
    var version: Int
    /// Whether the file had a wrong shape, so that it is not a last good state.
    var isMisshapen = false
    /// The last good generation of the file, if an earlier daemon ended while the file was held.
    var heldSince: Int?
  }

  /// The values set at run time, as a file without a path that lies over all others.
  static let modifications = FileID(0)

  /// The results of choices in the last generation.
  var lastChoices: [FileChoice: [FileID]] = [:]
  private var files = [File(path: "")]
  private var numbers: BytewiseDictionary<FileID> = [:]
  private var parts: [FileID: [FilePart: FileID]] = [:]
  private(set) var paths: [String] = []
  /// The links to directories outside of the bundle, in byte order. `paths` does not have them.
  private(set) var linksOut: [String] = []
  private var pathsByStem: BytewiseDictionary<[String]> = [:]
  private var isExcluded: (String) -> Bool = { _ in false }

  subscript(file: FileID) -> File {
    get { files[Int(file.index)] }
    _modify { yield &files[Int(file.index)] }
  }

  func last(_ choice: FileChoice) -> [FileID] { lastChoices[choice] ?? [] }

  func path(of file: FileID) -> String { self[file].path }

  /// The number of a path, whether the file exists or not.
  mutating func number(of path: String) -> FileID { numbers[path] ?? add(path) }

  /// The number of a part of a file.
  mutating func number(of part: FilePart, in base: FileID) -> FileID {
    if let known = parts[base]?[part] { return known }
    let file = FileID(files.count)
    var new = self[base]
    new.part = (base, part)
    if let since = new.reading?.heldBackSince { new.past?.heldSince = since }
    new.reading = nil
    new.served = nil
    new.claims = nil
    files.append(new)
    parts[base, default: [:]][part] = file
    return file
  }

  /// The known parts of a file, in the order of their numbers.
  func parts(of file: FileID) -> [FileID] { parts.isEmpty ? [] : (parts[file]?.values.sorted() ?? []) }

  /// The linked additions that a file is home to.
  func additions(of home: FileID) -> [FileID] {
    parts(of: home).filter { self[$0].isAddition && self[$0].served != nil }
  }

  func file(at path: String) -> FileID? {
    guard let file = numbers[path], self[file].exists, self[file].hasFileName, isListed(path) else { return nil }
    return file
  }

  /// The manifest, if it exists. It is not one of the bundle's files.
  var manifest: FileID? { numbers[Manifest.path].flatMap { self[$0].exists ? $0 : nil } }

  /// Leaves excluded files out of the listing.
  mutating func exclude(_ isExcluded: @escaping (String) -> Bool) {
    self.isExcluded = isExcluded
    paths = []
    linksOut = []
    pathsByStem = [:]
    for file in files where file.exists && file.part == nil { list(file, true) }
  }

  /// The manifest and excluded paths do not belong to the bundle.
  private func isListed(_ path: String) -> Bool { path != Manifest.path && !isExcluded(path) }

  /// Whether a path is that of a link that leads out of the bundle.
  func isLinkOut(_ path: String) -> Bool {
    guard let file = numbers[path], case .unreadable(let finding) = self[file].content else { return false }
    return finding.code == .outsideBundle && isListed(path)
  }

  func paths(ofStem stem: String) -> [String] { pathsByStem[stem] ?? [] }

  var count: Int { paths.count }

  /// All numbers that were given: of files, present or not, of parts, and of `modifications`.
  var all: [FileID] { files.indices.map { FileID($0) } }

  /// Forgets all linked and past states.
  mutating func forgetPast() {
    lastChoices = [:]
    for index in files.indices {
      files[index].past = nil
      files[index].served = nil
      files[index].reading = nil
    }
  }

  /// All paths with a number, whether the file exists or not; those of excluded files and of the manifest included.
  var allPaths: [String] { numbers.keys }

  /// The content of a path, excluded files and the manifest included.
  func content(of path: String) -> FileChange.Content { numbers[path].map { self[$0].content } ?? .gone }

  /// The file whose text has the places of a file: an addition has no text of its own.
  func fileOfText(of file: FileID) -> FileID {
    if case (let base, .addition)? = self[file].part { base } else { file }
  }

  /// The texts in which findings about a file have their places.
  func texts(of file: FileID) -> Texts {
    let file = fileOfText(of: file)
    return Texts(content: self[file].contentVersion, served: self[file].served?.version)
  }

  /// Sets the content of a file. Nil if it is equal to the old content; else whether the listing changed, with which plans are out of
  /// date: the file was added or removed, or is a link to a different directory outside.
  mutating func set(_ path: String, _ content: FileChange.Content) -> (file: FileID, isListingChanged: Bool)? {
    if case .gone = content, numbers[path] == nil { return nil }
    let file = number(of: path)
    if content.isSame(as: self[file].content) { return nil }
    let existed = self[file].exists
    self[file].content = content
    self[file].contentVersion += 1
    let exists = self[file].exists
    if existed != exists { list(self[file], exists) }
    for part in parts(of: file) {
      self[part].content = content
      self[part].contentVersion += 1
    }
    return (file, existed != exists || !self[file].hasFileName)
  }

  private mutating func add(_ path: String) -> FileID {
    let file = FileID(files.count)
    files.append(File(path: path))
    numbers[path] = file
    return file
  }

  private mutating func list(_ file: File, _ exists: Bool) {
    guard isListed(file.path) else { return }
    guard file.hasFileName else { return linksOut.setMember(file.path, exists) }
    paths.setMember(file.path, exists)
    pathsByStem[stem(of: file.path), default: []].setMember(file.path, exists)
  }
}

extension FileTable.Past {
  /// The linked state becomes the past when it is published.
  init(_ served: FileTable.Served) {
    self.init(bytes: served.bytes, version: served.version, isMisshapen: served.isMisshapen)
  }
}

extension FileTable.File {
  /// What plans depend on in a file.
  struct Planned: Equatable {
    let links: [Declarations.Link]?
    let outline: TokenOutline?
    let resolver: ResolverDocument?
    let isMisshapen: Bool?
    let isMissing: Bool?
  }

  var planned: Planned {
    Planned(
      links: served?.links, outline: served?.outline, resolver: served?.resolver, isMisshapen: served?.isMisshapen,
      isMissing: reading?.isMissing)
  }

  /// Whether any state of it was read before.
  var isKnown: Bool { reading != nil || served != nil || past != nil }

  /// Whether its declarations are derived from other files, see `PlanAdditions`.
  var isAddition: Bool { if case (_, .addition)? = part { true } else { false } }

  /// Whether its findings concern every context: it is the manifest, or the values set at run time.
  var concernsAll: Bool { path == Manifest.path || path.isEmpty }

  var exists: Bool {
    switch content {
    case .gone: false
    case .bytes, .unreadable: true
    }
  }
}

extension FileChange.Content {
  func isSame(as other: FileChange.Content) -> Bool {
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
  /// Adds a text to an array in byte order, or removes it from there.
  fileprivate mutating func setMember(_ text: String, _ isMember: Bool) {
    let position = position(of: text)
    if isMember { insert(text, at: position) } else { remove(at: position) }
  }

  /// The index of a text in an array in byte order, or the index at which to insert it. By bisection.
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
