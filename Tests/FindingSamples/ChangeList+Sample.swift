// SPDX-License-Identifier: GPL-2.0-or-later

package import Reporting
package import ThemeModel
package import WatchRendering

extension ChangeList {
  /// A list of changes, written by hand.
  package init(
    _ changes: [ValueChange], causes: [Cause] = [], isSetAtRunTime: Bool = false,
    steps: (String) -> [ExplanationStep] = { _ in [] }
  ) {
    let patch = changes.map { change -> PatchOperation in
      let path = "/\(change.path)"
      return switch (change.old, change.new) {
      case (nil, let new?): .add(path: path, value: new)
      case (_, let new?): .replace(path: path, value: new)
      case (_, nil): .remove(path: path)
      }
    }
    let delta = Delta(
      bundle: "aurora", context: Context(), from: 1, to: 2, digest: "", patch: patch, diagnostics: nil, cause: causes)
    self.init(
      delta, isSetAtRunTime: isSetAtRunTime, old: { path in changes.first { $0.path == path }?.old }, steps: steps)
  }
}
