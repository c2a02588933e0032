// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import OutputConfiguration
import ProcessIO
import TextComparison
import ThemeEngine
import ThemeModel

/// Gathers facts about the machine without changing it.
struct FactGathering {
  /// A prefix for the paths of the system, for tests.
  var root = ""
  let search: SocketSearch
  /// Whether LIVERY_SOCKET names the socket, and no option.
  var isFromVariable = false
  /// The value of `--config`.
  let configurationFile: String?
  let variable: (String) -> String?
  /// The output of a command; nil when it fails.
  let output: (_ command: String) -> String?

  /// For this process.
  static func here(socket: String?, configurationFile: String?) -> FactGathering {
    let search = SocketSearch.here(option: socket)
    return FactGathering(
      search: search, isFromVariable: socket == nil && search.chosen != nil, configurationFile: configurationFile,
      variable: { environment($0).flatMap { $0.isEmpty ? nil : $0 } },
      // systemctl hangs when systemd does.
      output: { command in
        ProcessIO.output(ofShell: "timeout 10 \(command) 2>/dev/null", limit: 1 << 16)
          .map { String(decoding: $0, as: UTF8.self) }
      })
  }

  /// - Parameter probe: connects to a socket.
  func facts(probing probe: (String) -> DaemonProbe = { DaemonProbe($0) }) -> DoctorFacts {
    var facts = DoctorFacts()
    facts.asker = DoctorFacts.Asker(
      name: userName(effectiveUser) ?? "\(effectiveUser)", isRoot: effectiveUser == 0)
    facts.socket.path = "\(search.directories[0])/livery.sock"
    facts.socket.isFromVariable = isFromVariable
    // A connection starts a service: the units are read first. A service that cannot start is left alone.
    let known = units(of: candidates)
    var search = search
    search.untouched = BytewiseSet(
      candidates.filter { isToBeLeftAlone(scope(of: $0), known[scope(of: $0)] ?? UnitFacts()) })
    do throws(SocketSearch.Failure) {
      facts.socket.path = try search.find()
    } catch {
      switch error {
      case .nobodyListens: facts.socket.path = likelyPath(known)
      case .refused(let socket): facts.socket.path = known[.user]?.isStuck == true ? candidates[0] : socket
      case .several(let sockets): facts.socket.others = sockets
      case .untrusted: facts.socket.isUntrusted = true
      }
    }
    facts.scope = scope(of: facts.socket.path)
    facts.units = known[facts.scope] ?? units(facts.scope)
    if facts.scope != .user, let own = known[.user], own.isStuck { facts.ownUnits = own }

    let probe =
      search.untouched.contains(facts.socket.path) ? DaemonProbe(state: .leftAlone) : probe(facts.socket.path)
    if facts.units.startsOnConnection, !search.untouched.contains(facts.socket.path) {
      facts.units = units(facts.scope)
    }
    facts.socket.state = probe.state
    if let user = probe.user, let process = probe.process {
      facts.socket.listener = (process, userName(user) ?? "\(user)")
    }
    facts.socket.ownership = Ownership(of: facts.socket.path)
    facts.socket.directory = Ownership(of: splitPath(facts.socket.path).directory)
    // A connection to a file that is not a socket is also refused.
    if case .abandoned = probe.state, let kind = (try? fileStatus(facts.socket.path))?.kind, kind != .socket {
      facts.socket.state = .noSocket(kind)
    }
    if case .forbidden = probe.state { facts.socket.state = .forbidden(asker(group: facts.socket.ownership?.group)) }

    let account = daemonAccount(facts.scope, facts.units, peer: probe.user)
    facts.missingUser = missingUser(facts.scope, facts.units)
    facts.daemonUser = account?.name ?? facts.missingUser
    facts.configuration = configuration(facts.scope, facts.units, account)
    facts.bundles = bundles(facts, account)
    facts.mirrors = facts.bundles.compactMap { MirrorFacts(ofBundleAt: $0.directory) }
    facts.state = statePath(facts).map { StateGathering(root: root).facts(of: $0, account) }
    facts.inotify = InotifyGathering(root: root).facts(
      of: account?.user ?? effectiveUser, except: facts.units.process ?? probe.process)
    facts.outputs = outputs
    return facts
  }

  private var outputs: OutputFacts? {
    let home = variable("HOME")
    guard let directory = variable("XDG_CONFIG_HOME") ?? home.map({ "\($0)/.config" }) else { return nil }
    let path = "\(directory)/livery/outputs.json"
    guard (try? linkStatus(root + path)) != nil else { return nil }
    var facts = OutputFacts(path: path, outputs: .success(0))
    do throws(BadConfiguration) {
      facts.outputs = .success(try OutputConfiguration.read(root + path, home: home).outputs.count)
    } catch {
      facts.outputs = .failure(error)
    }
    facts.unit = unitGathering(.user).properties(of: "livery-apply.service")
    return facts
  }

