// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeDialects
import ThemeModel
import ThemeSyntax

/// Turns findings into diagnostics: file numbers into paths, byte offsets into lines and columns.
///
/// Caches the line table and the suppression comments of each text.
final class DiagnosticLocator {
  /// One of the two texts that a file may have.
  private struct Text: Hashable {
    var file: FileID
    /// True for the text of the linked declarations; false for the content, which may be newer and unreadable.
    var isServed: Bool
  }

  /// Distinguishes a text from earlier texts of the same file.
  private enum Version: Hashable {
    case served(Int)
    case content(Int)
  }

  private let linked: LinkedFiles
  private var lines: [Text: (version: Version, table: LineTable)] = [:]
  private var comments: [FileID: (version: Version, prefix: String?, comments: [SuppressionComment])] = [:]

  /// The last value in JSON, or YAML text, in which the place of a part was looked for.
  private var partPlaces: (text: Text, version: Version, value: ByteRange?, places: PartPlaces)?
  /// The compressed text that was asked for last: many findings may ask for the same one.
  private var decompressed: (source: SourceText, bytes: [UInt8])?
  /// The number of values and texts that were parsed for the places of parts, for tests.
  private(set) var parsedForParts = 0

  private var files: FileTable { linked.files }

  init(_ linked: LinkedFiles) { self.linked = linked }

  /// The suppression comments of a file, in the state that is served: a finding that holds a file back is never suppressed.
  func comments(of file: FileID) -> [SuppressionComment] {
    let text = text(of: file, isServed: true)
    let version = version(text)
    let prefix = linked.dialect.flatMap { type(of: $0).commentPrefix(inFileNamed: files[file].path) }
    if let known = comments[file], known.version == version, known.prefix == prefix { return known.comments }
    let found = SuppressionComment.all(in: bytes(text), path: files[file].path, strings: prefix)
    comments[file] = (version, prefix, found)
    return found
  }

  /// Frees the line tables. Each is made anew when it is needed.
  func forgetLines() {
    lines = [:]
    forgetText()
  }

  /// Frees the copy of a compressed text.
  func forgetText() { decompressed = nil }

  /// For tests.
  var lineTableCount: Int { lines.count }

  private func version(_ text: Text) -> Version {
    if text.isServed, let served = files[text.file].served { return .served(served.version) }
    return .content(files[text.file].contentVersion)
  }

  /// The wanted findings of a file's present content.
  ///
  /// - Parameter heldSince: the places of declarations that keep an earlier value, each with its last good generation.
  func readings(
    of file: FileID, heldSince: [Location: Int] = [:], where isWanted: (Finding) -> Bool
  ) -> [Diagnostic] {
    guard let reading = files[file].reading else { return [] }
    return reading.findings.filter(isWanted).map { finding in
      var finding = finding
      finding.file = file
      var diagnostic = diagnostic(finding, isServed: false)
      if let since = reading.heldBackSince {
        if diagnostic.severity == .error || diagnostic.hidesDeclarations { diagnostic.heldBackSince = since }
      } else if let range = finding.range {
        // A value with a name is held at its uses.
        let places = [range] + finding.related.compactMap(\.range)
        diagnostic.heldBackSince = places.compactMap { heldSince[Location(file: file, range: $0)] }.max()
      }
      return diagnostic
    }
  }

  /// The diagnostic of a finding about the text of the linked declarations, or about the present content if `isServed` is false.
  func diagnostic(_ finding: Finding, isServed: Bool = true) -> Diagnostic {
    let finding = narrowed(finding, isServed: isServed)
    let range = range(finding.file, finding.range, isServed: isServed)
    var fix = finding.fix
    if fix == nil, let respelling = finding.respelling, let file = finding.file, let range = finding.range,
      file != FileTable.modifications
    {
      fix = self.fix(respelling, bytes(text(of: file, isServed: isServed)), range)
    }
    var diagnostic = Diagnostic(
      code: finding.code, severity: finding.severity, message: finding.message,
      file: finding.file.map { files[$0].path } ?? "", range: range, id: finding.id, path: finding.path,
      related: finding.related.map { related in
        var related = related
        related.file = related.file ?? finding.file
        return self.related(related, isServed: isServed)
      }, help: finding.help, fix: fix)
    if finding.file == FileTable.modifications {
      diagnostic.related.append(
        .init(
          message: "set at run time: `livery modifications` lists it, `livery reset` takes it back", file: "",
          range: nil))
    }
    diagnostic.hidesDeclarations = finding.hidesDeclarations
    diagnostic.omitted = finding.omitted
    diagnostic.missingName = finding.missing?.name
    diagnostic.suggestedName = finding.suggestedName
    return diagnostic
  }

  /// The finding at the affected part of the value, with a fix for that part.
  private func narrowed(_ finding: Finding, isServed: Bool) -> Finding {
    guard !finding.part.isEmpty || finding.replacement != nil, let file = finding.file, let range = finding.range,
      file != FileTable.modifications
    else { return finding }
    var finding = finding
    guard let place = place(of: finding.part, within: range, in: text(of: file, isServed: isServed)) else {
      return finding
    }
    finding.range = place
    if let replacement = finding.replacement {
      finding.fix = .init(
        title: "Write the form of 2025.10", safe: true, edits: [.init(range: place, text: replacement)])
    }
    return finding
  }

  private func place(of part: [String], within range: ByteRange, in text: Text) -> ByteRange? {
    let bytes = bytes(text)
    // A YAML value depends on the text around it.
    let value = FileFormat(of: bytes, named: files[text.file].path) == .yaml ? nil : range
    if value != nil, part.isEmpty { return range }
    let version = version(text)
    if partPlaces?.text != text || partPlaces?.version != version || partPlaces?.value != value {
      parsedForParts += 1
      let places: PartPlaces? =
        if let value {
          PartPlaces(in: value, ofJSON: bytes)
        } else {
          PartPlaces(tree(of: text))
        }
      partPlaces = places.map { (text, version, value, $0) }
    }
    return partPlaces?.places.place(of: part, within: range)
  }

