// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The links of a bundle: where each leads, and which names it leads through, so that a change of any of these is one of
/// the link.
///
/// Every directory of the bundle that a link leads through is watched, also those that are hidden and no content, and so are
/// those outside that links may lead into. Of the one that holds the file at the end, what is written to it counts too.
final class LinkTable {
  private struct Link {
    let trail: PathTrail
    var holders: Set<FileIdentity>
    /// What was found at the end, as long as nobody tells when that changes.
    var sight: FileStatus?
  }

  private let id: RootID
  private let table: WatchTable
  /// The bundle's root, absolute and without links.
  private var root = "/"
  /// The directories outside of it that links may lead into, absolute and without links.
  private var outside: [String] = []
  private var links: BytewiseDictionary<Link> = [:]
  /// The links that lead through a name, by the name's real path.
  private var users: BytewiseDictionary<BytewiseSet> = [:]
  /// The links that lead through directories for which no watch was to be had.
  private var unwatched: BytewiseSet = []

  /// Whether a watch was refused for want of watches.
  var lacksWatches: Bool { !unwatched.isEmpty }

  init(id: RootID, table: WatchTable) {
    self.id = id
    self.table = table
  }

  /// The links that lead through a name, given with its real path.
  func links(through name: String) -> BytewiseSet { users[name] ?? [] }

  /// Finds out where a link leads and remembers it, in place of what was known.
  ///
  /// - Parameter directory: the one that holds the link, absolute and without links.
  func resolve(_ path: String, in directory: String) -> PathTrail {
    forget(path)
    var trail = PathTrail(of: lastName(of: path), from: directory)
    var holders: Set<FileIdentity> = []
    // Watched first and resolved again, until both agree: a swap in between would go unseen.
    for _ in 0..<5 {
      holders.formUnion(hold(trail, for: path))
      let again = PathTrail(of: lastName(of: path), from: directory)
      if again == trail { break }
      trail = again
    }
    for step in trail.steps.dropFirst() { users[step.path, default: []].insert(path) }
    let sight = unwatched.contains(path) ? try? fileStatus(trail.real) : nil
    links[path] = Link(trail: trail, holders: holders, sight: sight)
    return trail
  }

  func forget(_ path: String) {
    guard let link = links.removeValue(forKey: path) else { return }
    for step in link.trail.steps {
      users[step.path]?.remove(path)
      if users[step.path]?.isEmpty == true { users[step.path] = nil }
    }
    for holder in link.holders { table.release(holder, from: .passage(id, link: path)) }
    unwatched.remove(path)
  }

  /// Tries again to watch what could not be watched, and answers which of these links are not as they were.
  func lookAtUnwatched() -> [String] {
    unwatched.sorted().filter { path in
      guard let link = links[path], let directory = link.trail.steps.first?.directory else { return false }
      unwatched.remove(path)
      let holders = hold(link.trail, for: path)
      links[path]?.holders.formUnion(holders)
      let sight = try? fileStatus(link.trail.real)
      links[path]?.sight = sight
      return PathTrail(of: lastName(of: path), from: directory) != link.trail || sight != link.sight
    }
  }

  /// Forgets the links that lie in a directory, the directory's own path left out.
  func forget(below path: String) {
    for link in links.keys.filter({ isWithin($0, path) && Bytewise($0) != Bytewise(path) }) { forget(link) }
  }

  /// Learns all links anew by a walk that resolves them, keeping the watches that both need.
  func renew(root: String?, outside: [String], _ walk: () -> Void) {
    let old = links
    (links, users, unwatched) = ([:], [:], [])
    if let root { self.root = root }
    self.outside = outside
    walk()
    for (path, link) in old {
      for holder in link.holders.subtracting(links[path]?.holders ?? []) {
        table.release(holder, from: .passage(id, link: path))
      }
    }
  }

  private func hold(_ trail: PathTrail, for link: String) -> Set<FileIdentity> {
    var holders: Set<FileIdentity> = []
    for directory in BytewiseSet(trail.steps.dropFirst().map(\.directory)) where isFollowed(directory) {
      do throws(SystemError) {
        let scope: Inotify.Scope = Bytewise(directory) == Bytewise(trail.fileHolder) ? .contents : .names
        holders.insert(try table.hold(directory, scope, for: .passage(id, link: link)))
      } catch {
        if error.isShortageOfWatches { unwatched.insert(link) }
      }
    }
    return holders
  }

  private func isFollowed(_ directory: String) -> Bool {
    isWithin(directory, root) || outside.contains { isWithin(directory, $0) }
  }
}
