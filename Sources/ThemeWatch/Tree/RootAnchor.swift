// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// Holds on to the path of a bundle from outside: notices when it comes to lead elsewhere or nowhere, and finds it again.
///
/// Each directory on the way is watched for being moved; the names in it are watched only where one matters: around the
/// root itself, around each link on the way, and in the last directory that there is while the root is missing.
final class RootAnchor {
  private let path: String
  private let use: WatchTable.Use
  private let table: WatchTable
  private var held: Set<FileIdentity> = []
  private var names: BytewiseSet = []
  private(set) var lacksWatches = false
  private var isRemote = false
  /// Whether the path may come to lead elsewhere unheard.
  var needsPolling: Bool { lacksWatches || isRemote }

  /// - Parameter path: absolute; it may lead through links.
  init(path: String, use: WatchTable.Use, table: WatchTable) {
    self.path = path
    self.use = use
    self.table = table
  }

  /// Whether the path leads through this name.
  func leadsThrough(_ name: String) -> Bool { names.contains(name) }

  /// Where the root is now, absolute and without links; nothing when there is no such directory.
  func locate() -> String? {
    var trail = PathTrail(of: path, from: "/")
    var wanted: Set<FileIdentity> = []
    lacksWatches = false
    // Watched first and resolved again, until both agree: a change in between would go unseen.
    for _ in 0..<5 {
      wanted.formUnion(hold(trail))
      let again = PathTrail(of: path, from: "/")
      if again == trail { break }
      trail = again
    }
    for identity in held.subtracting(wanted) { table.release(identity, from: use) }
    held = wanted
    names = BytewiseSet(trail.steps.map(\.path))
    isRemote = (try? fileStatus(trail.real).identity).map { table.isRemote(trail.real, $0) } ?? false
    guard case .found(.directory, _) = trail.end else { return nil }
    return trail.real
  }

  func close() {
    for identity in held { table.release(identity, from: use) }
    held = []
  }

  private func hold(_ trail: PathTrail) -> Set<FileIdentity> {
    var scopes: BytewiseDictionary<Inotify.Scope> = [:]
    for (index, step) in trail.steps.enumerated() {
      if step.isLink || index == trail.steps.count - 1 {
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
        // One above the root that may not be read cannot be watched; the root tells most of it by itself.
        if error.isShortageOfWatches { lacksWatches = true }
      }
    }
    return identities
  }
}
