// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
package import ThemeEngine
import ThemeWatch

/// Loads a bundle without watching it, for commands that need no daemon.
///
/// - Parameters:
///   - directory: any path to it.
///   - rootFile: the root file that the user named instead of the directory, relative to the directory.
/// - Returns: an engine of generation 0 that knows all files, and their paths, sorted.
/// - Throws: when the directory cannot be read. Errors of its files are findings.
package func loadOnce(
  name: String, directory: String, rootFile: String?
) throws(SystemError) -> (engine: ThemeEngine, paths: [String]) {
  let files = try readOnce(directory: directory)
  let engine = ThemeEngine(bundle: name, rootFile: rootFile, workers: WorkerThreads())
  engine.apply(files)
  return (engine, files.map(\.path))
}

/// The files of a bundle as they are now, sorted by their paths, for commands that need no daemon.
///
/// - Parameter directory: any path to it.
/// - Throws: when the directory cannot be read. Files that cannot be read have a finding in place of their bytes.
package func readOnce(directory: String) throws(SystemError) -> [FileChange] {
  var reader = BundleReader(path: directory)
  let settings = reader.readSettings()
  _ = reader.follow(settings)
  return reader.read(try walkBundle(directory, outside: settings.outside))
}

extension WorkerThreads: Workers {}
