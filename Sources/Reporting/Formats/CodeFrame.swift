// SPDX-License-Identifier: GPL-2.0-or-later

package import StyledText
import TextComparison
package import ThemeModel

/// Shows a diagnostic with its code:
///
/// ```
/// error[LV1001] unknown reference `color-acent`
///   ┌ themes/Button.theme.json:14:18
/// 14│   "titleColor": "ref://color-acent"
///   │                  ^^^^^^^^^^^^^^^^^ defined nowhere
///   └ help: did you mean `color-accent`?
/// ```
///
/// A related place with the range of the diagnostic is the label of the carets. Other related places in the file are
/// underlined in the same frame, and places in other files have frames of their own.
package struct CodeFrame {
  private let places: BundlePlaces
  /// The bytes of a file.
  private let source: (String) -> [UInt8]?
  /// The cells of a line. Wider code is cut around the mark.
  private let width: Int
  private let tables = LineTables()

  package init(_ places: BundlePlaces, width: Int, source: @escaping (String) -> [UInt8]?) {
    self.places = places
    self.width = width
    self.source = source
  }

  package init(findings: BundleFindings, width: Int) {
    self.init(findings.places, width: width, source: findings.source)
  }

  /// Caches the lines of files, so that each file is scanned once.
  private final class LineTables {
    var files = TextNumbers()
    /// By the number of the file; nil for a file without bytes.
    var tables: [LineTable?] = []
  }

  /// A screen cuts long lines. Therefore headlines are wrapped, and paths are elided.
  package var isOnScreen = false

  /// In bytes. Of a longer line only the part around the mark is scanned.
  var maximumLine = 4096

  package func lines(for diagnostic: Diagnostic) -> [StyledLine] {
    let marks = Mark.all(of: diagnostic)
    let digits = String(marks.reduce(1) { max($0, $1.line) }).utf8.count
    let blank = String(" ", times: digits)
    var lines = isOnScreen ? wrappedHeadline(diagnostic) : [headline(diagnostic)]

    for (index, (file, own)) in inFiles(marks, of: diagnostic).enumerated() {
      var line = StyledLine()
      line.append("\(blank)\(index == 0 ? "┌" : "├") ", .gutter)
      var place = place(of: file, diagnostic, own)
      if isOnScreen { place = place.printable.elidedInTheMiddle(to: max(width - digits - 2, 10)) }
      line.append(place, file: places.absolutePath(of: file))
      lines.append(line)
      lines += code(file, own, digits: digits)
    }
    for note in notes(diagnostic) {
      lines.append(StyledLine("\(blank)= ", .gutter))
      lines[lines.count - 1].append(note)
    }
    if let help = diagnostic.help {
      var line = StyledLine("\(blank)└ ", .gutter)
      line.append("help: ", .help)
      line.appendNamingColors(help)
      lines.append(line)
    }
    return lines
  }

  private func headline(_ diagnostic: Diagnostic) -> StyledLine {
    var line = StyledLine("\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]", diagnostic.severity.style)
    line.append(" ")
    line.append(diagnostic.message, .bold)
    return line
  }

  private func wrappedHeadline(_ diagnostic: Diagnostic) -> [StyledLine] {
    let words = diagnostic.message.printable.split(separator: " ", omittingEmptySubsequences: false)
    var lines = [StyledLine("\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]", diagnostic.severity.style)]
    for word in words {
      if lines[lines.count - 1].width(.none) + 1 + word.displayWidth > width {
        lines.append(StyledLine(" "))
      }
      lines[lines.count - 1].append(" \(word)", .bold)
    }
    return lines
  }

  /// The marks by file, the diagnostic's own file first.
  private func inFiles(_ marks: [Mark], of diagnostic: Diagnostic) -> [(file: String, marks: [Mark])] {
    var files = TextNumbers()
    var found: [(file: String, marks: [Mark])] = []
    func add(_ file: String, _ marks: [Mark]) {
      let number = files.number(of: file)
      if number == found.count { found.append((file, [])) }
      found[number].marks += marks
    }
    if !diagnostic.file.isEmpty { add(diagnostic.file, []) }
    for mark in marks { add(mark.file, [mark]) }
    return found
  }

  private func place(of file: String, _ diagnostic: Diagnostic, _ marks: [Mark]) -> String {
    let name = places.name(of: file)
    if Bytewise(file) == Bytewise(diagnostic.file) {
      return diagnostic.range.map { "\(name):\($0.start.line):\($0.start.column)" } ?? name
    }
    return marks.first.map { "\(name):\($0.line):\($0.start)" } ?? name
  }

  /// The parts of a diagnostic without a place in the code.
  private func notes(_ diagnostic: Diagnostic) -> [String] {
    var notes = diagnostic.related.filter { $0.range == nil }.map { related in
      related.file.isEmpty ? related.message : "\(related.message): \(places.name(of: related.file))"
    }
    if let note = diagnostic.contextNote { notes.append(note) }
    if diagnostic.isConsequence, diagnostic.missingName == nil {
      notes.append("this may be a consequence of another finding")
    }
    if let since = diagnostic.heldBackSince {
      notes.append("programs keep the value of generation \(since) until it is fixed")
    }
    return notes
  }

  private func table(of file: String) -> LineTable? {
    let number = tables.files.number(of: file)
    if number == tables.tables.count { tables.tables.append(source(file).map { LineTable($0) }) }
    return tables.tables[number]
  }

  private func code(_ file: String, _ marks: [Mark], digits: Int) -> [StyledLine] {
    guard !marks.isEmpty, let table = table(of: file) else { return [] }
    let blank = String(" ", times: digits)
    var lines: [StyledLine] = []
    var previous: Int?
    let byLine = marks.indices.sorted { (marks[$0].line, $0) < (marks[$1].line, $1) }
    var rest = byLine[...]
    while let first = rest.first {
      let number = marks[first].line
      let own = rest.prefix { marks[$0].line == number }.map { marks[$0] }
      rest = rest.dropFirst(own.count)
      if let previous, number > previous + 1 { lines.append(StyledLine("\(blank)⋮", .gutter)) }
      previous = number
      let code = CodeLine(table.part(ofLine: number, around: own[0].start, maximum: maximumLine))
      let view = code.view(around: own[0], width: max(width - digits - 2, 10))
      let numberText = String(number)
      var line = StyledLine("\(String(" ", times: digits - numberText.utf8.count))\(numberText)│ ", .gutter)
      line.append(view.text)
      lines.append(line)
      for mark in own {
        let cells = view.cells(of: mark, in: code)
        var line = StyledLine("\(blank)│ ", .gutter)
        line.append(String(" ", times: cells.lowerBound))
        line.append(String(mark.isPrimary ? "^" : "-", times: cells.count), mark.style)
        let room = max(width - digits - 2, 10)
        let label = mark.label.printable.displayWidth
        if label == 0 || cells.upperBound + 1 + label <= room {
          if label > 0 { line.append(" \(mark.label)", mark.style) }
          lines.append(line)
        } else {
          // A label that does not fit beside the mark stands below it.
          lines.append(line)
          line = StyledLine("\(blank)│ ", .gutter)
          line.append(String(" ", times: max(min(cells.lowerBound, room - label), 0)))
          line.append(mark.label, mark.style)
          lines.append(line)
        }
      }
    }
    return lines
  }
}

