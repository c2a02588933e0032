// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import FleetCommandLine
import FleetModel
import FleetReleases

/// The command `mirror`.
func mirror(_ settings: FleetSettings, _ console: Console) throws(FleetFailure) -> ExitCode {
  guard let directory = settings.operand else {
    throw .usage("name the directory", help: "`livery mirror --from SERVERS --bucket NAME DIR`")
  }
  if let release = settings[.mirrorRollback] { return try rollBack(directory, to: release, console) }
  let mirror = try Mirror(try MirrorOptions(settings, directory: directory), FleetLog(console: console))
  guard settings.has(.once) else { try mirror.run() }
  guard let number = try mirror.runOnce() else {
    throw .refused(Refusal("the bucket has no release yet"))
  }
  console.output.write("\(directory)/current is release \(number)\n")
  return .fine
}

private func rollBack(_ path: String, to text: String, _ console: Console) throws(FleetFailure) -> ExitCode {
  let release = try orFleetFailure { () throws(MirrorFailure) in
    try MirrorDirectory.open(path, bucket: nil).rollBack(to: text)
  }
  console.output.write("\(path)/current is release \(release.name.number)\n")
  return .fine
}
