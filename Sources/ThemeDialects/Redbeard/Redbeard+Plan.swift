// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

extension Redbeard {
  package func plan(
    for context: Context, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]
  ) -> Plan {
    let candidates = fixedRoot.map { [$0] } ?? RootName.candidates(for: context).map(\.fileName)
    var findings = Self.rootNameFindings(files)
    let choice = FileChoice.root(Bytewise(candidates[0]))
    let path = fixedRoot ?? Self.root(for: context, in: files, &findings)
    var root = path.flatMap { files.file(at: $0) }
    if root == nil {
      root = files.last(choice).first
      var finding = Finding(
        .noRoot, "no root file found for this context", help: Self.helpForMissingRoot(candidates, in: files))
      if root != nil { finding.heldChoice = choice }
      findings.append(finding)
    }
    findings += context.themesWithoutNames
    var plan = Plan(load: nil, findings: findings, candidates: candidates)
    root = root.map { files.root($0, choice, &plan) }
    guard let root else { return plan }
    var expansion = Expansion(files: files)
    expansion.expand(root, files.path(of: root), links: links)
    let active = context.device.flatMap { suffixesByDevice[$0] } ?? []
    plan.load = LoadPlan(files: expansion.themes, activeSuffixes: active, suffixes: suffixes)
    plan.findings += expansion.findings
    plan.root = files.path(of: root)
    plan.files += expansion.includes + expansion.themes
    plan.choices = expansion.choices
    plan.heldLists = expansion.heldLists
    plan.unread.merge(expansion.unread) { $1 }
    plan.choices[choice] = [root]
    return plan
  }

  package func survey(_ files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> [Finding] {
    let roots = fixedRoot.map { [$0] } ?? Self.rootPaths(files).map(\.path)
    var used: Set<FileID> = []
    for root in roots {
      guard let file = files.file(at: root) else { continue }
      var expansion = Expansion(files: files)
      expansion.expand(file, root, links: links)
      used.formUnion(expansion.includes + expansion.themes)
    }
    return files.pathsBesidesYAML.compactMap { path in
      guard let file = files.file(at: path), !used.contains(file) else { return nil }
      let name = lastSegment(path)
      if let fixedRoot, RootName(name) != nil {
        return Finding(
          .unreachableVariant, "no context uses this root file: the manifest names `\(fixedRoot)`", file: file,
          help: "remove it, or remove `root` from the manifest")
      }
      if Self.isIncludeFile(name), name.hasPrefix("theme_"), !hasDirectory(path) {
        return Finding(
          .unreachableVariant, "no context uses this root file", file: file,
          help:
            "name it theme[_device][_version][_language].inc.json, with the device phone or pad and a language such as en_gb"
        )
      }
      return Finding(
        .orphanFile, "no include file lists this file", file: file, help: "list it in an include file, or remove it")
    }
  }

  // MARK: Root

  /// An include file with a similar name is the misspelt root, in a bundle without root files.
  private static func helpForMissingRoot(_ candidates: [String], in files: some BundleFiles) -> String {
    let tried = candidates.map { "`\($0)`" }.joined(separator: ", ")
    let root = RootName().fileName
    let includes = files.paths.lazy.filter { isIncludeFile($0) && !hasDirectory($0) }
    guard rootPaths(files).isEmpty, let near = nearest(to: root, among: includes)?.name else {
      return "add one of these files: \(tried)"
    }
    let rename = "rename `\(near)` to `\(root)`"
    return candidates.count == 1 ? rename : "\(rename), or add one of these files: \(tried)"
  }

  /// The path of the most specific root file that exists.
  private static func root(for context: Context, in files: some BundleFiles, _ findings: inout [Finding]) -> String? {
    let roots = rootPaths(files)
    let candidates = RootName.candidates(for: context)
    let choice = FileChoice.root(Bytewise(candidates[0].fileName))
    let last = files.last(choice).first.map(files.path)
    for candidate in candidates {
      let found = roots.filter { $0.name == candidate }.map(\.path)
      guard let first = found.first(where: { Bytewise($0) == Bytewise(last) }) ?? found.first else { continue }
      if found.count > 1 {
        let names = listing(of: found, joinedBy: " and ")
        var finding = Finding(
          .ambiguousFile, "\(names) are root files for the same contexts", file: files.file(at: found[1]),
          help: "remove one of them")
        if Bytewise(first) != Bytewise(found[0]) { finding.heldChoice = choice }
        findings.append(finding)
      }
      return first
    }
    return nil
  }

  /// The root files in the bundle's root directory; without one there, the root files below it.
  static func rootPaths(_ files: some BundleFiles) -> [(path: String, name: RootName)] {
    let all = files.paths.compactMap { path in RootName(lastSegment(path)).map { (path: path, name: $0) } }
    let top = all.filter { !hasDirectory($0.path) }
    return top.isEmpty ? all : top
  }

  /// Names of root files are in lower case: a name with capitals is never found.
  private static func rootNameFindings(_ files: some BundleFiles) -> [Finding] {
    files.paths.compactMap { path in
      let name = lastSegment(path)
      let right = name.lowercased()
      guard Bytewise(right) != Bytewise(name), RootName(right) != nil, !hasDirectory(path) else { return nil }
      return Finding(
        .rootName, "the name of a root file must be in lower case", file: files.file(at: path),
        help: "rename it to `\(right)`")
    }
  }
}

