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
    var holders: Set<Holder>
    /// What was found at the end, as long as nobody tells when that changes.
    var sight: FileStatus?
  }

  /// A directory that is watched because links lead through it, and the path under which they do.
  private struct Holder: Hashable {
    let identity: FileIdentity
    @Bytewise private(set) var path: String
  }

  private let id: RootID
  private let table: WatchTable
  private var extent = BundleExtent(root: "/", outside: [])
  private var links = PathTable<Link>()
  /// The links that lead through a name, by the name's real path.
  private var users: BytewiseDictionary<BytewiseSet> = [:]
  /// The links that each directory is watched for. However many these are, the watch has one use.
  private var held: [Holder: BytewiseSet] = [:]
  /// The links that lead through directories for which no watch was to be had.
  private var unwatched: BytewiseSet = []

  /// The links that lead through directories in which nothing is watched: they are no part of the bundle.
  private var strays: BytewiseSet = []

  /// Whether a watch was refused for want of watches.
  var lacksWatches: Bool { !unwatched.isEmpty }

  init(id: RootID, table: WatchTable) {
    self.id = id
    self.table = table
  }

  /// The links that lead through a name, given with its real path.
  func links(through name: String) -> BytewiseSet { users[name] ?? [] }

  /// The links that lead through a directory, given with its real path.
  func links(throughDirectory path: String, _ identity: FileIdentity) -> BytewiseSet {
    held[Holder(identity: identity, path: path)] ?? []
  }

  /// Finds out where a link leads and remembers it, in place of what was known.
  ///
  /// - Parameter directory: the one that holds the link, absolute and without links.
  func resolve(_ path: String, in directory: String) -> PathTrail {
    forget(path)
    var trail = PathTrail(of: lastName(of: path), from: directory)
    var holders: Set<Holder> = []
    // Watched first and resolved again, until both agree: a swap in between would go unseen.
    for _ in 0..<5 {
      holders.formUnion(hold(trail, for: path))
      let again = PathTrail(of: lastName(of: path), from: directory)
      if again == trail { break }
      trail = again
    }
    for step in trail.steps.dropFirst() { users[step.path, default: []].insert(path) }
    if trail.steps.dropFirst().contains(where: { !extent.contains($0.directory) }) { strays.insert(path) }
    let sight = unwatched.contains(path) ? try? fileStatus(trail.real) : nil
    links[path] = Link(trail: trail, holders: holders, sight: sight)
    return trail
  }

  func forget(_ path: String) {
    guard let link = links[path] else { return }
    links[path] = nil
    for step in link.trail.steps {
      users[step.path]?.remove(path)
      if users[step.path]?.isEmpty == true { users[step.path] = nil }
    }
    for holder in link.holders { release(holder, for: path) }
    unwatched.remove(path)
    strays.remove(path)
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

  /// The links that lead through directories in which nothing is watched, and elsewhere than they did. Cost follows the number
  /// of such links.
  func lookAtStrays() -> [String] {
    strays.sorted().filter { path in
      guard let link = links[path], let directory = link.trail.steps.first?.directory else { return false }
      return PathTrail(of: lastName(of: path), from: directory) != link.trail
    }
  }

  /// Forgets the links that lie in a directory, the directory's own path left out. Cost follows their number.
  func forget(below path: String) {
    for (link, _) in links.within(path) where Bytewise(link) != Bytewise(path) { forget(link) }
  }

  /// Learns all links anew by a walk that resolves them, keeping the watches that both need.
  func renew(_ extent: BundleExtent?, _ walk: () -> Void) {
    let old = links
    (links, users, unwatched, strays) = (PathTable(), [:], [], [])
    if let extent { self.extent = extent }
    walk()
    for (path, link) in old {
      for holder in link.holders.subtracting(links[path]?.holders ?? []) { release(holder, for: path) }
    }
  }

  private func release(_ holder: Holder, for link: String) {
    held[holder]?.remove(link)
    guard held[holder]?.isEmpty == true else { return }
    held[holder] = nil
    table.release(holder.identity, from: .passage(id, directory: holder.path))
  }

  private func hold(_ trail: PathTrail, for link: String) -> Set<Holder> {
    var holders: Set<Holder> = []
    for directory in BytewiseSet(trail.steps.dropFirst().map(\.directory)) where extent.contains(directory) {
      do throws(SystemError) {
        let scope: Inotify.Scope = Bytewise(directory) == Bytewise(trail.fileHolder) ? .contents : .names
        let identity = try table.hold(directory, scope, for: .passage(id, directory: directory))
        let holder = Holder(identity: identity, path: directory)
        holders.insert(holder)
        held[holder, default: []].insert(link)
      } catch {
        if error.isShortageOfWatches { unwatched.insert(link) }
      }
    }
    return holders
  }
}
