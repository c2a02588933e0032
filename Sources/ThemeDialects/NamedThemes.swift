// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The theme files of a bundle in which each theme is a file and is chosen by name: its base name without the extension.
struct NamedThemes<Files: BundleFiles> {
  private let files: Files
  private let all: [String]
  /// The paths of each name.
  private var paths: BytewiseDictionary<[String]> = [:]

  struct Theme {
    var file: FileID
    var path: String
  }

  init(_ files: Files) {
    self.files = files
    all = files.pathsBesidesYAML
    for path in all { paths[Self.name(of: path), default: []].append(path) }
  }

  /// Themes of which several may have one name: each of these is named by its path.
  init(schemesIn files: Files, _ all: [String]) {
    self.files = files
    self.all = all
    var counts: BytewiseDictionary<Int> = [:]
    for path in all { counts[Self.name(of: path), default: 0] += 1 }
    for path in all {
      let name = Self.name(of: path)
      paths[counts[name] == 1 ? name : withoutExtension(path), default: []].append(path)
    }
  }

  /// The name of the theme in a file.
  static func name(of path: String) -> String { withoutExtension(lastSegment(path)) }

  /// All names, sorted.
  var names: [String] { paths.keys.sortedBytewise() }

  /// A context for each theme alone.
  var oneAtATime: [Context] { names.map { Context(themes: [$0]) } }

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
    let found = paths[name] ?? []
    if found.count > 1 {
      let names = found.map { "`\($0)`" }.joined(separator: " and ")
      findings.append(
        Finding(
          .ambiguousFile, "\(names) have the same theme name, `\(name)`", file: files.file(at: found[1]),
          help: "rename one of them; Livery uses the first one"))
    }
    if let last, found.containsBytewise(last.path) { return last }
    if let path = found.first, let file = files.file(at: path) { return Theme(file: file, path: path) }
    let help = Suggestion.didYouMean(name, among: names) ?? "the themes are: \(longListing(of: names))"
    var finding = Finding(.missingFile, "there is no theme `\(name)` in the bundle", help: help)
    if last != nil { finding.heldChoice = choice }
    findings.append(finding)
    return last
  }

  /// The theme of the first existing name.
  func firstTheme(of names: [String], _ plan: inout Plan) -> Theme? {
    names.first { paths[$0] != nil }.flatMap { theme(named: $0, &plan) }
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
  var only: Theme? { all.count == 1 ? theme(at: all[0]) : nil }
}

/// A path without the extension of its last segment.
func withoutExtension(_ path: String) -> String {
  let end = path.utf8.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
  guard let end, path.utf8[end] == UInt8(ascii: ".") else { return path }
  return String(path[..<end])
}
