// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// What a configuration says: a file and the files of the directory beside it. What it leaves out is for the program to choose.
package struct ConfigurationFile: Sendable, Equatable {
  /// In the order of the files. Nil: no file has `bundles`.
  package var bundles: [ConfiguredBundle]?
  package var socketPath: String?
  package var group: UInt32?
  package var stateDirectory: String?
  package var logLevel: LogLevel?
  package var limits = Limits()
  /// What is passed over, such as unknown keys.
  package var warnings: [ConfigurationProblem] = []
  /// Where a file changes what an earlier file says of a bundle.
  package var notes: [ConfigurationProblem] = []

  package init() {}

  /// Reads a file, and over it those of the directory beside it (`livery.json.d`), in the order of their names. Of a bundle the
  /// last file that names it counts, whole; of each other option the last file that has it. Relative paths start at the
  /// directory of the file that has them.
  ///
  /// All files are read, whatever is wrong with one of them, so that all that is wrong is reported at once.
  ///
  /// - Parameters:
  ///   - path: as people are to read it in errors.
  ///   - home: what `~/` stands for.
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

  /// The directory beside a configuration file, where further ones are.
  package static func directory(of path: String) -> String { "\(path).d" }

  /// What no file says wrong by itself.
  private var contradictions: [ConfigurationProblem] {
    (bundles ?? []).filter { $0.contexts.count >= limits.contexts }.map { bundle in
      let message = "\(bundle.contexts.count) contexts are to be kept, and the limit `contexts` is \(limits.contexts)"
      return ConfigurationProblem(
        place: bundle.place, message: message, help: "one more is needed for whoever names none")
    }
  }
}
