// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration

/// Examines this machine and its daemon.
///
/// - Parameters:
///   - socket: the value of `--socket`.
///   - configurationFile: the value of `--config`.
///   - timeout: the limit for each answer of the daemon, in seconds.
package func diagnose(socket: String?, configurationFile: String?, timeout: Int) -> [DoctorFinding] {
  let gathering = FactGathering.here(socket: socket, configurationFile: configurationFile)
  return Diagnosis.findings(gathering.facts(probing: { DaemonProbe($0, seconds: timeout) }))
}

enum Diagnosis {
  /// Derives findings from facts, without input and output. Causes come before their consequences.
  static func findings(_ facts: DoctorFacts) -> [DoctorFinding] {
    var areas: [any AreaDiagnosis] = [
      SocketDiagnosis(facts: facts), DaemonDiagnosis(facts: facts), UnitDiagnosis(facts: facts),
    ]
    areas.insert(ConfigurationDiagnosis(facts: facts), at: facts.configuration.isWrong ? 0 : areas.count)
    areas += [
      BundleDiagnosis(facts: facts), StateDiagnosis(facts: facts), InotifyDiagnosis(facts: facts),
      MirrorDiagnosis(facts: facts), OutputDiagnosis(facts: facts),
    ]
    return areas.flatMap { area in
      var area = area
      area.judge()
      return area.findings
    }
  }
}
