// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// Follows the path of a bundle from outside: notices when the path names a different directory or none, and finds it
/// again.
///
/// Each directory on the way is watched for its own move. The names in a directory are watched only where they matter: around
/// the root, around each link on the way, and in the last existing directory while the root is missing.
final class RootAnchor {
  private let path: String
  private let use: WatchTable.Use
  private let table: WatchTable
  private var held: Set<FileIdentity> = []
  private var names: BytewiseSet = []
  private(set) var lacksWatches = false
  private var isRemote = false
  /// Whether the path may change without an event.
  var needsPolling: Bool { lacksWatches || isRemote }

  /// - Parameter path: absolute; it may contain links.
  init(path: String, use: WatchTable.Use, table: WatchTable) {
    self.path = path
    self.use = use
    self.table = table
  }

  /// Whether the path leads through this name.
  func leadsThrough(_ name: String) -> Bool { names.contains(name) }

  /// The root, absolute and without links. Nil if the directory does not exist.
  func locate() -> String? {
    var resolution = PathResolution(of: path, from: "/")
    var wanted: Set<FileIdentity> = []
    lacksWatches = false
    // Watches first and resolves again until both agree. A change in between would go unnoticed.
    for _ in 0..<5 {
      wanted.formUnion(hold(resolution))
      let again = PathResolution(of: path, from: "/")
      if again == resolution { break }
      resolution = again
    }
    for identity in held.subtracting(wanted) { table.release(identity, from: use) }
    held = wanted
    names = BytewiseSet(resolution.steps.map(\.path))
    isRemote = (try? fileStatus(resolution.real).identity).map { table.isRemote(resolution.real, $0) } ?? false
    guard case .found(.directory, _) = resolution.end else { return nil }
    return resolution.real
  }

  func close() {
    for identity in held { table.release(identity, from: use) }
    held = []
  }

  private func hold(_ resolution: PathResolution) -> Set<FileIdentity> {
    var scopes: BytewiseDictionary<Inotify.Scope> = [:]
    for (index, step) in resolution.steps.enumerated() {
      if step.isLink || index == resolution.steps.count - 1 {
        scopes[step.directory] = .names
      } else if scopes[step.directory] == nil {
        scopes[step.directory] = .itself
      }
    }
    var identities: Set<FileIdentity> = []
    for (directory, scope) in scopes {
      do throws(SystemError) {
        identities.insert(try table.hold(directory, scope, for: use))
      } catch {
        // A directory above the root that may not be read cannot be watched. Events of the root itself cover most changes.
        if error.isShortageOfWatches { lacksWatches = true }
      }
    }
    return identities
  }
}
