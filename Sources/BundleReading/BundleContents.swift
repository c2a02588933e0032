// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
import TextComparison
package import ThemeEngine
import ThemeModel
import ThemeWatch

/// The files of a bundle as they are now, for commands that need no daemon. Each file is read once.
package struct BundleContents {
  package let settings: BundleSettings
  /// Sorted by path. A file that cannot be read has a finding in place of its bytes.
  package let files: [FileChange]

  /// - Parameters:
  ///   - directory: any path to it.
  ///   - leftOut: the path of a file that is not one of the bundle, relative to the directory.
  /// - Throws: when the directory cannot be read.
  package init(directory: String, leavingOut leftOut: String? = nil) throws(SystemError) {
    var reader = BundleReader(path: directory)
    let manifest = reader.readManifest()
    settings = BundleSettings(manifest: manifest.content)
    _ = reader.apply(settings)
    var paths = try walkBundle(directory, settings.bounds)
    let others = BytewiseSet([manifest.path, leftOut].compactMap(\.self))
    paths.removeAll(where: others.contains)
    var files = Self.read(paths, reader)
    switch manifest.content {
    case .bytes, .unreadable: files.append(manifest)
    case .gone: break
    }
    files.sort { Bytewise($0.path) < Bytewise($1.path) }
    self.files = files
  }

  /// The bytes of all files.
  package var byteCount: Int {
    files.reduce(0) { count, file in
      if case .bytes(let bytes) = file.content { count + bytes.count } else { count }
    }
  }

  /// Files that one thread reads at a time, for which it opens the directory.
  private static let filesAtOnce = 8

  /// Reads files on all cores: opening and closing them takes most of the time.
  private static func read(_ paths: [String], _ reader: BundleReader) -> [FileChange] {
    var files: [FileChange] = []
    files.reserveCapacity(paths.count + 1)
    WorkerThreads().inOrder((paths.count + filesAtOnce - 1) / filesAtOnce) { number in
      reader.read(Array(paths.dropFirst(number * filesAtOnce).prefix(filesAtOnce)))
    } take: {
      files += $1
    }
    return files
  }

  /// A new engine of generation 0 that knows all files.
  ///
  /// - Parameters:
  ///   - rootFile: the root file that the user named instead of the directory, relative to the directory.
  ///   - isStrict: see `ThemeEngine`.
  package func engine(named name: String, rootFile: String?, isStrict: Bool = false) -> ThemeEngine {
    let engine = ThemeEngine(bundle: name, rootFile: rootFile, isStrict: isStrict, workers: WorkerThreads())
    engine.apply(files)
    return engine
  }
}

extension WorkerThreads: Workers {}
