// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import StyledText
import TextComparison
package import ThemeEngine
package import ThemeModel

/// The values of `--format`.
package enum DiagnosticFormat: String, CaseIterable, Sendable { case pretty, concise, json, ndjson, sarif, github }

/// The findings in one bundle, with everything that is needed to show them.
package struct BundleFindings {
  package var places: BundlePlaces
  package var bundle: String { places.bundle }
  package var diagnostics: [Diagnostic]
  /// Suppressed findings, for the formats that include them.
  package var suppressed: [CheckReport.Suppressed] = []
  /// The ids that design rules did not look at; see `CheckReport.largeIDs`.
  package var largeIDs: [String] = []
  /// The rules that did not look at them; see `CheckReport.rulesWithoutLargeIDs`.
  package var rulesWithoutLargeIDs: [DiagnosticCode] = []
  /// The rules that were not checked, since errors would cause false findings, or not everywhere because of `largeIDs`.
  package var unchecked: [DiagnosticCode] = []
  /// The contexts that were checked, of all that the bundle's modifiers allow; nil without modifiers.
  package var permutations: (checked: Int, all: String)?
  /// Whether people also see warnings and infos that may follow from an error.
  package var showsConsequences = false
  /// The bytes of a file, to which the ranges of its diagnostics refer.
  package var source: (String) -> [UInt8]?

  package init(
    _ places: BundlePlaces, diagnostics: [Diagnostic], source: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    self.places = places
    self.diagnostics = diagnostics
    self.source = source
  }

  package func count(_ severity: Severity) -> Int { diagnostics.count { $0.severity == severity } }

  /// The number of findings with a safe fix that `livery fix` makes, as far as it is known before.
  package var safeFixCount: Int {
    let isIncomplete = diagnostics.contains { $0.hidesDeclarations && $0.fix?.safe != true }
    return diagnostics.count {
      $0.fix?.safe == true && !$0.isConsequence && (!isIncomplete || $0.isFixedFirst)
    }
  }

  /// The first of the most severe findings. Nil without findings.
  package var mostSevere: Diagnostic? {
    diagnostics.indices.max { diagnostics[$0].severity < diagnostics[$1].severity }.map { diagnostics[$0] }
  }

  /// A file's name for people.
  package func name(of file: String) -> String { places.name(of: file) }
}

/// A named bundle that cannot be read, or no file of it.
package struct UnreadableBundle: Sendable {
  /// As the user named it.
  package var name: String
  /// One sentence without a full stop.
  package var message: String
  /// Whether a finding has the message.
  package var isListed: Bool

  package init(name: String, message: String, isListed: Bool) {
    self.name = name
    self.message = message
    self.isListed = isListed
  }
}

extension DiagnosticFormat {
  /// Writes the findings in this format, with line feeds, in one part or several.
  ///
  /// - Parameters:
  ///   - unreadable: in the documents for tools, which would take a bundle without findings for a good one. In the formats for people
  ///     and in `ndjson` each entry is a finding.
  ///   - width: the cells of a line, to which `pretty` cuts code.
  ///   - workers: draw the code frames of `pretty`. The first ones are written before the last ones are drawn.
  package func write(
    _ bundles: [BundleFindings], unreadable: [UnreadableBundle] = [], for stream: StreamStyle, width: Int,
    workers: any Workers = CallingThread(), to write: ([UInt8]) -> Void
  ) {
    switch self {
    case .pretty: for findings in bundles { writeFrames(findings, for: stream, width: width, workers, to: write) }
    case .concise: write(bundles.flatMap { $0.diagnostics.map($0.conciseLine) }.asLines)
    case .github:
      let lines =
        bundles.flatMap { $0.diagnostics.map($0.githubLine) }
        + unreadable.filter { !$0.isListed }.map(\.githubLine)
      write(lines.asLines)
    case .json: write(jsonReport(bundles, unreadable))
    case .ndjson: write(jsonLines(bundles))
    case .sarif: write([sarifLog(bundles, unreadable).pretty].asLines)
    }
  }

