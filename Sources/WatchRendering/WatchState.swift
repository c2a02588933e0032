// SPDX-License-Identifier: GPL-2.0-or-later

package import Reporting
import StyledText
package import ThemeModel

/// The content of the screen of `livery watch`.
package struct WatchState {
  package enum View {
    case bundle, delta, help
    /// Asks the author whether to write these fixes.
    case fixes(FixPreview)
  }

  package var bundle: String
  /// Nil for a bundle that is not recognised.
  package var dialect: String?
  package var fileCount = 0
  package var styleCount = 0
  /// The number of files, lists of files, parents and values with a last good state.
  package var heldCount = 0
  /// The files over which unsaved texts of editors lie.
  package var unsavedFiles: [String] = []
  package var context = Context()
  /// The context's name in the manifest; nil for the context of the command line.
  package var contextName: String?
  package var socketPath: String
  package var consumerCount = 0
  package var findings: BundleFindings
  /// The index of the first shown finding in `sortedFindings`.
  package var selected = 0
  /// The number of lines above the visible ones.
  package var scroll = 0
  /// The changed values of the last generation.
  package var changes = ChangeList()
  package var runTime = RunTimeValues()
  /// Whether the author cleared `changes`. The next generation ends this.
  package var isCleared = false
  package var generation = 0
  /// The time from the event of an edit to its publication; nil before the first edit.
  package var milliseconds: Double?
  /// The time of day of the last generation: `14:02:11`.
  package var timeOfDay = ""
  package var view = View.bundle
  /// The command of `--exec`.
  package var command: CommandStatus?
  /// The last error that is not a finding, such as a limit of the system.
  package var warning: String?
  /// The effect of the last key. It ends with the next generation.
  package private(set) var notice: String?
  /// Whether the next generation is a part of that effect.
  private var keepsNotice = false

  package init(bundle: String, dialect: String? = nil, socketPath: String, findings: BundleFindings) {
    self.bundle = bundle
    self.dialect = dialect
    self.socketPath = socketPath
    self.findings = findings
  }

  /// `pad 9.3.1 en_gb` or `tablet: pad 9.3.1 en_gb`; empty for the default context.
  var contextText: String {
    let text = context.text
    guard let contextName else { return text }
    return text.isEmpty ? contextName : "\(contextName): \(text)"
  }

  /// Changes to the next named context of the manifest, and from the last one to the context of the start.
  package mutating func showNextContext(of named: [NamedContext], start: Context) {
    let shown = named.firstIndex { $0.name == contextName }
    let next = shown.map { $0 + 1 } ?? 0
    // A context that the manifest no longer names is followed by the first one.
    contextName = next < named.count ? named[next].name : nil
    context = next < named.count ? named[next].context : start
  }

  /// Sets the effect of the last key.
  ///
  /// - Parameter hasGeneration: whether a generation follows from the key. The notice ends with the generation after it.
  package mutating func note(_ effect: String?, hasGeneration: Bool = false) {
    notice = effect
    keepsNotice = hasGeneration
  }

  /// Shows the changed values of a new generation, and the findings from the first one on.
  package mutating func begin(_ changes: ChangeList) {
    self.changes = changes
    isCleared = false
    scroll = 0
    selected = 0
    if !keepsNotice { notice = nil }
    keepsNotice = false
  }

  /// The findings, causes before consequences, the most severe first. The sort is stable.
  var sortedFindings: [Diagnostic] {
    let shown = findings.shown
    return [false, true].flatMap { isConsequence in
      Severity.allCases.sorted(by: >).flatMap { severity in
        shown.filter { $0.severity == severity && $0.isConsequence == isConsequence }
      }
    }
  }

  package var selectedFinding: Diagnostic? {
    let sorted = sortedFindings
    return selected < sorted.count ? sorted[selected] : sorted.first
  }

  /// Selects a finding.
  ///
  /// - Parameter step: 1 for the next finding, -1 for the previous one.
  package mutating func select(_ step: Int) {
    let count = sortedFindings.count
    guard count > 0 else { return }
    selected = min(max(selected + step, 0), count - 1)
    scroll = 0
  }

  /// `generation 12: 1 value changed, 0 errors, 0 warnings, 2 held back (0.9 ms)`, without zero values held back; `at least 100000
  /// values changed` after a change of very many. Problem matchers of editors depend on this line.
  package var logLine: String {
    var line = "generation \(generation): \(changes.countText) changed"
    line += ", \(counted(findings.count(.error), "error")), \(counted(findings.count(.warning), "warning"))"
    if heldCount > 0 { line += ", \(heldCount) held back" }
    if let milliseconds { line += " (\(tenths(milliseconds)) ms)" }
    return line
  }
}

/// A number with one digit after the point.
func tenths(_ number: Double) -> String {
  let tenths = Int((max(number, 0) * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}
