// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

/// A change of one file, and what is served after it.
struct HeldStep {
  var path: String
  /// Nil removes the file.
  var text: String?
  var constants: String
  var findings: [String]
  /// The parts that are held; nil for one for each finding with `held`.
  var held: Int?

  init(_ path: String, _ text: String?, serves constants: String, _ findings: String..., held: Int? = nil) {
    (self.path, self.text, self.constants, self.findings, self.held) = (path, text, constants, findings, held)
  }
}

/// Checks the constants and the errors after each step, also of an engine that starts with the record of the first one.
func checkSteps(
  _ start: [String: String], in context: Context = Context(), _ steps: HeldStep...,
  location: SourceLocation = #_sourceLocation
) throws {
  var files: BytewiseDictionary<FileChange> = [:]
  for (path, text) in start { files[path] = FileChange(path: path, content: .bytes(Array(text.utf8))) }
  let engine = ThemeEngine(bundle: "b")
  engine.apply(files.values.sorted { $0.path < $1.path })
  _ = engine.open(context)
  for step in steps {
    let change = FileChange(path: step.path, content: step.text.map { .bytes(Array($0.utf8)) } ?? .gone)
    files[step.path] = step.text == nil ? nil : change
    engine.apply([change])
    engine.publish()
    let restarted = ThemeEngine(bundle: "b")
    if let record = engine.heldRecord { restarted.restore(record) }
    restarted.apply(files.values.sorted { $0.path < $1.path })
    var since: [[Int?]] = []
    for engine in [engine, restarted] {
      let snapshot = engine.open(context)
      since.append(snapshot.diagnostics.map(\.heldBackSince))
      let name = "\(step.path): \(step.text ?? "gone"), \(engine === restarted ? "restarted" : "running")"
      let errors = snapshot.diagnostics.filter { $0.severity == .error }.map {
        "\($0.code.rawValue) \($0.file)\($0.heldBackSince == nil ? "" : " held")"
      }
      #expect(
        try snapshot.content["constants"] == JSONValue(parsing: Array(step.constants.utf8)), "\(name)",
        sourceLocation: location)
      #expect(errors == step.findings, "\(name)", sourceLocation: location)
      let held = step.held ?? step.findings.count { $0.hasSuffix("held") }
      #expect(snapshot.held == held, "\(name)", sourceLocation: location)
    }
    #expect(since[0] == since[1], "\(step.path): \(step.text ?? "gone")", sourceLocation: location)
  }
}
