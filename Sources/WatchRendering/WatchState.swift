// SPDX-License-Identifier: GPL-2.0-or-later

package import Reporting
package import StyledText
import ThemeEngine
package import ThemeModel

/// Fixes that may be written.
package struct FixPreview {
  /// The number of findings that are fixed.
  package let count: Int
  /// What is fixed where, then the difference.
  package let lines: [StyledLine]

  package init(count: Int, lines: [StyledLine]) {
    self.count = count
    self.lines = lines
  }
}

/// All that the screen of `livery watch` shows.
package struct WatchState {
  package enum View {
    case bundle, delta, help
    /// Fixes that are written when the author agrees.
    case fixes(FixPreview)
  }

  package var bundle: String
  /// Nil while it cannot be told.
  package var dialect: String?
  package var fileCount = 0
  package var styleCount = 0
  /// Files, lists of files, parents and values that keep their last good state.
  package var heldCount = 0
  package var context = Context()
  /// What the manifest calls it; nil for the context that was asked for at the start.
  package var contextName: String?
  package var socketPath: String
  package var consumerCount = 0
  package var findings: BundleFindings
  /// The finding that is shown first, by its number in `sortedFindings`.
  package var selected = 0
  /// The lines above those that are shown.
  package var scroll = 0
  /// The changed values of the last generation.
  package var changes = ChangeList()
  /// What is set in the bundle while it runs.
  package var runTime = RunTimeValues()
  /// Shown in place of `changes` until the next generation when the author cleared them.
  package var isCleared = false
  package var generation = 0
  /// From the event that told of the edit to its publication; nil before the first.
  package var milliseconds: Double?
  /// The time of day of the last generation: `14:02:11`.
  package var clock = ""
  package var view = View.bundle
  /// What `--exec` runs; nil without it.
  package var command: CommandStatus?
  /// What went wrong last that is not a finding, such as a limit of the system.
  package var warning: String?
  /// What the last key did, until the next one.
  package var notice: String?

  package init(bundle: String, dialect: String? = nil, socketPath: String, findings: BundleFindings) {
    self.bundle = bundle
    self.dialect = dialect
    self.socketPath = socketPath
    self.findings = findings
  }

  /// `pad 9.3.1 en_gb` or `tablet: pad 9.3.1 en_gb`, or nothing for the context in which nothing is known.
  var contextText: String {
    let text = context.text
    guard let contextName else { return text }
    return text.isEmpty ? contextName : "\(contextName): \(text)"
  }

  /// Goes on to the next of the contexts that the manifest names, and after the last one to the one of the start.
  package mutating func showNextContext(of named: [NamedContext], start: Context) {
    let shown = named.firstIndex { $0.name == contextName }
    let next = shown.map { $0 + 1 } ?? 0
    // One that the manifest does not name any more is followed by the first one.
    contextName = next < named.count ? named[next].name : nil
    context = next < named.count ? named[next].context : start
  }
}

extension WatchState {
  /// The findings, causes before what follows from them, the most severe first; among equals the order stays.
  var sortedFindings: [Diagnostic] {
    let shown = findings.shown
    return [false, true].flatMap { isConsequence in
      Severity.allCases.sorted(by: >).flatMap { severity in
        shown.filter { $0.severity == severity && $0.isConsequence == isConsequence }
      }
    }
  }

  /// The finding that is shown first.
  package var selectedFinding: Diagnostic? {
    let sorted = sortedFindings
    return selected < sorted.count ? sorted[selected] : sorted.first
  }

  /// How many findings a key could fix.
  package var safeFixCount: Int { findings.safeFixCount }

  /// Shows another finding first: the next one, or with -1 the one before.
  package mutating func select(_ step: Int) {
    let count = sortedFindings.count
    guard count > 0 else { return }
    selected = min(max(selected + step, 0), count - 1)
    scroll = 0
  }

  /// `generation 12: 1 value changed, 0 errors, 0 warnings (0.9 ms)`, and `, 2 held back` before the time while something is.
  /// Editors' problem matchers key on this line.
  package var logLine: String {
    var line = "generation \(generation): \(counted(changes.count, "value")) changed"
    line += ", \(counted(findings.count(.error), "error")), \(counted(findings.count(.warning), "warning"))"
    if heldCount > 0 { line += ", \(heldCount) held back" }
    if let milliseconds { line += " (\(tenths(milliseconds)) ms)" }
    return line
  }
}

extension BundleFindings {
  /// How many findings have a fix that does not change what is meant.
  package var safeFixCount: Int { diagnostics.count { $0.fix?.safe == true } }
}

/// A number with one digit after the point.
func tenths(_ number: Double) -> String {
  let tenths = Int((max(number, 0) * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}
