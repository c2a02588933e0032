// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// The limit that prevents a watch.
package enum WatchShortage: Hashable, Sendable {
  /// Watches of the user: ENOSPC of inotify_add_watch(2), the sysctl fs.inotify.max_user_watches.
  case watches
  /// Instances of the user: EMFILE of inotify_init(2), the sysctl fs.inotify.max_user_instances.
  case instances
  /// Open files of this process: EMFILE as well, RLIMIT_NOFILE.
  case openFiles
  /// Open files of the whole system: ENFILE, the sysctl fs.file-max.
  case openFilesOfSystem
  /// Memory of the kernel: ENOMEM.
  case memory
  /// Low descriptors, which select(2) requires. libinotifytools needs one.
  case lowNumbers

  /// The limit that made inotify_init(2) fail. Nil for other errors. EMFILE means the process if opening another file fails
  /// as well.
  ///
  /// - Parameter next: the error of opening a file directly afterwards.
  init?(initialization error: SystemError, next: SystemError?) {
    switch error.errno {
    case .tooManyOpenFiles: self = next?.errno == .tooManyOpenFiles ? .openFiles : .instances
    case .tooManyOpenFilesInSystem: self = .openFilesOfSystem
    case .outOfMemory: self = .memory
    case .numberOutOfRange: self = .lowNumbers
    default: return nil
    }
  }

  /// The limit that prevented a watch. Nil if the directory is the reason.
  init?(watching error: SystemError) {
    switch error.errno {
    case .noSpace: self = .watches
    case .outOfMemory: self = .memory
    default: return nil
    }
  }
}
