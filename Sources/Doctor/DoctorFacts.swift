// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import ProcessIO

/// What is known of the machine that a daemon is to work on, gathered without being judged.
struct DoctorFacts {
  /// Whose daemon it is, which decides by what units it is started and what it reads.
  enum Scope: Sendable {
    case system
    case user
    /// Started by hand, or by a program.
    case neither
  }

  struct Asker {
    var name: String
    var isRoot: Bool
  }

  var scope = Scope.system
  /// Who asks.
  var asker = Asker(name: "root", isRoot: true)
  /// Whose rights the daemon has; nil when that cannot be known.
  var daemonUser: String?
  var socket = SocketFacts()
  var units = UnitFacts()
  /// Those of the asker, when they are stuck and another daemon is looked at in their place.
  var ownUnits: UnitFacts?
  var configuration = ConfigurationFacts()
  var bundles: [BundleFacts] = []
  var state: StateFacts?
  var inotify = InotifyFacts()
}

/// The socket that commands would connect to, and who is behind it.
struct SocketFacts {
  enum State {
    case missing
    /// Something else has its name; nil when it cannot be seen what.
    case noSocket(FileKind?)
    /// What a daemon that is gone left behind.
    case abandoned
    case forbidden(Asker)
    /// systemd listens for a service that would fail if it were started; a connection would start it.
    case leftAlone
    case failed(String)
    /// It took the connection and said nothing for so many seconds.
    case silent(seconds: Int)
    /// Another program answers; with its name, if it gives one.
    case stranger(String?)
    case answers(DaemonFacts)
  }

  /// What is known of the group that may connect, to one who may not.
  enum Asker: Equatable {
    case isNoMember
    /// Was added to the group after this session began.
    case isMemberFromNextLogin
  }

  var path = "/run/livery/livery.sock"
  /// LIVERY_SOCKET names it.
  var isFromVariable = false
  /// Several daemons listen, and nobody said which is meant.
  var others: [String] = []
  /// The directory is in /tmp and is not this user's alone.
  var isUntrusted = false
  var state = State.missing
  /// Who listened, as the kernel has it.
  var listener: (process: Int32, user: String)?
  var ownership: Ownership?
  /// Of the directory that it is in.
  var directory: Ownership?
}

/// What the daemon says of itself.
struct DaemonFacts {
  struct Bundle: Equatable {
    var name: String
    var path: String
    var errors = 0
    /// What keeps its last good state.
    var held = 0
    /// Seconds for which a change has waited to be published.
    var unpublished = 0
  }

  var version = productVersion
  var bundles: [Bundle] = []
  var watches = 0
  /// What its watcher complains about.
  var problems: [String] = []
}

/// What systemd has to say, as far as it is there.
struct UnitFacts {
  /// Of `systemctl show`, by name.
  typealias Properties = [String: String]

  var systemdRuns = true
  /// Where the unit of the socket is installed.
  var socketFile: String?
  /// Whom the service runs as, as its unit says; empty for root.
  var user: String?
  /// A link in sockets.target.wants has it started.
  var isWanted = false
  /// Nil when systemctl cannot be asked.
  var socket: Properties?
  var service: Properties?

  /// systemd listens, and a connection has the service started.
  var startsOnConnection: Bool {
    guard let socket, let service else { return false }
    return socket["ActiveState"] == "active" && !Self.running.contains(service["ActiveState"] ?? "")
  }

  /// Something failed, or may not be started, whatever the daemon would make of its configuration.
  var isStuck: Bool {
    [socket, service].contains { $0?["ActiveState"] == "failed" || $0?["LoadState"] == "masked" }
  }

  /// The process of the service, which is not the one that listened when systemd did.
  var process: Int32? {
    service?["MainPID"].flatMap { Int32($0) }.flatMap { $0 > 0 && socket?["ActiveState"] == "active" ? $0 : nil }
  }

  static let running: Set = ["active", "reloading", "refreshing"]

  /// What systemd says of the unit of the socket is why nothing listens.
  var explainsMissingSocket: Bool {
    systemdRuns && socketFile != nil && (isStuck || socket.map { $0["ActiveState"] != "active" } ?? false)
  }

  /// The socket failed because the service did.
  var hasSocketFailedWithService: Bool {
    socket?["ActiveState"] == "failed" && socket?["Result"] == "service-start-limit-hit"
      && service?["ActiveState"] == "failed"
  }
}

struct ConfigurationFacts {
  enum Content {
    case absent
    case unreadable(Errno)
    /// This user cannot see it, and the daemon's can.
    case unknown
    case bad([ConfigurationProblem])
    case good(ConfigurationFile)
  }

  /// Nil when there is none to be looked for.
  var path: String?
  var content = Content.absent
  /// The unit of the service names it, so that the service does not start without it.
  var isRequired = false

  /// No daemon starts with it.
  var isWrong: Bool {
    switch content {
    case .absent: isRequired
    case .unknown: false
    case .unreadable, .bad: true
    case .good(let file): file.bundles.map { $0.count > file.limits.bundles } ?? false
    }
  }
}

/// A bundle of the configuration, or of the daemon when there is none.
struct BundleFacts {
  enum Reach: Equatable {
    /// With the reason.
    case missing(String)
    /// The daemon's user may not go through this directory on the way.
    case closed(String)
    case noDirectory
    /// `unreadable` are the first few of so many paths that cannot be read.
    case read(directories: Int, files: Int, unreadable: [String], unreadableCount: Int)
  }

  var name: String
  var directory: String
  var reach: Reach
  /// Whether that was seen with the daemon's rights.
  var isCertain = true

  var isReachable: Bool {
    switch reach {
    case .missing, .closed, .noDirectory: false
    case .read(_, _, _, let unreadableCount): unreadableCount == 0
    }
  }
}

/// The directory where the daemon keeps what outlives it.
struct StateFacts {
  enum Reach: Equatable {
    /// It is made by the first daemon.
    case missing
    case noDirectory
    /// With the reason.
    case closed(String)
    case writable
    /// It cannot be known by this user.
    case unknown
  }

  var path: String
  var reach: Reach
  var ownership: Ownership?
  /// Files that made no sense and were set aside.
  var setAside: [String] = []
}

/// The kernel's limits on watching files, and how much of them is taken. They hold for each user.
struct InotifyFacts {
  struct Taker: Equatable {
    var program: String
    var count: Int
  }

  /// fs.inotify.max_user_watches; nil when the kernel does not say.
  var watches: Int?
  /// fs.inotify.max_user_instances.
  var instances: Int?
  /// fs.inotify.max_queued_events.
  var queue: Int?
  /// Watches that other processes of the daemon's user have, as far as they can be seen.
  var watchesTaken = 0
  var instancesTaken = 0
  /// Who has most watches.
  var greatest: Taker?
  /// Who has most instances.
  var busiest: Taker?
}
