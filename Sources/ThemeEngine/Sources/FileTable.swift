// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel

/// The files of a bundle by path and number: contents, readings, and the linked and past state of each.
///
/// A path keeps its number forever, so that a file that is removed and created again is the same file for the resolver.
struct FileTable {
  /// The values set at run time, as a file without a path that lies over all others.
  static let modifications = FileID(0)

  /// The results of choices in the last generation.
  var lastChoices: [FileChoice: [FileID]] = [:]
  private var files = [File(path: "")]
  private var numbers: BytewiseDictionary<FileID> = [:]
  private var parts: [FileID: [FilePart: FileID]] = [:]
  private(set) var paths: [String] = []
  /// The directories whose files are unknown, in byte order: links out of the bundle, and those that cannot be read. `paths` does not
  /// have them.
  private(set) var closedDirectories: [String] = []
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
    closedDirectories = []
    pathsByStem = [:]
    for file in files where file.exists && file.part == nil { list(file, true) }
  }

  /// The manifest and excluded paths do not belong to the bundle.
  private func isListed(_ path: String) -> Bool { path != Manifest.path && !isExcluded(path) }

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

  /// The content of a path, excluded files and the manifest included. See `File.content` for its cost.
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
  /// date: the file was added or removed, or is a directory that is closed for another reason.
  ///
  /// - Parameter before: the old content, as `content(of:)` returns it. Linked and past states with the same text have it plain from
  ///   now on: the new text is compared with theirs.
  mutating func set(
    _ path: String, _ content: FileChange.Content, replacing before: FileChange.Content
  ) -> (file: FileID, isListingChanged: Bool)? {
    if case .gone = content, numbers[path] == nil { return nil }
    let file = number(of: path)
    if content.isSame(as: before) { return nil }
    let existed = self[file].exists
    let stored = StoredContent(content)
    let parts = parts(of: file)
    if case .text(let old) = self[file].stored, old.isCompressed, case .bytes(let bytes) = before {
      let plain = SourceText(bytes)
      for file in [file] + parts { self[file].replaceTexts { $0.identity == old.identity ? plain : nil } }
    }
    self[file].stored = stored
    self[file].contentVersion += 1
    let exists = self[file].exists
    if existed != exists { list(self[file], exists) }
    for part in parts {
      self[part].stored = stored
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
    guard file.hasFileName else { return closedDirectories.setMember(file.path, exists) }
    paths.setMember(file.path, exists)
    pathsByStem[stem(of: file.path), default: []].setMember(file.path, exists)
  }
}

// MARK: - Directories whose files are unknown

extension FileTable {
  /// Why the files of the directory at a path are unknown; nil for any other path.
  func closedDirectory(at path: String) -> ClosedDirectory? {
    guard let file = numbers[path], case .unreadable(let finding) = self[file].stored, isListed(path) else {
      return nil
    }
    if finding.code == .outsideBundle { return .linkOut }
    return self[file].hasFileName ? nil : .unreadable
  }

  /// The number of these directories that have a finding each.
  private static let maximumClosedDirectories = 100

  /// The findings about these directories: one for each of the first, and one of each kind for the rest.
  var closedDirectoryFindings: [Finding] {
    if closedDirectories.isEmpty { return [] }
    let first = closedDirectories.prefix(Self.maximumClosedDirectories).compactMap { path -> Finding? in
      guard let file = numbers[path], case .unreadable(var finding) = self[file].stored else { return nil }
      finding.file = file
      return finding
    }
    let rest = closedDirectories.dropFirst(Self.maximumClosedDirectories)
    let links = rest.count { closedDirectory(at: $0) == .linkOut }
    var findings = first
    if links > 0 {
      findings.append(
        Finding(
          .outsideBundle, "\(links) more links lead to directories outside of the bundle",
          help: "list a pattern of the links as `exclude` in `livery.json`"))
    }
    if rest.count > links {
      findings.append(
        Finding(
          .unreadable, "\(rest.count - links) more directories cannot be read",
          help: "make them readable, or list a pattern of them as `exclude` in `livery.json`"))
    }
    return findings
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
