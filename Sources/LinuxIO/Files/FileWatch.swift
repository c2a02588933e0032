// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Reports changes of a few files, by inotify(7) on their directories: a file that is replaced or created again is still watched.
///
/// `ThemeWatch` watches bundles: it knows directory trees and how editors save.
package struct FileWatch: ~Copyable {
  /// Readable when something changed.
  package let descriptor: FileDescriptor
  /// The names of the watched files, by the watch of their directory.
  private var names: [Int32: Set<Bytewise>] = [:]

  /// A name, compared by its bytes.
  private struct Bytewise: Hashable {
    let bytes: [UInt8]
    init(_ name: some Sequence<UInt8>) { bytes = Array(name) }
  }

  package init() throws(SystemError) {
    descriptor = try LinuxIO.descriptor(SystemCalls.watchCreate(), of: "inotify_init1")
  }

  /// Watches a file that may be missing. Fails when its directory is missing.
  package mutating func add(_ path: String) throws(SystemError) {
    let (directory, name) = splitPath(path)
    let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM)
    let number = descriptor.raw
    let watch = try value(
      withPath(directory) { SystemCalls.watchAdd(number, $0, mask) }, of: "inotify_add_watch", path: directory)
    names[Int32(watch), default: []].insert(Bytewise(name.utf8))
  }

  /// Reads all pending events. Returns whether one was about a watched file.
  package borrowing func read() -> Bool {
    var isConcerned = false
    while true {
      let answer = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
        let answer = SystemCalls.read(descriptor.raw, buffer)
        if answer > 0, concerns(UnsafeRawBufferPointer(rebasing: buffer[..<answer])) { isConcerned = true }
        return answer
      }
      guard answer > 0 else { return isConcerned }
    }
  }

  private borrowing func concerns(_ events: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    let header = MemoryLayout<inotify_event>.size
    while offset + header <= events.count {
      // The kernel writes whole events, each padded to a multiple of the header's alignment.
      let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = min(offset + header + Int(event.len), events.count)
      let name = events[(offset + header)..<end].prefix { $0 != 0 }
      // An overflow may have lost any event.
      if event.wd < 0 || names[event.wd]?.contains(Bytewise(name)) == true { return true }
      offset = end
    }
    return false
  }
}
