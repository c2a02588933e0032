// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
package import LiveryConfiguration

/// The outputs of a user: `livery/outputs.json` in the user's directory of configuration.
package struct OutputConfiguration: Sendable {
  package var outputs: [ConfiguredOutput] = []

  private static let maximumBytes = 1 << 20

  package init() {}

  /// Reads a configuration. Reports all errors at once, with their places.
  ///
  /// Whoever may write the file has programs run, so that only this user and root may: other files are refused.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - home: the directory that `~/` means.
  package static func read(_ path: String, home: String?) throws(BadConfiguration) -> OutputConfiguration {
    let reading: FileReading
    do throws(SystemError) {
      reading = try LinuxIO.reading(of: path, limit: maximumBytes)
    } catch {
      let help =
        error.errno == .noSuchFile
        ? #"write { "outputs": [{ "name": "kitty", "format": "kitty", "file": "~/.config/kitty/livery.conf" }] }"#
        : "make it readable, or name another file with --config"
      throw BadConfiguration(problems: [
        ConfigurationProblem(
          place: ConfigurationPlace(file: path),
          message: "the outputs cannot be read: \(error.errno.text)\(error.detail.map { " (\($0))" } ?? "")", help: help
        )
      ])
    }
    if let problem = problem(of: reading.status, path) { throw BadConfiguration(problems: [problem]) }
    return try OutputConfigurationReader.read(reading.bytes, path: path, home: home)
  }

  private static func problem(of status: FileStatus, _ path: String) -> ConfigurationProblem? {
    let place = ConfigurationPlace(file: path)
    guard status.user == effectiveUser || status.user == 0 else {
      return ConfigurationProblem(
        place: place, message: "the outputs belong to another user, who could have programs run",
        help: "write the file yourself")
    }
    guard status.mode & 0o022 == 0 else {
      return ConfigurationProblem(
        place: place, message: "other users may write to the outputs, and could have programs run",
        help: "chmod go-w \(path)")
    }
    return nil
  }

  /// The file of this user. Nil without a home.
  package static var usualPath: String? {
    if let directory = environment("XDG_CONFIG_HOME"), directory.utf8.first == UInt8(ascii: "/") {
      return "\(directory)/livery/outputs.json"
    }
    return environment("HOME").flatMap { $0.isEmpty ? nil : "\($0)/.config/livery/outputs.json" }
  }
}