  /// The tree of the text in which declarations of a file have their places. Parses the text.
  func tree(of file: FileID) -> SourceTree { tree(of: text(of: file, isServed: true)) }

  private func tree(of text: Text) -> SourceTree {
    linked.parse(bytes(text), path: files[text.file].path, BundleLimits.ceiling.ofSyntax).tree
  }

  func related(
    _ related: Finding.Related, isServed: Bool = true
  ) -> Diagnostic.Related {
    Diagnostic.Related(
      message: related.file == FileTable.modifications ? "\(related.message) (set at run time)" : related.message,
      file: related.file.map { files[$0].path } ?? "",
      range: range(related.file, related.range, isServed: isServed))
  }

  /// The line and column of a declaration.
  func cause(_ file: FileID, _ range: ByteRange?) -> Cause {
    Cause(at: self.range(file, range, isServed: true)?.start, in: files[file].path)
  }

  /// The lines and columns of changed declarations; the beginning of the file, once, for removed ones.
  func causes(_ changes: [(file: FileID, place: ByteRange?)]) -> [Cause] {
    var isMany: [FileID: Bool] = [:]
    for change in changes { isMany[change.file] = isMany[change.file] != nil }
    var withRemoved: Set<FileID> = []
    return changes.compactMap { file, place in
      if place == nil, !withRemoved.insert(file).inserted { return nil }
      return Cause(at: position(file, place, isOneOfMany: isMany[file] ?? false), in: files[file].path)
    }
  }

  /// For a single place, lines are counted up to the place, without a table of all lines.
  private func position(
    _ file: FileID, _ place: ByteRange?, isOneOfMany: Bool
  ) -> SourcePosition? {
    let text = text(of: file, isServed: true)
    guard let place, !isOneOfMany, lines[text]?.version != version(text) else {
      return range(file, place, isServed: true)?.start
    }
    guard file != FileTable.modifications else { return nil }
    let bytes = bytes(text)
    return hasLines(file, bytes) ? LineTable.position(Int(place.start), in: bytes) : nil
  }

  /// Whether the text has lines: a binary property list has none.
  private func hasLines(_ file: FileID, _ bytes: [UInt8]) -> Bool {
    FileFormat(of: bytes, named: files[file].path)?.isText ?? true
  }

  /// The maximum bytes of a text in which a misspelt name is searched for: each of its findings costs a walk over it.
  private static let maximumSearchedBytes = 4_096

  /// Replaces the written name by the meant one, if the text has it exactly once and neither name needs an escape in JSON or XML. Nil for
  /// a long text.
  private func fix(_ respelling: Finding.Respelling, _ bytes: [UInt8], _ range: ByteRange) -> Finding.Fix? {
    let text = bytes[..<min(Int(range.end), bytes.count)].dropFirst(Int(range.start))
    let written = Array(respelling.written.utf8)
    guard !written.isEmpty, text.count <= Self.maximumSearchedBytes,
      (written + respelling.meant.utf8).allSatisfy(\.needsNoEscape)
    else { return nil }
    let found = Array(text).places(of: written, maximum: 2)
    guard found.count == 1 else { return nil }
    let start = text.startIndex + found[0]
    let edit = Finding.Edit(range: ByteRange(start, start + written.count), text: respelling.meant)
    return Finding.Fix(title: "Replace with `\(respelling.meant)`", safe: respelling.isSafe, edits: [edit])
  }

  /// The lines and columns of a range, nil without one or without lines.
  func range(_ file: FileID?, _ range: ByteRange?, isServed: Bool) -> SourceRange? {
    guard let file, let range, file != FileTable.modifications else { return nil }
    let text = text(of: file, isServed: isServed)
    let version = version(text)
    if let known = lines[text], known.version == version { return known.table.range(range) }
    let bytes = bytes(text)
    guard hasLines(file, bytes) else { return nil }
    let table = LineTable(bytes)
    lines[text] = (version, table)
    return table.range(range)
  }

  /// The text in which a file has its places.
  private func text(of file: FileID, isServed: Bool) -> Text {
    Text(file: files.fileOfText(of: file), isServed: isServed)
  }

  /// The text of the linked declarations of a file; nil if it has none.
  func servedBytes(of file: FileID) -> [UInt8]? {
    files[file].served.map { bytes(of: $0.text) }
  }

  private func bytes(_ text: Text) -> [UInt8] {
    if text.isServed, let served = files[text.file].served { return bytes(of: served.text) }
    if case .text(let content) = files[text.file].stored { return bytes(of: content) }
    return []
  }

  private func bytes(of source: SourceText) -> [UInt8] {
    guard source.isCompressed else { return source.bytes }
    if let decompressed, decompressed.source.identity == source.identity { return decompressed.bytes }
    let bytes = source.bytes
    decompressed = (source, bytes)
    return bytes
  }
}

extension Cause {
  /// The beginning of a file.
  init(file: String) { self.init(file: file, line: 1, column: 1) }

  /// A cause at the beginning of the file where no place is known.
  fileprivate init(at position: SourcePosition?, in file: String) {
    self.init(file: file, line: position?.line ?? 1, column: position?.column ?? 1)
  }
}

extension UInt8 {
  /// Whether the byte needs no escape in JSON strings and in XML text.
  fileprivate var needsNoEscape: Bool {
    self >= 0x20 && !"\"\\&<>".utf8.contains(self)
  }
}
