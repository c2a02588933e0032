// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel
import ThemeSyntax

@testable import ThemeDialects

/// Declarations in words: `SPACE ID = VALUE`, and findings: `SEVERITY CODE at TEXT: HELP`, the text that of the place.
struct DeclarationText {
  private let declarations: Declarations
  private let source: [UInt8]

  /// The declarations of a file, and its findings.
  static func lines(_ declarations: Declarations, of source: String) -> [String] {
    let text = DeclarationText(declarations: declarations, source: Array(source.utf8))
    return text.entries + declarations.findings.map(text.line)
  }

  private var entries: [String] {
    declarations.entries.map { entry in
      let space = declarations.ids[Int(entry.id)].space
      return "\(space) \(declarations.name(of: entry)) = \(value(Int(entry.node)))"
    }
  }

  private func value(_ index: Int) -> String {
    let node = declarations.nodes[index]
    let mark = node.flags.contains(.isHalf) ? "?" : ""
    return switch node.operation {
    case .object, .font, .array: "\(node.operation)(\(members(index)))"
    case .literal: literal(declarations.literals[Int(node.operand)])
    case .reference: id(node.operand) + mark
    case .invalid: "invalid"
    case .typed, .first: "\(node.operation)(\(members(index)))"
    case .part: "\(id(node.operand)).part(\(members(index)))"
    case .absent: node.operand == Declarations.noName ? "absent" : "absent by \(id(node.operand))"
    case .lookup, .inherit, .invalidInherit, .glyph, .colorReference, .calls:
      "unexpected \(node.operation)"
    }
  }

  private func id(_ operand: UInt32) -> String {
    let id = declarations.ids[Int(operand)]
    let space = id.space == .types || id.space == .ownTypes ? "\(id.space) " : ""
    return "@\(space)\(declarations.names[Int(id.name)])"
  }

  private func members(_ index: Int) -> String {
    var members: [String] = []
    var child = index + 1
    while child < Int(declarations.nodes[index].end) {
      let key = declarations.nodes[child].key
      members.append((key == Declarations.noName ? "" : declarations.names[Int(key)] + ": ") + value(child))
      child = Int(declarations.nodes[child].end)
    }
    return members.joined(separator: ", ")
  }

  private func literal(_ value: Value) -> String {
    switch value {
    case .color(let color): return "\(color.hex) \(color.alpha)"
    case .image(let name): return "image \(name)"
    default:
      var writer = JSONWriter()
      writer.value(value.json)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  private func line(_ finding: Finding) -> String {
    let related = finding.related.map { ", \($0.message): \(text($0.range))" }.joined()
    let id = [finding.id, finding.path].compactMap(\.self).joined(separator: "/")
    return
      "\(finding.severity) \(finding.code.slug) of \(id) at \(text(finding.range)): \(finding.help ?? "")\(related)"
  }

  private func text(_ range: ByteRange?) -> String {
    range.map { String(decoding: source[Int($0.start)..<Int($0.end)], as: UTF8.self) } ?? "no place"
  }
}

/// Unread files of a bundle, numbered in the order of their paths.
struct ListedFiles: BundleFiles {
  let paths: [String]

  init(_ paths: [String]) { self.paths = paths.sorted() }

  func file(at path: String) -> FileID? { paths.firstIndex(of: path).map { FileID($0) } }

  func paths(ofStem stem: String) -> [String] { paths.filter { ThemeModel.stem(of: $0) == stem } }

  func path(of file: FileID) -> String { paths[Int(file.index)] }
}

/// What a dialect answers for the first of these themes, in one line: the paths of the files, the root, the themes over it,
/// and the codes of findings.
func planText(_ dialect: some Dialect, _ themes: [String], _ files: ListedFiles) -> String {
  let plan = dialect.plan(for: Context(themes: themes), in: files, links: { _ in [] })
  let layers = plan.load.map { $0.files.map { files.paths[Int($0.index)] }.joined(separator: " ") } ?? "nothing"
  let findings = plan.findings.map { " \($0.code.rawValue)" }.joined()
  let over = plan.alternatives.isEmpty ? "" : " under \(plan.alternatives.joined(separator: " "))"
  return "\(layers)" + (plan.root.map { ", root \($0)" } ?? "") + over + findings
}
