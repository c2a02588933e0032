// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeSyntax

enum FileRenameFeature {
  /// The edits that keep include files, resolver documents and manifests right when files or folders get other names.
  static func willRenameFiles(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let renames = request.parameters["files"]?.array else { throw .invalidParameters("a rename has `files`") }
    var moves: BytewiseDictionary<(bundle: OpenBundle, moves: [FileMoves.Move])> = [:]
    for rename in renames {
      guard let old = rename["oldUri"]?.string.flatMap(DocumentURI.path),
        let new = rename["newUri"]?.string.flatMap(DocumentURI.path)
      else { throw .invalidParameters("a renamed file has `oldUri` and `newUri`") }
      guard let (bundle, file) = request.workspace.bundle(around: old) else { continue }
      let root = "\(bundle.directory)/"
      guard new.hasPrefix(root) else { continue }
      moves[bundle.directory, default: (bundle, [])].moves.append(
        .init(old: file, new: String(new.dropFirst(root.count))))
    }
    let edits = moves.sortedMembers.map(\.value).flatMap { bundle, moves in
      let (edits, remarks) = FileMoves(moves, in: bundle).edits
      for remark in remarks { request.workspace.remark(remark) }
      return edits.map { FileEdit(BundleFile(bundle: bundle, path: $0.file), $0.range, $0.text) }
    }
    return edits.isEmpty ? .null : request.workspaceEdit(edits)
  }
}

/// Files and folders that get other names.
private struct FileMoves {
  struct Move {
    @Bytewise var old: String
    @Bytewise var new: String

    init(old: String, new: String) {
      _old = Bytewise(old)
      _new = Bytewise(new)
    }
  }

  private let moves: [Move]
  private let bundle: OpenBundle

  init(_ moves: [Move], in bundle: OpenBundle) {
    self.moves = moves
    self.bundle = bundle
  }

  /// The path of a file after the rename.
  private func moved(_ path: String) -> String {
    for move in moves {
      if Bytewise(move.old) == Bytewise(path) { return move.new }
      if path.utf8.starts(with: "\(move.old)/".utf8) {
        return move.new + String(Substring(path.utf8.dropFirst(move.old.utf8.count)))
      }
    }
    return path
  }

  /// The edits, and remarks for the user about names that stay.
  var edits: (edits: [BundleEdit], remarks: [String]) {
    let links = FileLinks(bundle)
    var edits: [BundleEdit] = []
    var remarks: [String] = []
    for file in bundle.engine.paths where bundle.engine.source(of: file)?.isEmpty == false {
      for link in bundle.index(of: file)?.links ?? [] {
        guard let (target, form) = links.target(of: link.target, in: file) else { continue }
        let new = moved(target)
        let name =
          switch form {
          case .fromFolder: FileLinks.relative(new, from: directory(of: moved(file)))
          case .fromRoot: new
          case .baseName: lastSegment(new)
          }
        guard Bytewise(name) != Bytewise(link.target) else { continue }
        guard bundle.engine.dialectType?.canName(file: name) ?? true else {
          let line = bundle.text(of: file).lines(of: link.range).lowerBound + 1
          remarks.append("`\(link.target)` stays in \(file), line \(line): `\(name)` cannot be named there")
          continue
        }
        append(name, for: link.target, at: link.range, of: file, to: &edits)
      }
    }
    return (edits + manifestEdits, remarks)
  }

  /// The `root` of the manifest, and the files of suppressions that name one.
  private var manifestEdits: [BundleEdit] {
    let file = BundleSettings.manifestPath
    guard let tree = bundle.tree(of: file), let root = tree.root else { return [] }
    var values = tree.members(of: root).filter { tree.key(of: $0, is: "root") }.map(\.value)
    for list in tree.members(of: root) where tree.key(of: list, is: "suppressions") {
      for element in tree.elements(of: list.value) {
        values += tree.members(of: element).filter { tree.key(of: $0, is: "file") }.map(\.value)
      }
    }
    var edits: [BundleEdit] = []
    for value in values {
      guard let old = tree.string(of: value) else { continue }
      let new = moved(old)
      if Bytewise(new) != Bytewise(old) { append(new, for: old, at: tree.range(of: value), of: file, to: &edits) }
    }
    return edits
  }

  /// Replaces a name at the beginning of a text, as the notation of the file spells both.
  private func append(
    _ new: String, for old: String, at range: ByteRange, of file: String,
    to edits: inout [BundleEdit]
  ) {
    let bytes = bundle.text(of: file).bytes
    guard let format = bundle.tree(of: file)?.format, let content = ContentRange.content(of: range, in: bytes) else {
      return
    }
    let isPlain = format == .yaml && bytes[Int(range.start)] != UInt8(ascii: "\"")
    func spell(_ text: String) -> String {
      switch format {
      case .json: Spelling.json(text)
      case .yaml: isPlain ? text : Spelling.json(text)
      case .xmlPropertyList, .binaryPropertyList: Spelling.xml(text)
      }
    }
    // An author need not write each escape.
    guard let written = [spell(old), old].first(where: { bytes[content].starts(with: $0.utf8) }) else { return }
    let end = content.lowerBound + written.utf8.count
    guard isPlain, !Spelling.isPlainYAML(new) else {
      edits.append((file, ByteRange(content.lowerBound, end), spell(new)))
      return
    }
    let rest = String(decoding: bytes[end..<content.upperBound], as: UTF8.self)
    if !rest.contains("'") { edits.append((file, range, YAMLText.quoted(new + rest))) }
  }
}
