// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
import TextComparison
package import ThemeEngine
package import ThemeModel
import ThemeWatch

/// Reads the files of a bundle. Links may lead out of it only into the directories that the manifest lists as `outside`.
package struct BundleReader: Sendable {
  /// Any path to the bundle's directory. Links on it may change.
  package let path: String
  /// The maximum bytes of a file, unless the manifest or the caller sets the limit.
  package static let maximumFileSize = 64 << 20
  /// The maximum bytes of a file, unless the manifest sets a limit.
  private let usualLimit: Int
  private var settings = BundleSettings()

  /// The maximum bytes of a file. The manifest does not limit itself.
  package func limit(of path: String) -> Int {
    guard let limit = settings.fileSize, Bytewise(path) != Bytewise(BundleSettings.manifestPath) else {
      return usualLimit
    }
    return limit
  }

  package init(path: String, limit: Int = maximumFileSize) {
    self.path = path
    usualLimit = limit
  }

  /// Applies the settings of a manifest. Returns whether reading a file may give a different result now.
  package mutating func apply(_ settings: BundleSettings) -> Bool {
    let old = self.settings
    self.settings = settings
    return Bytewise(old.bounds.outside) != Bytewise(settings.bounds.outside) || old.fileSize != settings.fileSize
  }

  /// The settings of the manifest as it is now. Reads and parses it.
  package func readSettings() -> BundleSettings { BundleSettings(manifest: readManifest().content) }

  /// The manifest as it is now. A link that leads nowhere, a directory or a FIFO in its place is unreadable, although no list of a
  /// bundle's files has it.
  package func readManifest() -> FileChange {
    read([BundleSettings.manifestPath]).first ?? FileChange(path: BundleSettings.manifestPath, content: .gone)
  }

  /// The bundle's directory as it is now, absolute and without links.
  package func directory() throws(SystemError) -> String { try realPath(path) }

  /// Whether a path is valid for a present or future file of the bundle, the manifest excluded: the bundle reads files of this
  /// name, and no link on the path leads out of the bundle.
  package func mayHave(_ file: String) -> Bool {
    let names = file.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    guard Bytewise(file) != Bytewise(BundleSettings.manifestPath), !file.utf8.contains(0), let last = names.last,
      isCandidate(last), !names.contains(where: isIgnored), let directory = try? directory()
    else { return false }
    let extent = BundleExtent(root: directory, lookingUp: settings.bounds)
    // Missing directories may be created later.
    for count in (1...names.count).reversed() {
      let path = "\(directory)/\(names.prefix(count).joined(separator: "/"))"
      do throws(SystemError) {
        return extent.contains(try realPath(path))
      } catch {
        guard error.errno == .noSuchFile, (try? linkStatus(path)) == nil else { return false }
      }
    }
    return true
  }

  /// The files as they are now.
  ///
  /// - Parameter files: relative to the directory.
  package func read(_ files: [String]) -> [FileChange] {
    var shared = SharedFiles()
    return read(files, noting: &shared)
  }

  /// Reads the files, and records which of them have several names.
  package func read(_ files: [String], noting shared: inout SharedFiles) -> [FileChange] {
    do throws(SystemError) {
      return read(files, in: try OpenDirectory(path), noting: &shared)
    } catch {
      return files.map { FileChange(path: $0, content: content(of: $0, after: error)) }
    }
  }

  private func read(
    _ files: [String], in open: borrowing OpenDirectory, noting shared: inout SharedFiles
  ) -> [FileChange] {
    var changes: [FileChange] = []
    changes.reserveCapacity(files.count)
    var extent: BundleExtent?
    for path in files {
      let content: FileChange.Content
      do throws(SystemError) {
        // Reads nearly all files. The slow path below finds the reason of an error, and follows links that the manifest permits.
        let reading = try open.reading(of: path, limit: limit(of: path))
        shared.note(path, reading)
        content = .bytes(reading.bytes)
      } catch {
        content =
          error.errno == .noSuchFile && isNoName(path)
          ? absence(of: path)
          : resolvedContent(of: path, in: &extent, noting: &shared)
      }
      changes.append(FileChange(path: path, content: content))
    }
    return changes
  }

  /// The content of a path at which nothing is found. A file is listed whose name is not UTF-8, and no text leads to it.
  private func absence(of path: String) -> FileChange.Content {
    guard hasReplacedBytes(path) else { return .gone }
    return .unreadable(Self.nameIsNotUTF8(path))
  }

  /// - Parameter path: with U+FFFD in place of the wrong bytes.
  package static func nameIsNotUTF8(_ path: String) -> Finding {
    Finding(.unreadable, "the name of `\(path)` is not UTF-8", help: "rename the file")
  }

  /// Whether nothing exists at the path, not even a link.
  private func isNoName(_ path: String) -> Bool {
    do throws(SystemError) {
      _ = try linkStatus("\(self.path)/\(path)")
      return false
    } catch {
      return error.errno == .noSuchFile
    }
  }

  /// - Parameter extent: of the bundle, looked up for the first file that needs it: a manifest may permit many directories.
  private func resolvedContent(
    of path: String, in extent: inout BundleExtent?, noting shared: inout SharedFiles
  ) -> FileChange.Content {
    if path != BundleSettings.manifestPath, let extent { return content(of: path, in: extent, noting: &shared) }
    let directory: String
    do throws(SystemError) {
      directory = try self.directory()
    } catch {
      return content(of: path, after: error)
    }
    // The manifest cannot permit a link for itself.
    if path == BundleSettings.manifestPath {
      return content(of: path, in: BundleExtent(root: directory, lookingUp: BundleBounds()), noting: &shared)
    }
    let found = BundleExtent(root: directory, lookingUp: settings.bounds)
    extent = found
    return content(of: path, in: found, noting: &shared)
  }

  private func content(
    of path: String, in extent: BundleExtent, noting shared: inout SharedFiles
  ) -> FileChange.Content {
    let full = "\(extent.root)/\(path)"
    do throws(SystemError) {
      let real = try realPath(full)
      guard extent.contains(real) else {
        return .unreadable(Self.leadsOut(path, to: real))
      }
      let reading = try reading(of: real, limit: limit(of: path))
      shared.note(path, reading)
      return .bytes(reading.bytes)
    } catch {
      if let status = try? fileStatus(full) { shared.noteUnreadable(path, status) }
      // A link without a target is reported; a missing file is not.
      if error.errno.isAbsence, (try? linkStatus(full))?.kind == .link {
        return .unreadable(Self.leadsNowhere(path, full))
      }
      return content(of: path, after: error)
    }
  }

  /// - Parameter real: the target of the link, absolute and without links.
  private static func leadsOut(_ path: String, to real: String) -> Finding {
    let isDirectory = (try? fileStatus(real))?.kind == .directory
    return Finding(
      .outsideBundle, "`\(path)` is a link that leads out of the bundle, to `\(real)`",
      help: isDirectory
        ? "copy the directory into the bundle, list it as `outside` in `livery.json`, or list the link as `exclude` there"
        : "copy the file into the bundle, or list a directory above it as `outside` in its `livery.json`")
  }

  /// - Parameter full: the absolute path of the link.
  private static func leadsNowhere(_ path: String, _ full: String) -> Finding {
    let help = "create the file, or remove the link"
    guard let target = try? linkTarget(full) else {
      return Finding(.unreadable, "`\(path)` is a link that leads nowhere", help: help)
    }
    let isAbsolute = target.utf8.first == UInt8(ascii: "/")
    // A target that exists is a link that leads nowhere itself.
    if (try? linkStatus(isAbsolute ? target : "\(ThemeModel.directory(of: full))/\(target)")) != nil {
      return Finding(.unreadable, "`\(path)` is a link to `\(target)`, which leads nowhere", help: help)
    }
    return Finding(.unreadable, "`\(path)` is a link to `\(target)`, which does not exist", help: help)
  }

  private func isDirectory(_ path: String) -> Bool { (try? fileStatus("\(self.path)/\(path)"))?.kind == .directory }

  /// Gone for a directory that can be read, since it is not a file. The files of another one are unknown.
  private func directoryContent(of path: String) -> FileChange.Content {
    do throws(SystemError) {
      try checkIsListable("\(self.path)/\(path)")
      return .gone
    } catch {
      guard !error.errno.isAbsence else { return .gone }
      return .unreadable(
        Finding(
          .unreadable, "the directory `\(path)` cannot be read: \(error.errno.text)",
          help: "make it readable, or list it as `exclude` in `livery.json`"))
    }
  }

  private func content(of path: String, after error: SystemError) -> FileChange.Content {
    let isManifest = Bytewise(path) == Bytewise(BundleSettings.manifestPath)
    switch error.errno {
    case .noSuchFile, .notDirectory: return .gone
    // A directory counts as missing, except in place of the manifest.
    case .isDirectory where !isManifest: return directoryContent(of: path)
    case .accessDenied where !isManifest && isDirectory(path): return directoryContent(of: path)
    case .fileTooLarge:
      return .unreadable(Finding(.limit, "`\(path)` has more than \(limit(of: path)) bytes"))
    default:
      let reason = error.detail ?? error.errno.text
      return .unreadable(Finding(.unreadable, "`\(path)` cannot be read: \(reason)"))
    }
  }
}

extension Errno {
  /// Whether the error means that the file does not exist.
  fileprivate var isAbsence: Bool { self == .noSuchFile || self == .notDirectory }
}
