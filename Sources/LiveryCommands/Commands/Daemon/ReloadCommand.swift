// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LiveryConfiguration
import LiveryProtocol
import LiveryService

extension Command {
  static let reload = Command(
    "reload", "Have a running daemon read its configuration again",
    details: [
      "Returns at the end of the reload, and prints the new, the removed and the replaced bundles. Bundles with an unchanged configuration are "
        + "not touched, and their consumers stay; consumers of a removed bundle get a last event with the reason. Ignored parts of "
        + "the configuration are printed as warnings.",
      "An error in the configuration is printed with its place as FILE:LINE:COLUMN. Then nothing changes, and this "
        + "ends with 2. `liveryd --check-config` looks without changing anything.",
    ],
    options: [.socket, .timeout],
    examples: [Example("livery reload", "After an edit of livery.json.")],
    run: { (arguments, console) throws(CommandFailure) in
      let reply = try DaemonConnection(arguments).call(ThemeInterface.Reload())
      for warning in reply.warnings { console.complain(warning: ConfigurationProblem(warning)) }
      for (word, names) in [("added", reply.added), ("removed", reply.removed), ("replaced", reply.replaced)] {
        for name in names { console.output.write("\(word) \(name)\n") }
      }
      return .fine
    })
}

extension Console {
  /// Reports an ignored part of a configuration.
  func complain(warning: ConfigurationProblem) {
    let place = warning.place.map { "\($0): " } ?? ""
    complain(CommandFailure(.findings, "\(place)warning: \(warning.message)", help: warning.help))
  }
}
