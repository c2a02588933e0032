// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import Doctor
import JSONText
import LiveryConnection
import Reporting

extension Command {
  static let doctor = Command(
    "doctor", "Check the daemon and the machine, and print errors with commands that fix them",
    details: [
      "Looks at the socket, the daemon behind it, its systemd units and its configuration file, at the rights of the "
        + "daemon's user to the bundles and to the directory of its state, and at the kernel's limits on watching files. It "
        + "changes nothing. Some of it only root may see.",
      "Ends with 1 when something is an error.",
    ],
    options: [.socket, .timeout, .examinedConfiguration, .failOn, .reportFormat],
    examples: [
      Example("livery doctor", "Why does it not work?"),
      Example("sudo livery doctor --format json", "All of it, for a program."),
    ],
    run: { (arguments, console) throws(CommandFailure) in
      let findings = diagnose(
        socket: arguments[.socket], configurationFile: arguments[.examinedConfiguration],
        timeout: arguments.count(.timeout) ?? VarlinkConnection.usualTimeout)
      let objects = findings.map(\.json)
      try console.write(json: ["findings": .array(objects)], objects: objects, arguments) {
        console.output.write(doctorLines(findings, width: console.output.width))
      }
      let threshold = arguments.choice(.failOn, or: FailureThreshold.error)
      return threshold.isReached(by: findings.compactMap(\.level.severity)) ? .findings : .fine
    })
}

extension CommandOption {
  fileprivate static let examinedConfiguration = CommandOption(
    "config", value: .path("FILE"), default: "that of the daemon", "The configuration file to check.")
}
