// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryConfiguration
import ThemeModel

/// Judges the outputs of this user and the unit that keeps them up to date.
struct OutputDiagnosis: AreaDiagnosis {
  let facts: DoctorFacts
  var findings: [DoctorFinding] = []

  mutating func judge() {
    guard let outputs = facts.outputs else { return }
    switch outputs.outputs {
    case .failure(let error):
      for problem in error.problems {
        let place = problem.place.map { "\($0): " } ?? ""
        report(.error, "outputs", "\(place)\(problem.message)", help: problem.help)
      }
    case .success(let count):
      judgeUnit(outputs.unit ?? [:], counted(count, "output"))
    }
  }

  private mutating func judgeUnit(_ unit: UnitFacts.Properties, _ outputs: String) {
    let name = "livery-apply.service"
    if unit["LoadState"] == "masked" {
      return report(
        .warning, "outputs", "\(outputs), and \(name) is masked", ["systemctl --user \(unmasking(name, unit))"])
    }
    switch unit["ActiveState"] {
    case "failed":
      report(
        .error, "outputs", "\(name) has failed (\(unit["Result"] ?? "for an unknown reason"))",
        help: "see why, and start it again",
        ["journalctl --user -u livery-apply -n 20", "systemctl --user restart \(name)"])
    case let state? where UnitFacts.running.contains(state):
      report(.ok, "outputs", "\(name) keeps \(outputs) up to date")
    case "inactive":
      report(
        .warning, "outputs", "\(outputs), and nothing keeps them up to date: \(name) does not run",
        ["systemctl --user enable --now \(name)"])
    default:
      report(.info, "outputs", "\(outputs), which `livery apply` keeps up to date while it runs")
    }
  }
}