  private func jsonReport(_ bundles: [BundleFindings], _ unreadable: [UnreadableBundle]) -> [UInt8] {
    var writer = JSONWriter(.indented)
    writer.beginObject()
    writer.key("diagnostics")
    writer.beginArray()
    for findings in bundles {
      for diagnostic in findings.diagnostics { findings.write(diagnostic, named: bundles.count > 1, to: &writer) }
    }
    writer.endArray()
    for severity in Severity.allCases.reversed() {
      writer.member("\(severity)s", bundles.reduce(0) { $0 + $1.count(severity) })
    }
    if !unreadable.isEmpty {
      writer.member(
        "unreadable", .array(unreadable.map { ["bundle": .string($0.name), "message": .string($0.message)] }))
    }
    let suppressed = bundles.reduce(0) { $0 + $1.suppressed.count }
    if suppressed > 0 { writer.member("suppressed", suppressed) }
    let unchecked = DiagnosticCode.allCases.filter { code in bundles.contains { $0.unchecked.contains(code) } }
    if !unchecked.isEmpty { writer.member("unchecked", .array(unchecked.map { .string($0.rawValue) })) }
    if let permutations = bundles.count == 1 ? bundles[0].permutations : nil {
      // Numbers beyond this are not exact in every JSON reader.
      let exact = Int(permutations.all).flatMap { $0 <= 1 << 53 ? $0 : nil }
      writer.key("permutations")
      writer.beginObject()
      writer.member("checked", permutations.checked)
      if let exact { writer.member("all", exact) } else { writer.member("all", permutations.all) }
      writer.endObject()
    }
    writer.endObject()
    writer.endLine()
    return writer.drainBytes()
  }

  private func jsonLines(_ bundles: [BundleFindings]) -> [UInt8] {
    var lines: [UInt8] = []
    for findings in bundles {
      for diagnostic in findings.diagnostics {
        var writer = JSONWriter()
        findings.write(diagnostic, named: true, to: &writer)
        writer.endLine()
        lines += writer.drainBytes()
      }
    }
    return lines
  }

  private func writeFrames(
    _ findings: BundleFindings, for stream: StreamStyle, width: Int, _ workers: any Workers, to write: ([UInt8]) -> Void
  ) {
    let shown = findings.shown
    let sources = findings.sources(of: shown)
    workers.inOrder((shown.count + Self.framesAtOnce - 1) / Self.framesAtOnce) { [places = findings.places] number in
      let frame = CodeFrame(places, width: width) { sources[$0] }
      var lines = StyledLines()
      for diagnostic in shown[(number * Self.framesAtOnce)...].prefix(Self.framesAtOnce) {
        frame.append(diagnostic, to: &lines)
        lines.endLine()
      }
      return lines.bytes(for: stream)
    } take: {
      write($1)
    }
  }

  /// The number of code frames that a worker draws at a time: neighbours are mostly in one file, whose lines are found once.
  private static let framesAtOnce = 128
}

extension [String] {
  /// The lines as bytes, each with a line feed.
  fileprivate var asLines: [UInt8] {
    var bytes: [UInt8] = []
    for line in self {
      bytes += line.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

extension BundleFindings {
  /// Writes a finding as JSON.
  ///
  /// - Parameter isNamed: whether it has the name of its bundle.
  fileprivate func write(_ diagnostic: Diagnostic, named isNamed: Bool, to writer: inout JSONWriter) {
    writer.beginObject()
    if isNamed { writer.member("bundle", bundle) }
    diagnostic.writeMembers(to: &writer)
    writer.endObject()
  }

  /// The bytes of all files that findings concern.
  fileprivate func sources(of diagnostics: [Diagnostic]) -> BytewiseDictionary<[UInt8]> {
    var files = TextNumbers()
    for diagnostic in diagnostics {
      _ = files.number(of: diagnostic.file)
      for related in diagnostic.related { _ = files.number(of: related.file) }
    }
    var sources: BytewiseDictionary<[UInt8]> = [:]
    for file in files.texts { sources[file] = source(file) }
    return sources
  }
}

extension BundleFindings {
  /// The findings for people: while there are errors, without warnings and infos that may follow from them.
  package var shown: [Diagnostic] {
    let hasCause = diagnostics.contains { diagnostic in
      !diagnostic.isConsequence && (diagnostic.severity == .error || diagnostic.hidesDeclarations)
    }
    guard hasCause, !showsConsequences else { return diagnostics }
    return diagnostics.filter { !$0.isConsequence || $0.severity == .error }
  }

  /// `file:line:column: severity[code] message`, always one line.
  package func conciseLine(_ diagnostic: Diagnostic) -> String {
    var place = name(of: diagnostic.file)
    if let start = diagnostic.range?.start { place += ":\(start.line):\(start.column)" }
    let note = diagnostic.contextNote.map { " (\($0))" } ?? ""
    return "\(place): \(diagnostic.severity)[\(diagnostic.code.rawValue)] \(diagnostic.message)\(note)".printable
  }
}
