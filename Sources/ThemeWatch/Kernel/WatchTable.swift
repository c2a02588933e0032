// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The watch of each directory, and its uses. A directory is watched once for all uses, and only while it has one.
final class WatchTable {
  enum Use {
    /// A part of a bundle. Its files are reported below this path.
    case content(RootID, path: String)
    /// Links of the bundle pass it, under this path.
    case passage(RootID, directory: String)
    /// The path of the bundle itself passes it.
    case anchor(RootID)
    /// The path of a directory that the bundle's links may lead into passes it.
    case outside(RootID, path: String)
    /// Git's directory, which contains the lock of the work tree around this place.
    case lock(RootID, place: String)

    var root: RootID {
      switch self {
      case .content(let root, _), .passage(let root, _), .anchor(let root), .outside(let root, _), .lock(let root, _):
        root
      }
    }
  }

  struct Watch {
    let number: Int32
    let identity: FileIdentity
    var scope: Inotify.Scope
    /// By use, the path of the directory at that time, absolute and without links.
    var uses: [Use: String]
  }

  enum Owner {
    case watch(Watch)
    /// Removed, but its last events are still in the queue.
    case retired
    case unknown
  }

  /// Nil if the system allows no more instances.
  private var inotify: Inotify?
  /// Reserves a number for the instance while there is none.
  private var reserved: ReservedDescriptor?
  /// The limit that prevented the last watch.
  private(set) var shortage = WatchShortage.watches
  private(set) var watches: [Int32: Watch] = [:]
  private var numbers: [FileIdentity: Int32] = [:]
  /// Removed watches whose IN_IGNORED did not arrive yet.
  private var retired: Set<Int32> = []

  /// The limits of walks. Tests lower them.
  var walkLimits = WalkLimits()

  /// Whether a file system changes without events. Tests replace it.
  var isRemote: (String) -> Bool = isOnRemoteFileSystem
  private var remoteDevices: [UInt64: Bool] = [:]

  /// No directory can be watched: the system allows no further instance.
  ///
  /// - Parameter reserved: has the number that the instance gets.
  init(reserved: consuming ReservedDescriptor?) throws(SystemError) {
    self.reserved = consume reserved
    try open()
  }

  var isAvailable: Bool { inotify != nil }

  /// Tries again to get an instance. Returns false if there is none.
  func makeAvailable() -> Bool {
    if inotify == nil { try? open() }
    return isAvailable
  }

  /// Throws errors that are no shortage.
  private func open() throws(SystemError) {
    reserved = nil
    do throws(SystemError) {
      inotify = try Inotify()
    } catch {
      var next: SystemError?
      do throws(SystemError) {
        reserved = try ReservedDescriptor()
      } catch {
        next = error
      }
      guard let shortage = WatchShortage(initialization: error, next: next) else { throw error }
      self.shortage = shortage
    }
  }

  var descriptor: Int32? { inotify?.descriptor }
  var count: Int { watches.count }
  func count(of roots: Set<RootID>) -> Int {
    watches.values.count { $0.uses.keys.contains { roots.contains($0.root) } }
  }
  /// The number of removed watches that wait for their last event.
  var retiredCount: Int { retired.count }

  func nextEvent() -> Inotify.Event? { inotify?.next() }

  /// Whether a directory may change without an event.
  func isRemote(_ path: String, _ identity: FileIdentity) -> Bool {
    if let known = remoteDevices[identity.device] { return known }
    let answer = isRemote(path)
    remoteDevices[identity.device] = answer
    return answer
  }

  /// Forgets the types of devices, whose numbers may be reused.
  func forgetDevices() {
    remoteDevices = [:]
  }

  func owner(of number: Int32) -> Owner {
    if let watch = watches[number] { return .watch(watch) }
    return retired.contains(number) ? .retired : .unknown
  }

