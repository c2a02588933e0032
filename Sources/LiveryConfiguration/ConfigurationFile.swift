// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// The options of a configuration file and of the files in the directory beside it. Nil: no file sets the option.
package struct ConfigurationFile: Sendable, Equatable {
  /// In the order of the files. Nil: no file has `bundles`.
  package var bundles: [ConfiguredBundle]?
  package var socketPath: String?
  package var group: UInt32?
  package var stateDirectory: String?
  package var logLevel: LogLevel?
  package var limits = Limits()
  /// Ignored parts, such as unknown keys.
  package var warnings: [ConfigurationProblem] = []
  /// Places where a file replaces or removes a bundle of an earlier file.
  package var notes: [ConfigurationProblem] = []

  package init() {}

  /// Reads a file, and then the files of the directory beside it (`livery.json.d`), sorted by name. The last file that names a
  /// bundle defines the whole bundle; the last file that has an option sets it. Paths are relative to the directory of their file.
  ///
  /// An error in one file does not end the reading, so that all errors are reported at once.
  ///
  /// - Parameters:
  ///   - path: as errors print it.
  ///   - home: the directory that `~/` means.
  ///   - isRequired: whether it is an error when the file is not there. Its directory may be there all the same.
  package static func read(
    _ path: String, home: String?, isRequired: Bool = true
  ) throws(BadConfiguration) -> ConfigurationFile {
    var file = ConfigurationFile()
    var problems: [ConfigurationProblem] = []
    var sources = ConfigurationSources(path)
    for source in sources.paths(&problems) {
      guard let bytes = sources.read(source, isRequired: isRequired, &problems) else { continue }
      do throws(BadConfiguration) {
        file = try ConfigurationReader.read(bytes, path: source, home: home, over: file)
      } catch {
        problems += error.problems
      }
    }
    problems += file.contradictions
    guard problems.isEmpty else { throw BadConfiguration(problems: problems) }
    return file
  }

  /// The directory of further configuration files, beside a configuration file.
  package static func directory(of path: String) -> String { "\(path).d" }

  /// Errors that no single file has.
  private var contradictions: [ConfigurationProblem] {
    (bundles ?? []).filter { $0.contexts.count >= limits.contexts }.map { bundle in
      let message = "\(bundle.contexts.count) contexts are to be kept, and the limit `contexts` is \(limits.contexts)"
      return ConfigurationProblem(
        place: bundle.place, message: message, help: "one more is needed for whoever names none")
    }
  }
}
