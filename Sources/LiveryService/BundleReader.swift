// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
package import ThemeEngine
import ThemeModel

/// Reads the files of a bundle, and nothing outside of it.
package struct BundleReader: Sendable {
  /// Any path to the bundle's directory. Where it leads may change.
  package let path: String
  /// Bytes that a file may have.
  private let limit: Int

  package init(path: String, limit: Int = Limits().file) {
    self.path = path
    self.limit = limit
  }

  /// The bundle's directory as it is now, absolute and without links.
  package func directory() throws(SystemError) -> String { try realPath(path) }

  /// The files as they are now.
  ///
  /// - Parameter files: relative to the directory.
  package func read(_ files: [String]) -> [FileChange] {
    guard let directory = try? directory() else { return files.map { FileChange(path: $0, content: .gone) } }
    return files.map { FileChange(path: $0, content: content(of: $0, in: directory)) }
  }

  private func content(of path: String, in directory: String) -> FileChange.Content {
    let full = "\(directory)/\(path)"
    do throws(SystemError) {
      let real = try realPath(full)
      guard real.hasPrefix(directory == "/" ? "/" : "\(directory)/") else {
        return .unreadable(
          Finding(
            .outsideBundle, "`\(path)` is a link that leads out of the bundle, to `\(real)`",
            help: "copy the file into the bundle"))
      }
      return .bytes(try readFile(real, limit: limit))
    } catch {
      return content(of: path, full, after: error)
    }
  }

  private func content(of path: String, _ full: String, after error: SystemError) -> FileChange.Content {
    switch error.errno {
    case .noSuchFile, .notDirectory:
      // A link that is there and leads nowhere is a mistake worth telling; a file that is not there is none.
      guard (try? linkStatus(full))?.kind == .link else { return .gone }
      return .unreadable(Finding(.unreadable, "`\(path)` is a link that leads nowhere"))
    case .isDirectory: return .gone
    case .fileTooLarge:
      return .unreadable(Finding(.limit, "`\(path)` has more than \(limit) bytes"))
    default:
      let reason = error.detail ?? error.errno.text
      return .unreadable(Finding(.unreadable, "`\(path)` cannot be read: \(reason)"))
    }
  }
}
