// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The variables of the user's session, which a service of the user's manager may start without.
struct SessionVariables {
  /// Prints the variables of the user's manager, one a line.
  static let command = ["systemctl", "--user", "show-environment"]
  private static let names = ["DISPLAY", "WAYLAND_DISPLAY", "TMUX_TMPDIR", "XAUTHORITY"]

  /// Whether this process is a service of the user's manager: a session may have begun, or ended, since it started.
  static var mayDiffer: Bool { environment("INVOCATION_ID") != nil }

  private var values: BytewiseDictionary<String> = [:]

  /// - Parameter output: of the command. A value that it has to quote is left out.
  init(of output: [UInt8]) {
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let value = line[line.index(after: equals)...]
      if Self.names.containsBytewise(String(line[..<equals])), !value.hasPrefix("$'") {
        values[String(line[..<equals])] = String(value)
      }
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// The variables as `NAME=VALUE`.
  var assignments: [String] { values.map { "\($0.key)=\($0.value)" } }
}
