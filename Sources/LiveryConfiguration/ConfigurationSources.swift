// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The files of a configuration on disk: the main file, and the files of the directory beside it, for packages and administrators.
struct ConfigurationSources {
  /// The path of the main file.
  private let main: String
  private var bytesLeft = Self.maximumBytes

  /// Bytes of one file.
  static let maximumFileBytes = 1 << 20
  /// Bytes of all files.
  static let maximumBytes = 1 << 24
  /// Files in the directory.
  static let maximumFiles = 1024

  init(_ main: String) { self.main = main }

  /// The paths of all files, in the order of reading. The directory may be missing.
  func paths(_ problems: inout [ConfigurationProblem]) -> [String] {
    let directory = ConfigurationFile.directory(of: main)
    let entries: [DirectoryEntry]
    do throws(SystemError) {
      entries = try listDirectory(directory)
    } catch {
      // A link to nothing is there, and its files are not.
      let isMissing = error.errno == .noSuchFile || error.errno == .notDirectory
      if !isMissing || (try? linkStatus(directory)) != nil {
        problems.append(problem(directory, error, help: "it is the directory of further configuration files"))
      }
      return [main]
    }
    let names = entries.map(\.name).filter(Self.isConfiguration).sortedBytewise()
    guard names.count <= Self.maximumFiles else {
      problems.append(
        ConfigurationProblem(
          place: ConfigurationPlace(file: directory),
          message: "\(names.count) configuration files are more than \(Self.maximumFiles)",
          help: "put several bundles into one file"))
      return [main]
    }
    return [main] + names.map { "\(directory)/\($0)" }
  }

  /// Hidden files, and the backup files of editors and dpkg (`x.json~`, `x.json.dpkg-old`), are ignored.
  private static func isConfiguration(_ name: String) -> Bool { name.hasSuffix(".json") && !name.hasPrefix(".") }

  /// The bytes of a file. Nil when it is ignored, or cannot be read, which adds a problem.
  ///
  /// - Parameter isRequired: whether the main file has to exist.
  mutating func read(
    _ path: String, isRequired: Bool, _ problems: inout [ConfigurationProblem]
  ) -> [UInt8]? {
    let isMain = Bytewise(path) == Bytewise(main)
    do throws(SystemError) {
      let bytes = try readFile(path, limit: min(Self.maximumFileBytes, bytesLeft))
      bytesLeft -= bytes.count
      return bytes
    } catch {
      // A file may go after the directory was read, for instance while an editor replaces it.
      let isGone = (error.errno == .noSuchFile || error.errno == .notDirectory) && (try? linkStatus(path)) == nil
      guard isGone, !isMain || !isRequired else {
        let help = isMain ? "make it readable, or name another file with --config" : "make it readable, or remove it"
        problems.append(problem(path, error, help: help))
        return nil
      }
      return nil
    }
  }

  private func problem(_ path: String, _ error: SystemError, help: String) -> ConfigurationProblem {
    let detail = error.detail.map { " (\($0))" } ?? ""
    return ConfigurationProblem(
      place: ConfigurationPlace(file: path),
      message: "the configuration cannot be read: \(error.errno.text)\(detail)", help: help)
  }
}
