// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyDescriptor
import CInotifyTools
import LinuxIO
import Synchronization

/// libinotifytools holds one instance a process, in global variables.
private let isInUse = Atomic<Bool>(false)

/// The one face of libinotifytools here: watches by number, events one by one.
final class Inotify {
  struct Event {
    let watch: Int32
    let mask: UInt32
    /// The name in the watched directory that it is about; empty for the directory itself.
    let name: String

    func has(_ bits: Int32) -> Bool { mask & UInt32(bits) != 0 }
  }

  /// What is asked of the kernel for a directory; each asks for all that those before it ask for.
  enum Scope: Int, Comparable {
    /// Only that it is moved or removed itself: no names, no noise.
    case itself
    /// Which names it has. What is written to the files behind them is no affair: a neighbour of the bundle may write
    /// without end.
    case names
    /// Its names and what is written under them.
    case contents

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Bits are only ever added, so that a look at a directory that is watched already takes nothing from it.
    var mask: UInt32 {
      let itself = IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_MASK_ADD
      let names = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_EXCL_UNLINK
      switch self {
      case .itself: return UInt32(itself)
      case .names: return UInt32(itself | names)
      case .contents: return UInt32(itself | names | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB)
      }
    }
  }

  /// What epoll waits for; the library owns it.
  let descriptor: Int32

  /// Errors: `busy` when this process has one already, `tooManyOpenFiles` at the limit of the user or of the process,
  /// `numberOutOfRange` when the library cannot take the number of the descriptor.
  init() throws(SystemError) {
    guard !isInUse.exchange(true, ordering: .acquiringAndReleasing) else {
      throw SystemError(call: "inotifytools_initialize", errno: .busy, detail: "one watcher a process")
    }
    livery_inotify_intercept { call in
      let kind: SystemCall = call == livery_inotify_init ? .inotifyInit : .inotifyAddWatch
      guard case .failure(let failure) = interception(of: kind) else { return 0 }
      return failure.rawValue
    }
    guard inotifytools_initialize() != 0 else {
      let errno = Errno(rawValue: inotifytools_error())
      isInUse.store(false, ordering: .releasing)
      throw SystemError(call: "inotify_init", errno: errno)
    }
    descriptor = livery_inotify_descriptor()
  }

  deinit {
    // What is left unread in the library's buffer would come out of the next instance.
    while inotifytools_next_events(0, 1) != nil {}
    inotifytools_cleanup()
    isInUse.store(false, ordering: .releasing)
  }

  /// Watches a directory that is not watched yet.
  func add(_ path: String, _ scope: Scope) throws(SystemError) -> Int32 {
    guard inotifytools_watch_file(path, Int32(bitPattern: scope.mask)) != 0 else {
      throw SystemError(call: "inotify_add_watch", errno: Errno(rawValue: inotifytools_error()), path: path)
    }
    return livery_inotify_last_watch()
  }

  /// Ends a watch, be it alive or not.
  func remove(_ watch: Int32) {
    inotifytools_remove_watch_by_wd(watch)
  }

  /// Whether a watch is alive and on the directory that this path leads to.
  ///
  /// A look that lands on an unwatched directory leaves nothing behind but an IN_IGNORED of the number in `stray`.
  func isAlive(
    _ watch: Int32, at path: String, _ scope: Scope, known: (Int32) -> Bool, stray: (Int32) -> Void
  ) -> Bool {
    let found = livery_inotify_probe(path, scope.mask)
    if found >= 0, found != watch, !known(found) {
      livery_inotify_discard(found)
      stray(found)
    }
    return found == watch
  }

  /// The next event; nothing when all are read. Never blocks.
  func next() -> Event? {
    // The library takes an error of read(2) for the end of what there is.
    if case .failure = interception(of: .inotifyRead) { return nil }
    guard let event = inotifytools_next_events(0, 1) else { return nil }
    // The name follows the header inside the library's buffer, `len` bytes padded with NULs.
    let name = UnsafeRawBufferPointer(
      start: UnsafeRawPointer(event).advanced(by: MemoryLayout<inotify_event>.size), count: Int(event.pointee.len))
    return Event(
      watch: event.pointee.wd, mask: event.pointee.mask,
      name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
  }
}
