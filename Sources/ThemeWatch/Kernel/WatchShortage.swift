// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// What there is too little of to watch directories.
package enum WatchShortage: Hashable, Sendable {
  /// Watches of the user: ENOSPC of inotify_add_watch(2), the sysctl fs.inotify.max_user_watches.
  case watches
  /// inotify instances of the user: EMFILE of inotify_init(2), the sysctl fs.inotify.max_user_instances.
  case instances
  /// Open files of this process: EMFILE too, RLIMIT_NOFILE.
  case openFiles
  /// Open files of the whole system: ENFILE, the sysctl fs.file-max.
  case openFilesOfSystem
  /// Memory of the kernel: ENOMEM.
  case memory
  /// Numbers that select(2) takes, of which libinotifytools needs one.
  case lowNumbers

  /// Why inotify_init(2) failed; nil when for another reason. EMFILE means the process when it can open nothing else.
  ///
  /// - Parameter next: what came of opening something else right after it.
  init?(initialization error: SystemError, next: SystemError?) {
    switch error.errno {
    case .tooManyOpenFiles: self = next?.errno == .tooManyOpenFiles ? .openFiles : .instances
    case .tooManyOpenFilesInSystem: self = .openFilesOfSystem
    case .outOfMemory: self = .memory
    case .numberOutOfRange: self = .lowNumbers
    default: return nil
    }
  }

  /// Why a directory could not be watched; nil when the directory is the reason.
  init?(watching error: SystemError) {
    switch error.errno {
    case .noSpace: self = .watches
    case .outOfMemory: self = .memory
    default: return nil
    }
  }
}
