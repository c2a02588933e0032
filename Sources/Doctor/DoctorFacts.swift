// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import LinuxIO
import LiveryConfiguration
import ProcessIO

/// Facts about the machine of a daemon.
struct DoctorFacts {
  /// The owner of the daemon, which decides about its units and files.
  enum Scope: Sendable {
    case system
    case user
    /// Started by hand or by a program.
    case neither
  }

  struct Asker {
    var name: String
    var isRoot: Bool
  }

  var scope = Scope.system
  /// The user of the doctor.
  var asker = Asker(name: "root", isRoot: true)
  /// The user whose rights the daemon has; nil when that is unknown.
  var daemonUser: String?
  /// The user of the service by its unit, if this machine has no such account.
  var missingUser: String?
  var socket = SocketFacts()
  var units = UnitFacts()
  /// The units of the asker, if these are stuck, so that another daemon is examined.
  var ownUnits: UnitFacts?
  var configuration = ConfigurationFacts()
  var bundles: [BundleFacts] = []
  var mirrors: [MirrorFacts] = []
  var state: StateFacts?
  var inotify = InotifyFacts()
  /// Nil for a user without a configuration of outputs.
  var outputs: OutputFacts?
}

/// The outputs of the asker, which `livery apply` keeps up to date.
struct OutputFacts {
  var path: String
  /// The number of outputs, or the errors of the configuration.
  var outputs: Result<Int, BadConfiguration>
  /// The user unit; nil when systemctl does not say how it is.
  var unit: UnitFacts.Properties?
}

/// The socket that commands would connect to, and its listener.
struct SocketFacts {
  enum State {
    case missing
    /// A file that is not a socket, with its kind; nil when that is unknown.
    case noSocket(FileKind?)
    /// A socket without a listener, left by a daemon that has ended.
    case abandoned
    case forbidden(Asker)
    /// systemd listens, and a connection would start a service that fails.
    case leftAlone
    case failed(String)
    /// It accepted the connection, and did not answer within this time.
    case silent(seconds: Int)
    /// The daemon refused the connection, since this limit of its configuration is reached.
    case full(limit: String, value: Int)
    /// Another program answers. The text is the name that it gives.
    case stranger(String?)
    case answers(DaemonFacts)
  }

  /// The membership of a user who may not connect in the group that may.
  enum Asker: Equatable {
    case isNoMember
    /// Added to the group after this session began.
    case isMemberFromNextLogin
  }

  var path = "/run/livery/livery.sock"
  /// Whether LIVERY_SOCKET names it.
  var isFromVariable = false
  /// The sockets of several daemons, if none was chosen.
  var others: [String] = []
  /// Whether the directory is in /tmp and accessible to other users.
  var isUntrusted = false
  var state = State.missing
  /// The kernel's record of the listener.
  var listener: (process: Int32, user: String)?
  var ownership: Ownership?
  /// The ownership of its directory.
  var directory: Ownership?
}

/// The daemon's answers.
struct DaemonFacts {
  struct Bundle: Equatable {
    var name: String
    var path: String
    var errors = 0
    /// The number of values and files with a last good state.
    var held = 0
    /// The time that a change has waited to be published, in seconds.
    var unpublished = 0
  }

  var version = productVersion
  var bundles: [Bundle] = []
  var watches = 0
  /// Problems of its watcher.
  var problems: [String] = []
}

/// The units of the daemon.
struct UnitFacts {
  /// The output of `systemctl show`.
  typealias Properties = [String: String]

  var systemdRuns = true
  /// The path of the socket unit; nil when it is not installed.
  var socketFile: String?
  /// The user of the service by its unit; empty for root.
  var user: String?
  /// Whether a link in sockets.target.wants starts it.
  var isWanted = false
  /// Nil when systemctl does not answer.
  var socket: Properties?
  var service: Properties?

  /// Whether systemd listens and starts the service for a connection.
  var startsOnConnection: Bool {
    guard let socket, let service else { return false }
    return socket["ActiveState"] == "active" && !Self.running.contains(service["ActiveState"] ?? "")
  }

  /// Whether a unit failed or is masked.
  var isStuck: Bool {
    [socket, service].contains { $0?["ActiveState"] == "failed" || $0?["LoadState"] == "masked" }
  }

  /// The process of the service. It differs from the process that began to listen, which is systemd.
  var process: Int32? {
    service?["MainPID"].flatMap { Int32($0) }.flatMap { $0 > 0 && socket?["ActiveState"] == "active" ? $0 : nil }
  }

  static let running: Set = ["active", "reloading", "refreshing"]

  /// Whether the state of the units is the reason for a missing socket.
  var explainsMissingSocket: Bool {
    systemdRuns && socketFile != nil && (isStuck || socket.map { $0["ActiveState"] != "active" } ?? false)
  }

