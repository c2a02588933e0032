// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
package import ThemeEngine
import ThemeWatch

/// Reads a bundle once and watches nothing: for commands that need no daemon.
///
/// - Parameters:
///   - directory: any path to it.
///   - rootFile: the root that the user named instead of the directory, relative to it.
/// - Returns: an engine of generation 0 that knows all files, and their paths, sorted.
/// - Throws: when the directory itself cannot be read; what is wrong with its files are findings.
package func loadOnce(
  name: String, directory: String, rootFile: String?
) throws(SystemError) -> (engine: ThemeEngine, paths: [String]) {
  var reader = BundleReader(path: directory)
  let settings = reader.readSettings()
  _ = reader.follow(settings)
  let paths = try walkBundle(directory, outside: settings.outside)
  let engine = ThemeEngine(bundle: name, rootFile: rootFile)
  engine.apply(reader.read(paths))
  return (engine, paths)
}
