// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryProtocol
import LiveryService
import ProcessIO
import Reporting
import ThemeModel
import Varlink

extension CommandFailure {
  init(_ error: ClientError) {
    switch error {
    case .notReachable(let reason): self.init(notReachable: reason)
    case .connectionLost:
      self.init(.noDaemon, "the connection to the daemon is lost", help: "`livery doctor` shows the reason")
    case .noAnswer(let seconds):
      self.init(
        .noDaemon, "the daemon did not answer within \(counted(seconds, "second"))",
        help: "`livery doctor` shows the reason; --timeout waits longer")
    case .protocolViolation(let reason): self.init(.internalError, "the daemon's answer is invalid: \(reason)")
    case .refused(let answer): self.init(Refusal(answer), "\(error)")
    }
  }

  /// - Parameter text: the message for an unknown refusal.
  private init(_ refusal: Refusal, _ text: String) {
    switch refusal {
    case .bundleRequired(let error) where error.bundles.isEmpty:
      self.init(.noBundle, "the daemon serves no bundle that this user may see", help: "`livery add DIR` adds one")
    case .bundleRequired(let error):
      self.init(
        .usage, "the daemon serves several bundles: \(error.bundles.joined(separator: ", "))", help: "name one of them")
    case .bundleNotFound(let error): self.init(.noBundle, "the daemon does not serve `\(error.bundle)`")
    case .bundleExists(let error):
      let message = "the daemon serves a bundle `\(error.bundle)` already, from \(error.path)"
      self.init(.findings, message, help: "give this one another name with --name")
    case .bundleUnreadable(let error):
      self.init(.noBundle, "the daemon cannot read the bundle in \(error.path): \(error.reason)")
    case .noSuchConsumer(let error):
      self.init(.findings, "no consumer `\(error.consumer)`", help: "`livery consumers` lists them")
    case .noSuchTheme(let error):
      let names = error.themes.joined(separator: ", ")
      let others = names.isEmpty ? "it has none to choose from" : "it has \(names)"
      self.init(
        .findings, "the bundle has no theme `\(error.theme)`; \(others)",
        help: Suggestion.didYouMean(error.theme, among: error.themes))
    case .noSuchConstant(let error): self.init(missing: "constant", error.name, meant: error.meant)
    case .noSuchStyle(let error): self.init(missing: "style", error.name, meant: error.meant)
    case .badValue(let error): self.init(.findings, "the value cannot be read: \(error.message)", help: error.help)
    case .badConfiguration(let error): self.init(problems: error.problems.map(ConfigurationProblem.init))
    case .notSaved(let error):
      self.init(
        .findings, "nothing is saved: \(error.reason)",
        help: "write what `livery modifications` lists into the theme files, or see `livery doctor`")
    case .noSuchPath(let error): self = .noSuchPath(error.path, meant: error.meant)
    case .noSuchGeneration(let error):
      self.init(
        .findings, "the daemon does not keep generation \(error.generation) of this context",
        help: "`livery log` lists the generations that the daemon keeps")
    case .limitExceeded(let error):
      self.init(
        .findings, "the daemon's limit `\(error.limit)` is reached: \(error.value)",
        help: Self.help(ofLimit: error.limit))
    case .service(.methodNotImplemented, _):
      self.init(
        .findings, "this daemon cannot do that",
        help: "`livery watch` serves one bundle for as long as it runs; `liveryd` adds, removes and reloads bundles")
    case .service(.permissionDenied, _):
      self.init(
        .noDaemon, "the daemon does not allow it to this user",
        help: "its own user and root may, and the users and groups that its configuration names: see livery.json(5)")
    case .service, .other: self.init(.internalError, text)
    }
  }

  /// What makes room below a limit of the daemon.
  private static func help(ofLimit limit: String) -> String? {
    switch limit {
    case "unsent": "other programs of this user have not read their replies: wait until they do, or end them"
    case "connections", "connectionsPerUser":
      "end programs that are connected, or raise the limit in the daemon's configuration"
    default: nil
    }
  }

  private init(notReachable reason: SystemError) {
    let doctor = reason.path.map { "`livery doctor --socket \($0)` shows the reason" }
    switch (reason.errno, reason.path) {
    case (.accessDenied, let path?): self.init(refusedAt: path, Ownership(of: path), doctor: doctor ?? "")
    case (.noSuchFile, _):
      self.init(
        .noDaemon, "no daemon can be reached: \(reason)",
        help: "start one with `liveryd BUNDLE` or `livery watch BUNDLE`, or name its socket with --socket")
    case (_, _): self.init(.noDaemon, "no daemon can be reached: \(reason)", help: doctor)
    }
  }

  /// The failure of a user who may not connect.
  ///
  /// - Parameters:
  ///   - ownership: of the socket; nil when this user may not enter its directory.
  ///   - doctor: the help that names `livery doctor`.
  init(refusedAt socket: String, _ ownership: Ownership?, doctor: String) {
    guard let ownership else {
      self.init(.noDaemon, "this user may not enter a directory on the way to \(socket)", help: doctor)
      return
    }
    let way =
      ownership.isOpenToGroup
      ? "become a member of the group `\(ownership.group)`, which owns the socket, and log in again"
      : "it is for the user `\(ownership.user)` alone"
    self.init(.noDaemon, "the daemon at \(socket) does not let this user in", help: "\(way); \(doctor)")
  }

  /// The problems of a configuration.
  init(problems: [ConfigurationProblem]) {
    guard problems.count == 1, let problem = problems.first else {
      let lines = problems.map(\.description)
      self.init(.usage, lines.first ?? "the configuration is invalid", others: Array(lines.dropFirst()))
      return
    }
    self.init(.usage, "\(problem.place.map { "\($0): " } ?? "")\(problem.message)", help: problem.help)
  }

  private init(missing kind: String, _ name: String, meant: String?) {
    self.init(.findings, "the bundle has no \(kind) `\(name)`", help: meant.map { "did you mean `\($0)`?" })
  }

  init(_ error: SocketSearch.Failure) {
    switch error {
    case .several: self.init(.usage, "\(error)")
    case .nobodyListens:
      self.init(
        .noDaemon, "\(error)",
        help: "start one with `liveryd BUNDLE`, or `livery watch BUNDLE`; `livery doctor` shows the reason")
    case .refused(let socket):
      self.init(refusedAt: socket, Ownership(of: socket), doctor: "`livery doctor` shows the reason")
    case .untrusted: self.init(.noDaemon, "\(error)", help: "remove it, or set XDG_RUNTIME_DIR or LIVERY_SOCKET")
    }
  }

  init(_ error: DaemonError) {
    switch error {
    // systemd restarts the service after an internal error, and not after a usage error.
    case .socket(let failure) where failure.errno.isPassing, .stateDirectory(let failure) where failure.errno.isPassing:
      self.init(.internalError, "\(error)")
    case .socket: self.init(.usage, "\(error)", help: "choose another socket with --socket, or stop its process")
    case .stateDirectory: self.init(.usage, "\(error)", help: "choose another with --state-dir")
    case .bundle: self.init(.noBundle, "\(error)")
    case .tooManyBundles, .sameName: self.init(.usage, "\(error)")
    case .system: self.init(.internalError, "\(error)")
    }
  }
}
