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
  private let files = Files()

  package init(_ places: BundlePlaces, width: Int, source: @escaping (String) -> [UInt8]?) {
    self.places = places
    self.width = width
    self.source = source
  }

  package init(findings: BundleFindings, width: Int) {
    self.init(findings.places, width: width, source: findings.source)
  }

  /// The files of findings, each of which is read and scanned once.
  private final class Files {
    private struct File {
      let name: String
      let absolutePath: String?
      /// Nil for a file without bytes. The outer one is nil before the first look.
      var table: LineTable??
    }

    private var numbers = TextNumbers()
    private var files: [File] = []

    func number(of path: String, in places: BundlePlaces) -> Int {
      let number = numbers.number(of: path)
      if number == files.count {
        files.append(File(name: places.name(of: path), absolutePath: places.absolutePath(of: path)))
      }
      return number
    }

    func name(of file: Int) -> String { files[file].name }

    func absolutePath(of file: Int) -> String? { files[file].absolutePath }

    func table(of file: Int, source: (String) -> [UInt8]?) -> LineTable? {
      if let table = files[file].table { return table }
      let table = source(numbers.texts[file]).map { LineTable($0) }
      files[file].table = .some(table)
      return table
    }
  }

  /// A screen cuts long lines. Therefore headlines are wrapped, and paths are elided.
  package var isOnScreen = false

  /// In bytes. Of a longer line only the part around the mark is scanned.
  var maximumLine = 4096

  package func lines(for diagnostic: Diagnostic) -> [StyledLine] {
    var lines = StyledLines()
    append(diagnostic, to: &lines)
    return lines.lines
  }

  /// Appends the frame of a diagnostic.
  package func append(_ diagnostic: Diagnostic, to lines: inout StyledLines) {
    let marks = Mark.all(of: diagnostic)
    let digits = marks.reduce(1) { max($0, $1.line) }.decimalDigits
    if isOnScreen { appendWrappedHeadline(diagnostic, to: &lines) } else { appendHeadline(diagnostic, to: &lines) }

    let own = diagnostic.file.isEmpty ? nil : files.number(of: diagnostic.file, in: places)
    for (index, (file, marks)) in inFiles(marks, own: own).enumerated() {
      lines.append(" ", times: digits, .gutter)
      lines.append(own: index == 0 ? "┌ " : "├ ", .gutter)
      appendPlace(of: file, file == own ? diagnostic.range?.start : marks.first?.position, digits: digits, to: &lines)
      lines.endLine()
      appendCode(file, marks, digits: digits, to: &lines)
    }
    for note in notes(diagnostic) {
      lines.append(" ", times: digits, .gutter)
      lines.append(own: "= ", .gutter)
      lines.append(note)
      lines.endLine()
    }
    if let help = diagnostic.help {
      lines.append(" ", times: digits, .gutter)
      lines.append(own: "└ ", .gutter)
      lines.append(own: "help: ", .help)
      lines.appendNamingColors(help)
      lines.endLine()
    }
  }

  private func appendHeadline(_ diagnostic: Diagnostic, to lines: inout StyledLines) {
    appendSeverityAndCode(of: diagnostic, to: &lines)
    lines.append(own: " ")
    lines.append(diagnostic.message, .bold)
    lines.endLine()
  }

  private func appendSeverityAndCode(of diagnostic: Diagnostic, to lines: inout StyledLines) {
    let style = diagnostic.severity.style
    lines.append(diagnostic.severity.rawValue, style)
    lines.append(own: "[", style)
    lines.append(diagnostic.code.rawValue, style)
    lines.append(own: "]", style)
  }

  private func appendWrappedHeadline(_ diagnostic: Diagnostic, to lines: inout StyledLines) {
    appendSeverityAndCode(of: diagnostic, to: &lines)
    var used = diagnostic.severity.rawValue.utf8.count + diagnostic.code.rawValue.utf8.count + 2
    for word in diagnostic.message.printable.split(separator: " ", omittingEmptySubsequences: false) {
      if used + 1 + word.displayWidth > width {
        lines.endLine()
        lines.append(own: " ")
        used = 1
      }
      lines.append(" \(word)", .bold)
      used += 1 + word.displayWidth
    }
    lines.endLine()
  }

  /// The marks by file, those of the diagnostic's own file first, with the number of each file.
  private func inFiles(_ marks: [Mark], own: Int?) -> [(file: Int, marks: [Mark])] {
    var found: [(file: Int, marks: [Mark])] = []
    if let own { found.append((own, [])) }
    for mark in marks {
      let file = files.number(of: mark.file, in: places)
      // A finding has at most a thousand files.
      if let index = found.firstIndex(where: { $0.file == file }) {
        found[index].marks.append(mark)
      } else {
        found.append((file, [mark]))
      }
    }
    return found
  }

  private func appendPlace(of file: Int, _ position: SourcePosition?, digits: Int, to lines: inout StyledLines) {
    let (name, path) = (files.name(of: file), files.absolutePath(of: file))
    guard !isOnScreen else {
      let place = position.map { "\(name):\($0.line):\($0.column)" } ?? name
      return lines.append(place.printable.elidedInTheMiddle(to: max(width - digits - 2, 10)), file: path)
    }
    lines.append(name, file: path)
    guard let position else { return }
    lines.append(own: ":", file: path)
    lines.append(position.line, file: path)
    lines.append(own: ":", file: path)
    lines.append(position.column, file: path)
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

  /// Appends the marked lines of a file.
  private func appendCode(_ file: Int, _ marks: [Mark], digits: Int, to lines: inout StyledLines) {
    guard !marks.isEmpty, let table = files.table(of: file, source: source) else { return }
    let room = max(width - digits - 2, 10)
    var previous: Int?
    var rest = marks.inLineOrder[...]
    while let first = rest.first {
      let own = rest.prefix { $0.line == first.line }
      rest = rest.dropFirst(own.count)
      if let previous, first.line > previous + 1 {
        lines.append(" ", times: digits, .gutter)
        lines.append(own: "⋮", .gutter)
        lines.endLine()
      }
      previous = first.line
      let code = CodeLine(table.part(ofLine: first.line, around: first.start, maximum: maximumLine))
      let view = code.view(around: first, width: room)
      lines.append(first.line, cells: digits, .gutter)
      lines.append(own: "│ ", .gutter)
      lines.append(view.text)
      lines.endLine()
      for mark in own { append(mark, view.cells(of: mark, in: code), digits: digits, room: room, to: &lines) }
    }
  }

  /// Appends a mark below its line, with its label.
  private func append(_ mark: Mark, _ cells: Range<Int>, digits: Int, room: Int, to lines: inout StyledLines) {
    func begin(_ blanks: Int) {
      lines.append(" ", times: digits, .gutter)
      lines.append(own: "│ ", .gutter)
      lines.append(" ", times: blanks)
    }
    begin(cells.lowerBound)
    lines.append(mark.isPrimary ? "^" : "-", times: cells.count, mark.style)
    let label = mark.label.isEmpty ? 0 : mark.label.printable.displayWidth
    if label > 0 {
      if cells.upperBound + 1 + label <= room {
        lines.append(own: " ", mark.style)
      } else {
        // A label that does not fit beside the mark stands below it.
        lines.endLine()
        begin(max(min(cells.lowerBound, room - label), 0))
      }
      lines.append(mark.label, mark.style)
    }
    lines.endLine()
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

  var position: SourcePosition { SourcePosition(line: line, column: start, offset: 0) }

  /// The marks of a diagnostic, its own first.
  static func all(of diagnostic: Diagnostic) -> [Mark] {
    let (file, range, related) = (diagnostic.file, diagnostic.range, diagnostic.related)
    let isLabel = { (related: Diagnostic.Related) in related.range == range && Bytewise(related.file) == Bytewise(file)
    }
    var marks: [Mark] = []
    if let range {
      let label = related.first(where: isLabel)?.message ?? ""
      marks.append(range, file: file, isPrimary: true, diagnostic.severity.style, label)
    }
    for related in related {
      guard let range = related.range, !isLabel(related) else { continue }
      marks.append(range, file: related.file, isPrimary: false, .gutter, related.message)
    }
    return marks
  }
}

extension [Mark] {
  /// The marks by line; those of one line keep their order.
  fileprivate var inLineOrder: [Mark] {
    guard count > 1 else { return self }
    return indices.sorted { (self[$0].line, $0) < (self[$1].line, $1) }.map { self[$0] }
  }

  /// Appends the marks of a range. One over several lines is marked where it begins and where it ends.
  fileprivate mutating func append(
    _ range: SourceRange, file: String, isPrimary: Bool, _ style: StyledLine.Style, _ label: String
  ) {
    func add(_ line: Int, _ start: Int, _ end: Int?, skipsIndentation: Bool = false, _ label: String) {
      append(
        Mark(
          file: file, line: line, start: start, end: end, skipsIndentation: skipsIndentation, isPrimary: isPrimary,
          style: style, label: label))
    }
    let (start, end) = (range.start, range.end)
    if end.line <= start.line {
      add(start.line, start.column, end.column, label)
    } else if end.column > 1 {
      add(start.line, start.column, nil, "")
      add(end.line, 1, end.column, skipsIndentation: true, label)
    } else if end.line == start.line + 1 {
      add(start.line, start.column, nil, label)
    } else {
      add(start.line, start.column, nil, "")
      add(end.line - 1, 1, nil, skipsIndentation: true, label)
    }
  }
}