// MARK: Include files

/// Follows include files from a root: included files come before the file's own theme files.
private struct Expansion<Files: BundleFiles> {
  let files: Files
  /// Theme files in the order of application. A file that is listed twice occurs twice.
  private(set) var themes: [FileID] = []
  private(set) var includes: [FileID] = []
  /// The result of each list.
  private(set) var choices: [FileChoice: [FileID]] = [:]
  private(set) var heldLists: [FileChoice: [Location]] = [:]
  private(set) var unread: [FileID: FileChoice] = [:]
  private var included: Set<FileID> = []
  private(set) var findings: [Finding] = []
  private var listed: [FileID: Location] = [:]
  /// The last segments of the paths that each kind of list may name.
  private var names: [Declarations.Link.Kind: NameSuggester] = [:]
  private typealias OpenFile = (file: FileID, path: String, by: Location?)
  private var open: [OpenFile] = []
  private var listedHops = 0

  /// The maximum depth of include files.
  private static var depth: Int { 256 }

  /// Files that the findings about cycles list in one plan; beyond them, each lists the first file of its cycle. Without a
  /// limit, n files that include each other would list n³/6.
  private static var maximumHops: Int { 1_024 }

  init(files: Files) { self.files = files }

  mutating func expand(
    _ file: FileID, _ path: String, by link: Location? = nil, links: (FileID) -> [Declarations.Link]
  ) {
    includes.append(file)
    included.insert(file)
    open.append((file, path, link))
    defer { open.removeLast() }
    let own = links(file)
    for (target, link) in entries(own.filter { $0.kind == .include }, .include, of: file, path) {
      include(target, link, of: file, links: links)
    }
    for (target, link) in entries(own.filter { $0.kind == .theme }, .theme, of: file, path) {
      list(target, link, of: file)
    }
  }

  /// The files of the entries of a list. While an entry has no file or several, or a new file that could never be read, files of the
  /// last generation that the list has lost stay, at the place of the first failing entry.
  private mutating func entries(
    _ links: [Declarations.Link], _ kind: Declarations.Link.Kind, of file: FileID, _ path: String
  ) -> [(file: FileID, link: Declarations.Link)] {
    let choice = FileChoice.list(file, kind)
    let start = findings.count
    let targets = links.map { target(of: $0, kind, from: path, file) }
    // A file is read for this only where a list has lost others.
    let lost = files.last(choice).filter { !targets.contains($0) }
    let unreadTargets = lost.isEmpty ? [] : unreadFiles(among: targets.compactMap(\.self), besides: files.last(choice))
    var kept = targets.contains(nil) || !unreadTargets.isEmpty ? lost : []
    if !kept.isEmpty {
      for index in findings.indices[start...] { findings[index].heldChoice = choice }
      heldLists[choice] = zip(links, targets).filter { $0.1 == nil }.map { .init(file: file, range: $0.0.range) }
      for target in unreadTargets { unread[target] = choice }
    }
    var entries: [(file: FileID, link: Declarations.Link)] = []
    for (link, target) in zip(links, targets) {
      if target.map(unreadTargets.contains) ?? true {
        entries += kept.map { ($0, link) }
        kept = []
      }
      if let target { entries.append((target, link)) }
    }
    // A list is not said to have had a file that could not be read, or its next plan would take that for good.
    choices[choice] = entries.map(\.file).filter { !unreadTargets.contains($0) }
    return entries
  }

  private func unreadFiles(among targets: [FileID], besides last: [FileID]) -> Set<FileID> {
    Set(targets.filter { !last.contains($0) && !files.isServable($0) })
  }

  /// The file that an entry names. Nil if it is missing or of the wrong kind, which is reported.
  private mutating func target(
    of link: Declarations.Link, _ kind: Declarations.Link.Kind, from path: String, _ file: FileID
  ) -> FileID? {
    guard let name = link.target, let (target, targetPath) = resolve(name, link, from: path, file) else { return nil }
    switch (kind, Redbeard.isIncludeFile(targetPath)) {
    case (.include, true), (.theme, false): return target
    case (.include, false):
      report(
        .shape, "`\(name)` is not an include file", link, file,
        help: "list theme files under `themes`; include files end in .inc.json")
    case (.theme, true):
      report(.shape, "`\(name)` is an include file", link, file, help: "list it under `include`")
    }
    return nil
  }

