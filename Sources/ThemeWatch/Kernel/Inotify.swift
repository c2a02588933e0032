// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyDescriptor
import CInotifyTools
import LinuxIO
import Synchronization

/// libinotifytools has one instance for each process, in global variables.
private let isInUse = Atomic<Bool>(false)

/// The only user of libinotifytools: watches by number, events one by one.
final class Inotify {
  struct Event {
    let watch: Int32
    let mask: UInt32
    /// The name in the watched directory. Empty for an event of the directory itself.
    let name: String

    func has(_ bits: Int32) -> Bool { mask & UInt32(bits) != 0 }
  }

  /// The events that are requested for a directory. Each scope includes the ones before it.
  enum Scope: Int, Comparable {
    /// Moves and removal of the directory itself.
    case itself
    /// Names in it, without writes to the files: a file beside the bundle may be written without end.
    case names
    /// Names in it, and writes to its files.
    case contents

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Bits are only added to a watch, so that checking a watched directory removes no events.
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

  /// The descriptor for epoll. The library owns it.
  let descriptor: Int32

  /// Errors: `busy` if this process has an instance, `tooManyOpenFiles` at the limit of the user or of the process,
  /// `numberOutOfRange` if the library cannot use the number of the descriptor.
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
    // Events that are left in the library's buffer would appear in the next instance.
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

  /// Removes a watch, which may have ended.
  func remove(_ watch: Int32) {
    inotifytools_remove_watch_by_wd(watch)
  }

  /// Whether a watch is alive and belongs to the directory at this path.
  ///
  /// If the path leads to an unwatched directory, this causes one IN_IGNORED of the number in `stray`.
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

  /// The next event. Nil when all are read. Never blocks.
  func next() -> Event? {
    // The library treats an error of read(2) as the end of the events.
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