extension Severity {
  package var style: StyledLine.Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .info: .info
    }
  }
}

/// An underlined part of one line.
struct Mark {
  let file: String
  let line: Int
  /// A column from 1.
  let start: Int
  /// Exclusive; nil for the end of the line.
  let end: Int?
  /// Whether the mark begins at the first character that is not blank, instead of at `start`.
  let skipsIndentation: Bool
  let isPrimary: Bool
  let style: StyledLine.Style
  let label: String

  /// The marks of a diagnostic, its own first.
  static func all(of diagnostic: Diagnostic) -> [Mark] {
    let isLabel = { (related: Diagnostic.Related) in
      Bytewise(related.file) == Bytewise(diagnostic.file) && related.range == diagnostic.range
    }
    var marks: [Mark] = []
    if let range = diagnostic.range {
      let label = diagnostic.related.first(where: isLabel)?.message ?? ""
      marks += parts(of: range, file: diagnostic.file, isPrimary: true, diagnostic.severity.style, label)
    }
    for related in diagnostic.related where !isLabel(related) {
      guard let range = related.range else { continue }
      marks += parts(of: range, file: related.file, isPrimary: false, .gutter, related.message)
    }
    return marks
  }

  /// A range over several lines is marked where it begins and where it ends.
  private static func parts(
    of range: SourceRange, file: String, isPrimary: Bool, _ style: StyledLine.Style, _ label: String
  ) -> [Mark] {
    let part = { (line: Int, start: Int, end: Int?, skipsIndentation: Bool, label: String) in
      Mark(
        file: file, line: line, start: start, end: end, skipsIndentation: skipsIndentation, isPrimary: isPrimary,
        style: style, label: label)
    }
    let (start, end) = (range.start, range.end)
    if end.line <= start.line { return [part(start.line, start.column, end.column, false, label)] }
    if end.column > 1 {
      return [part(start.line, start.column, nil, false, ""), part(end.line, 1, end.column, true, label)]
    }
    if end.line == start.line + 1 { return [part(start.line, start.column, nil, false, label)] }
    return [part(start.line, start.column, nil, false, ""), part(end.line - 1, 1, nil, true, label)]
  }
}
