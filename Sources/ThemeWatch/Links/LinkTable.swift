// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison
import ThemeModel

/// The links of a bundle: the target of each, and the names that it passes, so that a change of such a name marks the link.
///
/// Watches each directory of the bundle that a link passes, including hidden ones, and those outside that links may lead
/// into. In the directory of the target file, writes count too.
final class LinkTable {
  private struct Link {
    let resolution: PathResolution
    var holders: Set<Holder>
    /// The status of the target, if it changes without events.
    var targetStatus: FileStatus?
  }

  /// A directory that is watched because links pass it, with the path that they use.
  private struct Holder: Hashable {
    let identity: FileIdentity
    @Bytewise private(set) var path: String
  }

  private let id: RootID
  private let table: WatchTable
  private var extent = BundleExtent(root: "/", BundleBounds(), outside: [])
  private var links = PathTable<Link>()
  /// The links that pass a name, by the real path of the name.
  private var users: BytewiseDictionary<BytewiseSet> = [:]
  /// The links for which a directory is watched. The watch has one use for all of them.
  private var held: [Holder: BytewiseSet] = [:]
  /// The links that pass directories for which no watch is available.
  private var unwatched: BytewiseSet = []

  /// The links that pass unwatched directories, which are not a part of the bundle.
  private var strays: BytewiseSet = []

  /// Whether the system refused a watch because of a limit.
  var lacksWatches: Bool { !unwatched.isEmpty }

  init(id: RootID, table: WatchTable) {
    self.id = id
    self.table = table
  }

  /// The links that pass a name, given by its real path.
  func links(through name: String) -> BytewiseSet { users[name] ?? [] }

  /// The links that pass a directory, given by its real path.
  func links(throughDirectory path: String, _ identity: FileIdentity) -> BytewiseSet {
    held[Holder(identity: identity, path: path)] ?? []
  }

  /// Resolves a link and stores the result.
  ///
  /// - Parameter directory: the directory of the link, absolute and without links.
  func resolve(_ path: String, in directory: String) -> PathResolution {
    forget(path)
    var resolution = PathResolution(of: lastSegment(path), from: directory)
    var holders: Set<Holder> = []
    // Watches first and resolves again until both agree. A change in between would go unnoticed.
    for _ in 0..<5 {
      holders.formUnion(hold(resolution, for: path))
      let again = PathResolution(of: lastSegment(path), from: directory)
      if again == resolution { break }
      resolution = again
    }
    for step in resolution.steps.dropFirst() { users[step.path, default: []].insert(path) }
    if resolution.steps.dropFirst().contains(where: { !extent.contains($0.directory) }) { strays.insert(path) }
    let targetStatus = unwatched.contains(path) ? try? fileStatus(resolution.real) : nil
    links[path] = Link(resolution: resolution, holders: holders, targetStatus: targetStatus)
    return resolution
  }

  func forget(_ path: String) {
    guard let link = links[path] else { return }
    links[path] = nil
    for step in link.resolution.steps {
      users[step.path]?.remove(path)
      if users[step.path]?.isEmpty == true { users[step.path] = nil }
    }
    for holder in link.holders { release(holder, for: path) }
    unwatched.remove(path)
    strays.remove(path)
  }

  /// Tries again to add missing watches. Returns the links among these that changed.
  func retryUnwatched() -> [String] {
    unwatched.sorted().filter { path in
      guard let link = links[path], let directory = link.resolution.steps.first?.directory else { return false }
      unwatched.remove(path)
      let holders = hold(link.resolution, for: path)
      links[path]?.holders.formUnion(holders)
      let targetStatus = try? fileStatus(link.resolution.real)
      links[path]?.targetStatus = targetStatus
      return PathResolution(of: lastSegment(path), from: directory) != link.resolution
        || targetStatus != link.targetStatus
    }
  }

  /// The changed links among those that pass unwatched directories. Costs O(such links).
  func checkStrays() -> [String] {
    strays.sorted().filter { path in
      guard let link = links[path], let directory = link.resolution.steps.first?.directory else { return false }
      return PathResolution(of: lastSegment(path), from: directory) != link.resolution
    }
  }

  /// Forgets the links below a directory, except the directory's own path. Costs O(links below).
  func forget(below path: String) {
    for (link, _) in links.within(path) where Bytewise(link) != Bytewise(path) { forget(link) }
  }

  /// Replaces all links by those that a walk finds. Watches that both need stay.
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

  private func hold(_ resolution: PathResolution, for link: String) -> Set<Holder> {
    var holders: Set<Holder> = []
    for directory in BytewiseSet(resolution.steps.dropFirst().map(\.directory)) where extent.contains(directory) {
      do throws(SystemError) {
        let scope: Inotify.Scope = Bytewise(directory) == Bytewise(resolution.fileHolder) ? .contents : .names
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
