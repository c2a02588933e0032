// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// What a configuration file says; what it leaves out is for the program to choose.
package struct ConfigurationFile: Sendable, Equatable {
  /// In the order of the file. Nil: the file has no `bundles`.
  package var bundles: [DaemonConfiguration.Bundle]?
  package var socketPath: String?
  package var group: UInt32?
  package var stateDirectory: String?
  package var logLevel: Log.Level?
  package var limits = Limits()
  /// What is passed over, such as unknown keys.
  package var warnings: [ConfigurationProblem] = []

  package init() {}

  /// Bytes that a configuration file may have.
  private static let longest = 1 << 20

  /// Reads a file; relative paths in it start at its directory.
  ///
  /// - Parameters:
  ///   - path: as people are to read it in errors.
  ///   - home: what `~/` stands for.
  package static func read(_ path: String, home: String?) throws(BadConfiguration) -> ConfigurationFile {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readFile(path, limit: longest)
    } catch {
      throw BadConfiguration(problems: [
        ConfigurationProblem(
          place: ConfigurationPlace(file: path), message: "the configuration cannot be read: \(error.errno.text)",
          help: "mend that, or name another file with --config")
      ])
    }
    return try ConfigurationReader.read(bytes, path: path, home: home)
  }
}