  /// Watches a directory and adds a use.
  ///
  /// Changes before the return may have caused no event: read the directory afterwards. `isShortageOfWatches` tells errors of
  /// a limit apart.
  @discardableResult
  func hold(_ path: String, _ scope: Inotify.Scope, for use: Use) throws(SystemError) -> FileIdentity {
    guard let inotify else { throw SystemError(call: "inotify_init", errno: .tooManyOpenFiles) }
    // The directory may be replaced between the check and the watch. Then this repeats.
    for _ in 0..<5 {
      let identity = try fileStatus(path).identity
      if let watch = numbers[identity].flatMap({ watches[$0] }) {
        guard widen(watch, to: scope, at: path) else { continue }
        watches[watch.number]?.uses[use] = path
        return identity
      }
      let number = try add(path, scope, to: inotify)
      guard watches[number] == nil else { continue }
      if let now = try? fileStatus(path).identity, now == identity {
        watches[number] = Watch(number: number, identity: identity, scope: scope, uses: [use: path])
        numbers[identity] = number
        return identity
      }
      inotify.remove(number)
      retired.insert(number)
    }
    throw SystemError(call: "inotify_add_watch", errno: .busy, path: path)
  }

  private func add(_ path: String, _ scope: Inotify.Scope, to inotify: Inotify) throws(SystemError) -> Int32 {
    do throws(SystemError) {
      return try inotify.add(path, scope)
    } catch {
      if let shortage = WatchShortage(watching: error) { self.shortage = shortage }
      throw error
    }
  }

  /// Makes a watch report the events of this scope too. Returns false if the path names a different directory now.
  private func widen(_ watch: Watch, to scope: Inotify.Scope, at path: String) -> Bool {
    guard watch.scope < scope else { return true }
    guard isAlive(watch, at: path, scope) else { return false }
    watches[watch.number]?.scope = scope
    return true
  }

  private func isAlive(_ watch: Watch, at path: String, _ scope: Inotify.Scope) -> Bool {
    guard let inotify else { return false }
    return inotify.isAlive(
      watch.number, at: path, scope, known: { watches[$0] != nil }, stray: { retired.insert($0) })
  }

  /// Removes a use, and the watch with its last use.
  func release(_ identity: FileIdentity, from use: Use) {
    guard let number = numbers[identity] else { return }
    watches[number]?.uses[use] = nil
    if let watch = watches[number], watch.uses.isEmpty { end(watch) }
  }

  /// Handles IN_IGNORED, the last event of a watch.
  func forget(_ number: Int32) {
    if retired.remove(number) != nil { return }
    guard let watch = watches[number] else { return }
    end(watch)
    retired.remove(number)
  }

  /// Forgets watches whose last event was lost. Requires that the queue was read to its end.
  func forgetRetired() {
    retired.removeAll()
  }

  /// After an overflow: removes and returns the watches whose directories are gone or replaced.
  func dropDead() -> [Watch] {
    let dead = watches.values.filter { watch in
      guard let path = watch.uses.values.first else { return true }
      return !isAlive(watch, at: path, watch.scope)
    }
    for watch in dead { end(watch) }
    return dead
  }

  private func end(_ watch: Watch) {
    inotify?.remove(watch.number)
    retired.insert(watch.number)
    watches[watch.number] = nil
    if numbers[watch.identity] == watch.number { numbers[watch.identity] = nil }
  }
}

extension SystemError {
  /// Whether a limit of the system, and not the directory, prevents the watch: inotify_init(2), inotify_add_watch(2).
  var isShortageOfWatches: Bool {
    [.noSpace, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .outOfMemory].contains(errno)
  }
}

/// Paths compare by their bytes.
extension WatchTable.Use: Hashable {
  static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  private struct Identity: Hashable {
    let kind: Int
    let root: RootID
    @Bytewise var path: String
  }

  private var identity: Identity {
    switch self {
    case .content(let root, let path): Identity(kind: 0, root: root, path: path)
    case .passage(let root, let directory): Identity(kind: 1, root: root, path: directory)
    case .anchor(let root): Identity(kind: 2, root: root, path: "")
    case .outside(let root, let path): Identity(kind: 3, root: root, path: path)
    case .lock(let root, let place): Identity(kind: 4, root: root, path: place)
    }
  }
}
