// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The variables of the user's session, which a service of the user's manager may start without.
struct SessionVariables {
  /// Prints the variables of the user's manager, one a line.
  static let command = ["systemctl", "--user", "show-environment"]
  private static let names = ["DISPLAY", "WAYLAND_DISPLAY", "TMUX_TMPDIR", "XAUTHORITY"]

  /// The command, where this process is a service that started before the session; else empty.
  static var needed: [String] {
    let isService = environment("INVOCATION_ID") != nil
    return isService && environment("DISPLAY") == nil && environment("WAYLAND_DISPLAY") == nil ? command : []
  }

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