  // MARK: Which daemon

  private var candidates: [String] { search.chosen.map { [$0] } ?? search.directories.map { "\($0)/livery.sock" } }

  private func unitGathering(_ scope: DoctorFacts.Scope) -> UnitGathering {
    UnitGathering(root: root, scope: scope, variable: variable, output: output)
  }

  private func units(_ scope: DoctorFacts.Scope) -> UnitFacts { unitGathering(scope).facts() }

  private func units(of sockets: [String]) -> [DoctorFacts.Scope: UnitFacts] {
    Dictionary(sockets.map { (scope(of: $0), units(scope(of: $0))) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a connection would only start a service that fails.
  private func isToBeLeftAlone(_ scope: DoctorFacts.Scope, _ units: UnitFacts) -> Bool {
    guard units.startsOnConnection else { return false }
    return units.isStuck || missingUser(scope, units) != nil
      || configuration(scope, units, daemonAccount(scope, units, peer: nil)).isWrong
  }

  /// The socket of a daemon that does not run.
  private func likelyPath(_ known: [DoctorFacts.Scope: UnitFacts]) -> String {
    let paths = candidates
    // A daemon of this user that failed has precedence.
    if known[.user]?.isStuck == true { return paths[0] }
    if let left = paths.first(where: { (try? linkStatus($0)) != nil }) { return left }
    return effectiveUser == 0 || unitGathering(.system).isWanted ? paths[paths.count - 1] : paths[0]
  }

  private func scope(of path: String) -> DoctorFacts.Scope {
    if path == "/run/livery/livery.sock" { return .system }
    return path == "\(search.directories[0])/livery.sock" && search.directories.count > 1 ? .user : .neither
  }

  private func daemonAccount(_ scope: DoctorFacts.Scope, _ units: UnitFacts, peer: UInt32?) -> Account? {
    switch scope {
    case .user: return Account(user: effectiveUser)
    case .system, .neither: break
    }
    // systemd listens at its sockets itself. Its unit names the user of the service.
    if let name = units.user, !name.isEmpty {
      return user(name).flatMap { Account(user: $0) }
    }
    return Account(user: peer ?? effectiveUser)
  }

  /// The number of a user by `User=` of a unit, which is a name or a number.
  private func user(_ name: String) -> UInt32? { userIdentifier(named: name) ?? UInt32(name) }

  /// The user of the service if this machine has no such account, so that systemd cannot start it.
  private func missingUser(_ scope: DoctorFacts.Scope, _ units: UnitFacts) -> String? {
    // systemd makes the account of a service with DynamicUser=.
    guard scope == .system, units.systemdRuns, units.service?["DynamicUser"] != "yes", let name = units.user,
      !name.isEmpty, user(name) == nil
    else { return nil }
    return name
  }

  private func asker(group: String?) -> SocketFacts.Asker {
    guard let group = group.flatMap({ groupIdentifier(named: $0) }), !ownGroups().contains(group),
      Account(user: effectiveUser)?.groups.contains(group) == true
    else { return .isNoMember }
    return .isMemberFromNextLogin
  }

  // MARK: Files

  private func configuration(
    _ scope: DoctorFacts.Scope, _ units: UnitFacts, _ account: Account?
  ) -> ConfigurationFacts {
    let ofUnit = units.option("--config")
    let path: String? =
      switch (configurationFile ?? ofUnit, scope) {
      case (let file?, _): file
      case (nil, .system): "/etc/livery/livery.json"
      case (nil, .user):
        variable("XDG_CONFIG_HOME").map { "\($0)/livery/livery.json" }
          ?? variable("HOME").map { "\($0)/.config/livery/livery.json" }
      case (nil, .neither): nil
      }
    guard let path else { return ConfigurationFacts() }
    var facts = ConfigurationFacts(path: path)
    facts.isRequired = configurationFile == nil && ofUnit != nil
    let denied = account.flatMap { account in withFileRights(of: account) { accessError(path, for: .reading) } }
    if let account, case .some(let error?) = denied, error != .noSuchFile {
      facts.content = .unreadable(error)
      let target = try? realPath(path)
      facts.closedDirectory =
        withFileRights(of: account) { closedAncestor(of: path) ?? target.flatMap { closedAncestor(of: $0) } } ?? nil
      return facts
    }
    switch accessError(path, for: .reading) {
    case nil: break
    case .some(.noSuchFile), .some(.notDirectory):
      if facts.isRequired || (try? linkStatus(ConfigurationFile.directory(of: path))) == nil { return facts }
    case .some(.accessDenied):
      facts.content = .unknown
      return facts
    case .some(let error):
      facts.content = .unreadable(error)
      return facts
    }
    // With the daemon's rights, if possible, so that files which it cannot read are found.
    if let account, let content = withFileRights(of: account, { content(of: path, account, facts) }) {
      facts.content = content
    } else {
      facts.content = hasClosedFiles(beside: path) ? .unknown : content(of: path, account, facts)
    }
    return facts
  }

  /// Whether there are further files that this user may not read.
  private func hasClosedFiles(beside path: String) -> Bool {
    let directory = ConfigurationFile.directory(of: path)
    guard accessError(directory, for: .listing) != .accessDenied else { return true }
    let entries = (try? listDirectory(directory)) ?? []
    return entries.contains { accessError("\(directory)/\($0.name)", for: .reading) == .accessDenied }
  }

  private func content(of path: String, _ account: Account?, _ facts: ConfigurationFacts) -> ConfigurationFacts.Content
  {
    do throws(BadConfiguration) {
      let home = account?.home ?? variable("HOME")
      return .good(try ConfigurationFile.read(path, home: home, isRequired: facts.isRequired))
    } catch {
      return .bad(error.problems)
    }
  }

  private func bundles(_ facts: DoctorFacts, _ account: Account?) -> [BundleFacts] {
    var places: [(name: String, directory: String)] = []
    if case .good(let file) = facts.configuration.content, let bundles = file.bundles {
      places = bundles.map { ($0.name ?? "", $0.directory) }
    } else if case .answers(let daemon) = facts.socket.state {
      places = daemon.bundles.map { ($0.name, $0.path) }
    }
    return places.map { name, directory in
      let seen = account.flatMap { withFileRights(of: $0) { BundleFacts.Reach(of: directory) } }
      let target = (try? realPath(directory)).flatMap { Bytewise($0) == Bytewise(directory) ? nil : $0 }
      return BundleFacts(
        name: name, directory: directory, target: target, reach: seen ?? BundleFacts.Reach(of: directory),
        isCertain: seen != nil)
    }
  }

  private func statePath(_ facts: DoctorFacts) -> String? {
    if let path = facts.units.option("--state-dir") { return path }
    if case .good(let file) = facts.configuration.content, let path = file.stateDirectory { return path }
    let name = facts.units.stateDirectory
    switch facts.scope {
    case .system: return "/var/lib/\(name)"
    case .neither: return nil
    // Also for a user unit of root.
    case .user where effectiveUser == 0: return "/var/lib/\(name)"
    case .user:
      // systemd 254 changed the state directory of user services.
      let home = variable("HOME") ?? ""
      let places = [
        "\(variable("XDG_STATE_HOME") ?? "\(home)/.local/state")/\(name)",
        "\(variable("XDG_CONFIG_HOME") ?? "\(home)/.config")/\(name)",
      ]
      return places.first { ((try? listDirectory($0)) ?? []).contains { $0.name.hasSuffix(".generation.json") } }
        ?? places[0]
    }
  }
}

extension BundleFacts.Reach {
  /// Walks through a bundle with the present rights. Follows no links to directories, and leaves out what its manifest excludes.
  init(of directory: String) {
    do throws(SystemError) {
      guard try fileStatus(directory).kind == .directory else {
        self = .noDirectory
        return
      }
    } catch {
      self =
        error.errno == .accessDenied ? .closed(closedAncestor(of: directory) ?? directory) : .missing(error.errno.text)
      return
    }
    var directories = 0
    var files = 0
    var unreadable: [String] = []
    let bounds = BundleReader(path: directory).readSettings().bounds
    var pending = [""]
    while let below = pending.popLast(), directories < Self.maximumDirectories {
      let next = below.isEmpty ? directory : "\(directory)/\(below)"
      directories += 1
      guard accessError(next, for: .listing) == nil, let entries = try? listDirectory(next) else {
        unreadable.append(next)
        continue
      }
      for entry in entries where !entry.name.hasPrefix(".") {
        let path = below.isEmpty ? entry.name : "\(below)/\(entry.name)"
        if bounds.excludes(path) { continue }
        if entry.kind == .directory {
          pending.append(path)
        } else if FileFormat.mayBeTheme(fileName: entry.name) {
          files += 1
          let full = "\(directory)/\(path)"
          if accessError(full, for: .reading) == .accessDenied { unreadable.append(full) }
        }
      }
    }
    self = .read(
      directories: directories, files: files, unreadable: Array(unreadable.sorted().prefix(3)),
      unreadableCount: unreadable.count)
  }

  /// The limit of the walk.
  private static let maximumDirectories = 1 << 18
}

/// The first directory on the way to a path that may not be entered with the present rights. Does not resolve links.
private func closedAncestor(of path: String) -> String? {
  var way = "/"
  for part in path.utf8.split(separator: UInt8(ascii: "/")) {
    if accessError(way, for: .searching) != nil { return way }
    way += "\(way == "/" ? "" : "/")\(Substring(part))"
  }
  return nil
}