  /// The value of an option in `ExecStart=` of the service, such as `--config`. Nil without it.
  func option(_ name: String) -> String? {
    // `{ path=/usr/bin/liveryd ; argv[]=/usr/bin/liveryd --config FILE ; ... }`. Blanks in arguments are not marked.
    let words = (service?["ExecStart"] ?? "").split(separator: " ")
    for (word, next) in zip(words, words.dropFirst()) {
      if word == name { return next == ";" ? nil : String(next) }
      if word.hasPrefix("\(name)=") { return String(word.dropFirst(name.count + 1)) }
    }
    return nil
  }

  /// The name of the state directory, by `StateDirectory=` of the service. The daemon uses the first of several.
  var stateDirectory: String {
    // `NAME:LINK` has a second name for it.
    (service?["StateDirectory"] ?? "").split { $0 == " " || $0 == ":" }.first.map(String.init) ?? "livery"
  }

  /// Whether the socket failed because the service failed.
  var hasSocketFailedWithService: Bool {
    socket?["ActiveState"] == "failed" && socket?["Result"] == "service-start-limit-hit"
      && service?["ActiveState"] == "failed"
  }
}

struct ConfigurationFacts {
  enum Content {
    case absent
    case unreadable(Errno)
    /// This user cannot read it, and the daemon's user can.
    case unknown
    case bad([ConfigurationProblem])
    case good(ConfigurationFile)
  }

  /// Nil for a daemon without a usual file.
  var path: String?
  var content = Content.absent
  /// Whether the unit of the service names it, so that the service does not start without it.
  var isRequired = false
  /// The directory on the way to an unreadable file that the daemon's user may not enter.
  var closedDirectory: String?

  /// Whether a daemon does not start with it.
  var isWrong: Bool {
    switch content {
    case .absent: isRequired
    case .unknown: false
    case .unreadable, .bad: true
    case .good(let file): file.bundles.map { $0.count > file.limits.bundles } ?? false
    }
  }
}

/// A bundle of the configuration; of the daemon without a configuration.
struct BundleFacts {
  enum Reach: Equatable {
    /// With the reason.
    case missing(String)
    /// The daemon's user may not enter this ancestor.
    case closed(String)
    case noDirectory
    /// `unreadable` has the first few unreadable paths.
    case read(directories: Int, files: Int, unreadable: [String], unreadableCount: Int)
  }

  var name: String
  var directory: String
  /// The directory that a path with links leads to; nil for a path without links.
  var target: String?
  var reach: Reach
  /// Whether `reach` was determined with the daemon's rights.
  var isCertain = true

  var isReachable: Bool {
    switch reach {
    case .missing, .closed, .noDirectory: false
    case .read(_, _, _, let unreadableCount): unreadableCount == 0
    }
  }
}

/// A bundle that `livery mirror` keeps up to date.
struct MirrorFacts {
  var directory: String
  var record: MirrorRecord
  /// The number of the release that it serves.
  var current: ReleaseNumber?

  /// Nil for a directory that is not a release of a mirror. Reads the record of the mirror.
  init?(ofBundleAt path: String) {
    guard let release = try? realPath(path) else { return nil }
    let releases = splitPath(release).directory
    directory = splitPath(releases).directory
    let file = "\(directory)/\(MirrorRecord.fileName)"
    guard splitPath(releases).name == "releases", let text = try? readFile(file, limit: MirrorRecord.maximumBytes),
      let record = try? MirrorRecord(text: text)
    else { return nil }
    self.record = record
    current = ReleaseName(splitPath(release).name)?.number
  }

  init(directory: String, _ record: MirrorRecord, current: ReleaseNumber?) {
    self.directory = directory
    self.record = record
    self.current = current
  }
}

/// The daemon's state directory.
struct StateFacts {
  enum Reach: Equatable {
    /// The first daemon makes it.
    case missing
    case noDirectory
    /// With the reason.
    case closed(String)
    /// The file system with this mount point is read-only.
    case readOnly(mount: String)
    case writable
    /// This user cannot determine it.
    case unknown
  }

  var path: String
  var reach: Reach
  var ownership: Ownership?
  /// Whether its file system has no free space.
  var isFull = false
  /// The names of state files that the daemon's user may not read.
  var unreadable: [String] = []
  /// Invalid files that were set aside.
  var setAside: [String] = []
}

/// The kernel's limits on watches for each user, and their use.
struct InotifyFacts {
  struct Taker: Equatable {
    var program: String
    var count: Int
  }

  /// fs.inotify.max_user_watches. Nil, as below, when it cannot be read.
  var watches: Int?
  /// fs.inotify.max_user_instances.
  var instances: Int?
  /// fs.inotify.max_queued_events.
  var queue: Int?
  /// The visible watches of other processes of the daemon's user.
  var watchesTaken = 0
  var instancesTaken = 0
  /// The process with most watches.
  var greatest: Taker?
  /// The process with most instances.
  var busiest: Taker?
}
