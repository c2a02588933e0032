// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeSyntax

/// Turns findings into diagnostics: numbers into paths, offsets into lines. Lines of a text are counted once, and the comments
/// that silence findings looked for once.
struct Renderer {
  private struct Text: Hashable {
    var file: FileID
    var isServed: Bool
  }

  private var lines: [Text: LineTable] = [:]
  private var comments: [FileID: (prefix: String?, found: [SuppressionComment])] = [:]

  /// Forgets a file whose bytes changed.
  mutating func forget(_ file: FileID) {
    comments[file] = nil
    lines[Text(file: file, isServed: true)] = nil
    lines[Text(file: file, isServed: false)] = nil
  }

  /// The comments of a file that silence findings, in the state that is served: what holds a file back is never silenced.
  ///
  /// - Parameter dialect: says which strings are comments.
  mutating func comments(
    of file: FileID, in files: FileTable, _ dialect: (any Dialect.Type)?
  ) -> [SuppressionComment] {
    let prefix = dialect?.commentPrefix(inFileNamed: files[file].path)
    if let known = comments[file], known.prefix == prefix { return known.found }
    let found = SuppressionComment.all(in: bytes(of: file, in: files, isServed: true), strings: prefix)
    comments[file] = (prefix, found)
    return found
  }

  /// What reading the current content of a file found, as far as it is wanted.
  ///
  /// - Parameter heldSince: where declarations stand whose places keep an earlier value, and since when.
  mutating func readings(
    of file: FileID, in files: FileTable, heldSince: [Location: Int] = [:], where isWanted: (Finding) -> Bool
  ) -> [Diagnostic] {
    guard let reading = files[file].reading else { return [] }
    return reading.findings.filter(isWanted).map { finding in
      var finding = finding
      finding.file = file
      var diagnostic = diagnostic(finding, in: files, isServed: false)
      if let since = reading.heldBackSince {
        if finding.code.holdsBack || finding.code == .shape { diagnostic.heldBackSince = since }
      } else if let range = finding.range {
        // A value that is named elsewhere is held where it is used.
        let places = [range] + finding.related.compactMap(\.range)
        diagnostic.heldBackSince = places.compactMap { heldSince[Location(file: file, range: $0)] }.max()
      }
      return diagnostic
    }
  }

  /// A finding about what is served.
  mutating func diagnostic(_ finding: Finding, in files: FileTable, isServed: Bool = true) -> Diagnostic {
    let range = range(finding.file, finding.range, in: files, isServed: isServed)
    var fix = finding.fix
    if fix == nil, let respelling = finding.respelling, let file = finding.file, let range = finding.range,
      file != FileTable.modifications
    {
      fix = self.fix(respelling, bytes(of: file, in: files, isServed: isServed), range)
    }
    var diagnostic = Diagnostic(
      code: finding.code, severity: finding.severity, message: finding.message,
      file: finding.file.map { files[$0].path } ?? "", range: range, id: finding.id, path: finding.path,
      related: finding.related.map { related in
        var related = related
        related.file = related.file ?? finding.file
        return self.related(related, in: files, isServed: isServed)
      }, help: finding.help, fix: fix)
    if finding.file == FileTable.modifications {
      diagnostic.related.append(
        .init(
          message: "set at run time: `livery modifications` lists it, `livery reset` takes it back", file: "",
          range: nil))
    }
    diagnostic.hidesDeclarations = finding.hidesDeclarations
    diagnostic.missingName = finding.missing?.name
    diagnostic.suggestedName = finding.suggestedName
    return diagnostic
  }

  mutating func related(
    _ related: Finding.Related, in files: FileTable, isServed: Bool = true
  ) -> Diagnostic.Related {
    Diagnostic.Related(
      message: related.file == FileTable.modifications ? "\(related.message) (set at run time)" : related.message,
      file: related.file.map { files[$0].path } ?? "",
      range: range(related.file, related.range, in: files, isServed: isServed))
  }

  /// The line and column of a declaration.
  mutating func cause(_ file: FileID, _ range: ByteRange?, in files: FileTable) -> Cause {
    Cause(at: self.range(file, range, in: files, isServed: true)?.start, in: files[file].path)
  }

  /// The lines and columns of declarations that changed; the beginning of the file for those that are gone.
  mutating func causes(_ changes: [(file: FileID, place: ByteRange?)], in files: FileTable) -> [Cause] {
    var isMany: [FileID: Bool] = [:]
    for change in changes { isMany[change.file] = isMany[change.file] != nil }
    return changes.map { file, place in
      Cause(at: position(file, place, in: files, isOneOfMany: isMany[file] ?? false), in: files[file].path)
    }
  }

  /// For one place of a file its lines are counted up to there, and not all of them once.
  private mutating func position(
    _ file: FileID, _ place: ByteRange?, in files: FileTable, isOneOfMany: Bool
  ) -> SourcePosition? {
    guard let place, !isOneOfMany, lines[Text(file: file, isServed: true)] == nil else {
      return range(file, place, in: files, isServed: true)?.start
    }
    guard file != FileTable.modifications else { return nil }
    let bytes = bytes(of: file, in: files, isServed: true)
    return hasLines(bytes) ? LineTable.position(Int(place.start), in: bytes) : nil
  }

  /// A binary property list has none.
  private func hasLines(_ bytes: [UInt8]) -> Bool { FileFormat(of: bytes)?.isText ?? true }

  /// Puts the meant name in the place of the written one, when the text holds it just once and both stand for
  /// themselves in JSON and XML.
  private func fix(_ respelling: Finding.Respelling, _ bytes: [UInt8], _ range: ByteRange) -> Finding.Fix? {
    let text = bytes[..<min(Int(range.end), bytes.count)].dropFirst(Int(range.start))
    let written = Array(respelling.written.utf8)
    guard !written.isEmpty, text.count >= written.count,
      (written + respelling.meant.utf8).allSatisfy(\.needsNoEscape)
    else { return nil }
    let found = (text.startIndex...(text.endIndex - written.count)).filter { text[$0...].starts(with: written) }
    guard found.count == 1 else { return nil }
    let edit = Finding.Edit(range: ByteRange(found[0], found[0] + written.count), text: respelling.meant)
    return Finding.Fix(title: "Replace with `\(respelling.meant)`", safe: respelling.isSafe, edits: [edit])
  }

  private mutating func range(
    _ file: FileID?, _ range: ByteRange?, in files: FileTable, isServed: Bool
  ) -> SourceRange? {
    guard let file, let range, file != FileTable.modifications else { return nil }
    let text = Text(file: file, isServed: isServed)
    if let table = lines[text] { return table.range(range) }
    let bytes = bytes(of: file, in: files, isServed: isServed)
    guard hasLines(bytes) else { return nil }
    let table = LineTable(bytes)
    lines[text] = table
    return table.range(range)
  }

  private func bytes(of file: FileID, in files: FileTable, isServed: Bool) -> [UInt8] {
    if isServed, let served = files[file].served { return served.bytes }
    if case .bytes(let bytes) = files[file].content { return bytes }
    return []
  }
}

extension Cause {
  /// The beginning of the file, where no place is known.
  fileprivate init(at position: SourcePosition?, in file: String) {
    self.init(file: file, line: position?.line ?? 1, column: position?.column ?? 1)
  }
}

extension UInt8 {
  /// Whether the byte stands for itself in a string of JSON and in text of XML.
  fileprivate var needsNoEscape: Bool {
    self >= 0x20 && !"\"\\&<>".utf8.contains(self)
  }
}
