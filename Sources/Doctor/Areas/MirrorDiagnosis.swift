// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel

/// Judges the servers behind bundles that are mirrors of others.
struct MirrorDiagnosis: AreaDiagnosis {
  let facts: DoctorFacts
  var findings: [DoctorFinding] = []

  mutating func judge() {
    for mirror in facts.mirrors {
      let subject = "mirror \(mirror.record.bucket)"
      if let warning = mirror.record.server.flatMap({ ServerVersion($0) })?.warning {
        report(.warning, subject, warning, help: "older versions of a cluster may lose what they have acknowledged")
      }
      if let left = mirror.record.left, let current = mirror.current, current < mirror.record.highest ?? current {
        let message = "\(mirror.directory) was rolled back from \(left) to \(current)"
        report(.info, subject, message, help: "it moves on with a higher number")
      }
    }
  }
}
