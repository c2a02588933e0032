// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The theme files of a bundle in which each theme is a file and is chosen by name: its base name without the extension.
///
/// A theme is found by the index of the bundle's files, since a check plans thousands of contexts. Only to list all names costs
/// O(files).
struct NamedThemes<Files: BundleFiles> {
  let files: Files
  private let isTheme: (String) -> Bool
  /// Where several themes may have one name, each of these is named by its path: the possible endings of that path.
  private let endings: [String]?

  struct Theme {
    var file: FileID
    var path: String
  }

  init(_ files: Files) {
    self.files = files
    isTheme = { FileFormat(named: $0) != .yaml }
    endings = nil
  }

  /// Themes of which several may have one name: each of these is named by its path.
  init(schemesIn files: Files, endings: [String]) {
    self.files = files
    isTheme = { path in endings.contains(where: path.hasSuffix) }
    self.endings = endings
  }

  private var all: LazyFilterSequence<[String]> { files.paths.lazy.filter(isTheme) }

  /// The paths of the themes with a name, sorted.
  private func paths(of name: String) -> [String] {
    guard let endings else { return files.paths(ofStem: name).filter(isTheme) }
    let base = lastSegment(name)
    let sameStem = Array(files.paths(ofStem: base).lazy.filter(isTheme).prefix(2))
    if sameStem.count < 2 { return Bytewise(base) == Bytewise(name) ? sameStem : [] }
    return endings.map { name + $0 }.filter { files.file(at: $0) != nil }.sortedBytewise()
  }

  /// All names, sorted.
  var names: [String] {
    let all = Array(all)
    guard endings != nil else { return BytewiseSet(all.map(stem)).sorted() }
    var counts: BytewiseDictionary<Int> = [:]
    for path in all { counts[stem(of: path), default: 0] += 1 }
    return BytewiseSet(all.map { counts[stem(of: $0)] == 1 ? stem(of: $0) : withoutExtension($0) }).sorted()
  }

  /// A context for each theme alone.
  func oneAtATime(first maximum: Int) -> CoveringContexts {
    let names = names
    return CoveringContexts(names.lazy.map { Context(themes: [$0]) }, first: maximum, of: names.count)
  }

  /// The theme of a name. Reports a missing or ambiguous name. If a name is no longer unique, the theme of the last generation
  /// stays.
  func theme(named name: String, _ plan: inout Plan) -> Theme? {
    let choice = FileChoice.theme(Bytewise(name))
    guard let theme = find(name, choice, &plan.findings) else { return nil }
    plan.choices[choice] = [theme.file]
    return theme
  }

  private func find(_ name: String, _ choice: FileChoice, _ findings: inout [Finding]) -> Theme? {
    let last = last(choice)
    let found = paths(of: name)
    let isLastThere = last.map { found.containsBytewise($0.path) } ?? false
    if found.count > 1 {
      let message = "\(listing(of: found, joinedBy: " and ")) have the same theme name, `\(name)`"
      var finding = Finding(
        .ambiguousFile, message, file: files.file(at: found[1]),
        help: "rename one of them; Livery uses the first one")
      if isLastThere, Bytewise(last?.path) != Bytewise(found[0]) { finding.heldChoice = choice }
      findings.append(finding)
    }
    if isLastThere { return last }
    if let path = found.first, let file = files.file(at: path) { return Theme(file: file, path: path) }
    var finding = Finding(.missingFile, "the bundle has no theme `\(name)`", help: help(instead: name))
    finding.lackedName = .theme(Bytewise(name))
    if last != nil { finding.heldChoice = choice }
    findings.append(finding)
    return last
  }

  /// The names to write in place of one without a theme: `base16/dracula` and `base24/dracula` for `dracula`, or `night` for
  /// `base16/night` where only one theme has this name.
  private func help(instead name: String) -> String {
    let names = names
    let alike = names.filter { Bytewise(lastSegment($0)) == Bytewise(lastSegment(name)) }
    if alike.count > 1 { return "write one of these: \(listing(of: alike))" }
    if let only = alike.first { return "write `\(only)`" }
    if FileFormat.mayBeTheme(fileName: name), let help = helpWithoutExtension(name, names) { return help }
    return Suggestion.didYouMean(name, among: names) ?? helpWithNames(names)
  }

  /// The help for the path of a theme in place of its name.
  private func helpWithoutExtension(_ path: String, _ names: [String]) -> String? {
    let bare = [withoutExtension(path), stem(of: path)]
    let exact = bare.first { names.containsBytewise($0) }.map { "did you mean `\($0)`?" }
    return (exact ?? Suggestion.didYouMean(bare[0], among: names)).map { "a theme's name has no extension: \($0)" }
  }

  /// The help for a path that leads to no theme.
  func help(insteadOf path: String) -> String {
    let alike = paths(of: path) + files.paths(named: lastSegment(path)).filter(isTheme)
    if let meant = alike.first { return "did you mean `\(meant)`?" }
    let paths = Array(all)
    if let help = Suggestion.didYouMean(path, among: paths) { return help }
    return paths.isEmpty ? helpWithNames([]) : "the theme files are: \(listing(of: paths))"
  }

  /// The help that lists the names of the themes.
  func helpWithNames(_ names: [String]) -> String {
    names.isEmpty ? "add a theme file: the bundle has none" : "the themes are: \(listing(of: names))"
  }

  /// The theme of the first existing name.
  func firstTheme(of names: [String], _ plan: inout Plan) -> Theme? {
    names.first { !paths(of: $0).isEmpty }.flatMap { theme(named: $0, &plan) }
  }

  /// The theme for contexts that name none. If it is missing, which is a finding, the theme of the last generation stays.
  func defaultTheme(_ plan: inout Plan, _ find: (inout Plan) -> Theme?) -> Theme? {
    let choice = FileChoice.root(Bytewise(""))
    let start = plan.findings.count
    var theme = find(&plan)
    if theme == nil, plan.findings.count > start, let last = last(choice) {
      theme = last
      for index in plan.findings.indices[start...] { plan.findings[index].heldChoice = choice }
    }
    if let theme { plan.choices[choice] = [theme.file] }
    return theme
  }

  /// The result of a choice in the last generation.
  func last(_ choice: FileChoice) -> Theme? {
    files.last(choice).first.map { Theme(file: $0, path: files.path(of: $0)) }
  }

  /// The theme in a file.
  func theme(at path: String) -> Theme? { files.file(at: path).map { Theme(file: $0, path: path) } }

  /// The only theme of a bundle with one theme.
  var only: Theme? {
    let all = Array(all.prefix(2))
    return all.count == 1 ? theme(at: all[0]) : nil
  }
}