  private mutating func include(
    _ target: FileID, _ link: Declarations.Link, of file: FileID, links: (FileID) -> [Declarations.Link]
  ) {
    let targetPath = files.path(of: target)
    let place = Location(file: file, range: link.range)
    if let start = open.firstIndex(where: { $0.file == target }) {
      reportCycle(open[start...], closedBy: link, of: file)
    } else if open.count >= Self.depth {
      report(
        .limit, "include files are nested more than \(Self.depth) deep", link, file,
        help: "include it from a file nearer to the root")
    } else if !included.contains(target) {
      expand(target, targetPath, by: place, links: links)
    }
  }

  /// Reports the include that leads back to the first of some open files, with as many of them as the plan may still list.
  private mutating func reportCycle(
    _ files: ArraySlice<OpenFile>, closedBy link: Declarations.Link, of file: FileID
  ) {
    let listed = files.prefix(max(1, Self.maximumHops - listedHops))
    listedHops += listed.count
    report(
      .cycle, "these includes form a cycle: \(cycleText(listed.map(\.path), of: files.count))", link, file,
      help: "remove one of these includes",
      related: listed.dropFirst().compactMap { hop in
        hop.by.map { .init(message: "`\(hop.path)` is included here", file: $0.file, range: $0.range) }
      })
  }

  private mutating func list(_ target: FileID, _ link: Declarations.Link, of file: FileID) {
    if let first = listed[target] {
      report(
        .listedTwice, "`\(link.target ?? "")` is listed twice, and Livery applies it twice", link, file,
        help: "list it once, at the place where it has to apply",
        related: [.init(message: "first listed here", file: first.file, range: first.range)])
    }
    listed[target] = Location(file: file, range: link.range)
    themes.append(target)
  }

  // MARK: Names

  /// The file of a link: by its path from the including file, by its path from the bundle's root, or the only one of that base
  /// name anywhere.
  private mutating func resolve(
    _ name: String, _ link: Declarations.Link, from path: String, _ file: FileID
  ) -> (FileID, path: String)? {
    let nearby = normalize(directory(of: path), name)
    let top = normalize("", name)
    guard name.utf8.first != UInt8(ascii: "/"), nearby != nil || top != nil else {
      report(
        .outsideBundle, "`\(name)` is outside the bundle", link, file,
        help: "move the file into the bundle and list its new path")
      return nil
    }
    for candidate in [nearby, top].compactMap(\.self) {
      if let found = files.file(at: candidate) { return (found, candidate) }
    }
    let named = files.paths(named: lastSegment(name))
    if named.count == 1, let found = files.file(at: named[0]) { return (found, named[0]) }
    if named.isEmpty {
      let (message, help) = files.absence(
        of: name, at: [nearby, top].compactMap(\.self),
        help: IncludeFile.isMisspeltComment(name)
          ? "write `\(IncludeFile.commentPrefix) …` if this is a comment"
          : suggestion(for: lastSegment(name), link.kind) ?? "add the file, or remove this line")
      report(.missingFile, message, link, file, help: help)
    } else {
      report(
        .ambiguousFile, "`\(name)` matches several files: \(listing(of: named, joinedBy: " and "))", link, file,
        help: "write its path from the bundle's root")
    }
    return nil
  }

  private mutating func suggestion(for name: String, _ kind: Declarations.Link.Kind) -> String? {
    names[kind, default: NameSuggester()].didYouMean(name) { [files] in
      BytewiseSet(files.paths.map(lastSegment).filter { Redbeard.isIncludeFile($0) == (kind == .include) }).sorted()
    }
  }

  /// A path from a directory, without `.` and `..`; nil when it leaves the bundle.
  private func normalize(_ directory: String, _ target: String) -> String? {
    if target.isWithoutDots { return directory.isEmpty ? target : "\(directory)/\(target)" }
    var segments = directory.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    for segment in target.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) }) where segment != "." {
      if segment != ".." {
        segments.append(segment)
      } else if segments.popLast() == nil {
        return nil
      }
    }
    return segments.joined(separator: "/")
  }

  private mutating func report(
    _ code: DiagnosticCode, _ message: String, _ link: Declarations.Link, _ file: FileID, help: String,
    related: [Finding.Related] = []
  ) {
    findings.append(Finding(code, message, file: file, range: link.range, related: related, help: help))
  }
}

extension String {
  /// Whether no segment of a path is empty or begins with a dot: most paths are so, and need not be split.
  fileprivate var isWithoutDots: Bool {
    var isFirst = true
    for byte in utf8 {
      if isFirst, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") { return false }
      isFirst = byte == UInt8(ascii: "/")
    }
    return !isFirst
  }
}
