// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConnection
import LiveryService
import ThemeModel
import Varlink

/// Why a command could not do its work.
struct CommandFailure: Error, Equatable {
  var code: ExitCode
  /// One sentence without a full stop.
  var message: String
  /// The way out.
  var help: String?

  init(_ code: ExitCode, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }
}

extension CommandFailure {
  init(_ error: ClientError) {
    switch error {
    case .notReachable(let reason): self.init(notReachable: reason)
    case .connectionLost:
      self.init(.noDaemon, "the connection to the daemon is lost", help: "`livery doctor` says what is wrong")
    case .noAnswer(let seconds):
      self.init(
        .noDaemon, "the daemon did not answer within \(counted(seconds, "second"))",
        help: "`livery doctor` says what is wrong; --timeout waits longer")
    case .protocolViolation(let reason): self.init(.internalError, "the daemon's answer is invalid: \(reason)")
    case .refused(let answer):
      let names = answer.parameters["bundles"]?.array?.compactMap(\.string) ?? []
      switch answer.name {
      case "io.livery.Theme.BundleRequired":
        self.init(
          .usage, "the daemon serves several bundles: \(names.joined(separator: ", "))", help: "name one of them")
      case "io.livery.Theme.BundleNotFound":
        self.init(.noBundle, "the daemon does not serve `\(answer.parameters["bundle"]?.string ?? "")`")
      case "io.livery.Theme.BundleExists":
        self.init(
          .findings,
          "the daemon serves a bundle `\(answer.parameters["bundle"]?.string ?? "")` already, "
            + "from \(answer.parameters["path"]?.string ?? "")", help: "give this one another name with --name")
      case "io.livery.Theme.BundleUnreadable":
        self.init(
          .noBundle,
          "the daemon cannot read the bundle in \(answer.parameters["path"]?.string ?? ""): "
            + "\(answer.parameters["reason"]?.string ?? "")")
      case "io.livery.Theme.NoSuchConsumer":
        self.init(
          .findings, "no consumer `\(answer.parameters["consumer"]?.string ?? "")`",
          help: "`livery consumers` lists them")
      case "io.livery.Theme.NoSuchTheme":
        let themes = answer.parameters["themes"]?.array?.compactMap(\.string) ?? []
        let theme = answer.parameters["theme"]?.string ?? ""
        let others = themes.isEmpty ? "it has none to choose from" : "it has \(themes.joined(separator: ", "))"
        self.init(
          .findings, "the bundle has no theme `\(theme)`; \(others)",
          help: Suggestion.didYouMean(theme, among: themes))
      case "io.livery.Theme.NoSuchConstant": self.init(missing: "constant", answer)
      case "io.livery.Theme.NoSuchStyle": self.init(missing: "style", answer)
      case "io.livery.Theme.BadValue":
        self.init(
          .findings, "the value cannot be read: \(answer.parameters["message"]?.string ?? "")",
          help: answer.parameters["help"]?.string)
      case "io.livery.Theme.BadConfiguration":
        self.init(problems: (answer.parameters["problems"]?.array ?? []).map({ ConfigurationProblem(json: $0) }))
      case "org.varlink.service.MethodNotImplemented":
        self.init(
          .findings, "this daemon cannot do that",
          help: "`livery watch` serves one bundle for as long as it runs; `liveryd` adds, removes and reloads bundles")
      case "io.livery.Theme.NotSaved":
        self.init(.findings, "nothing is saved: \(answer.parameters["reason"]?.string ?? "")")
      case "io.livery.Theme.NoSuchPath":
        self = .noSuchPath(answer.parameters["path"]?.string ?? "", meant: answer.parameters["meant"]?.string)
      case "io.livery.Theme.LimitExceeded":
        let limit = answer.parameters["limit"]?.string ?? ""
        let value = answer.parameters["value"]?.number.map { Int($0) } ?? 0
        self.init(.findings, "the daemon's limit `\(limit)` is reached: \(value)")
      case "org.varlink.service.PermissionDenied":
        self.init(
          .noDaemon, "the daemon does not allow it to this user",
          help: "its own user and root may, and the users and groups that its configuration names: see livery.json(5)")
      default: self.init(.internalError, "\(error)")
      }
    }
  }

  private init(notReachable reason: SystemError) {
    let doctor = reason.path.map { "`livery doctor --socket \($0)` says what is wrong" }
    switch (reason.errno, reason.path) {
    case (.accessDenied, let path?): self.init(refusedAt: path, Ownership(of: path), doctor: doctor ?? "")
    case (.noSuchFile, _):
      self.init(
        .noDaemon, "no daemon can be reached: \(reason)",
        help: "start one with `liveryd BUNDLE` or `livery watch BUNDLE`, or name its socket with --socket")
    case (_, _): self.init(.noDaemon, "no daemon can be reached: \(reason)", help: doctor)
    }
  }

  /// Somebody who may not connect.
  ///
  /// - Parameters:
  ///   - ownership: of the socket; nil when its directory is closed to this user.
  ///   - doctor: what the doctor is good for, and how it is called.
  init(refusedAt socket: String, _ ownership: Ownership?, doctor: String) {
    guard let ownership else {
      self.init(.noDaemon, "this user may not go to \(socket): a directory on the way is closed", help: doctor)
      return
    }
    let way =
      ownership.isOpenToGroup
      ? "become a member of the group `\(ownership.group)`, which owns the socket, and log in again"
      : "it is for the user `\(ownership.user)` alone"
    self.init(.noDaemon, "the daemon at \(socket) does not let this user in", help: "\(way); \(doctor)")
  }

  /// What is wrong with a configuration: the first problem in words and way out, the others below it.
  init(problems: [ConfigurationProblem]) {
    guard problems.count == 1, let problem = problems.first else {
      self.init(.usage, problems.map(\.description).joined(separator: "\n"))
      return
    }
    self.init(.usage, "\(problem.place.map { "\($0): " } ?? "")\(problem.message)", help: problem.help)
  }

  private init(missing kind: String, _ answer: CallError) {
    self.init(
      .findings, "the bundle has no \(kind) `\(answer.parameters["name"]?.string ?? "")`",
      help: answer.parameters["meant"]?.string.map { "did you mean `\($0)`?" })
  }

  init(_ error: SocketSearch.Failure) {
    switch error {
    case .several: self.init(.usage, "\(error)")
    case .nobodyListens:
      self.init(
        .noDaemon, "\(error)",
        help: "start one with `liveryd BUNDLE`, or `livery watch BUNDLE`; `livery doctor` says what is wrong")
    case .refused(let socket):
      self.init(refusedAt: socket, Ownership(of: socket), doctor: "`livery doctor` says what is wrong")
    case .untrusted: self.init(.noDaemon, "\(error)", help: "remove it, or set XDG_RUNTIME_DIR or LIVERY_SOCKET")
    }
  }

  init(_ error: DaemonError) {
    switch error {
    // What passes is tried again by systemd, which a mistake of the configuration is not.
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
