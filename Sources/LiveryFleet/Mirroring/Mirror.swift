// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import FleetModel
import FleetReleases
import LinuxIO
import LiveryConnection

/// A running `livery mirror`: keeps a directory at the newest release of a bucket.
///
/// It ends by a signal, which may come at any moment: `current` always leads to a whole release.
final class Mirror {
  private enum Token: UInt64 { case server = 1, step }

  private let options: MirrorOptions
  private let log: FleetLog
  private let loop: EventLoop
  private let clock = MonotonicClock.system
  private let directory: MirrorDirectory
  private let daemon: LocalDaemon
  private var schedule: MirrorSchedule
  private var bucket: Bucket?
  private var serverBackoff = Backoff()
  private var releaseBackoff = Backoff()

  /// Files of the current release that were changed on the disk.
  private var damaged: [String]
  /// The time at which each release was made, or this process began.
  private var made: [ReleaseName: UInt64] = [:]
  /// The release that the daemon is known to serve.
  private var passed: ReleaseName?
  private var isDigestEqual: Bool?
  private var hasCheckedServer = false
  /// Why the newest manifest is not served; nil when nothing is wrong.
  private var problem: String?

  init(_ options: MirrorOptions, _ log: FleetLog) throws(FleetFailure) {
    self.options = options
    self.log = log
    let (path, bucket) = (options.directory, options.bucket)
    let directory: MirrorDirectory
    do throws(MirrorFailure) {
      directory = try MirrorDirectory.open(path, bucket: bucket)
    } catch .system(let error) where [.noSuchFile, .notDirectory, .accessDenied].contains(error.errno) {
      throw .usage(
        "the directory cannot be used: \(error)", help: "its parent has to be there, for this user to write to")
    } catch {
      throw .mirror(error)
    }
    loop = try orFleetFailure(system: { () throws(SystemError) in try EventLoop() })
    self.directory = directory
    daemon = LocalDaemon(socket: options.socket, timeout: options.timeout ?? LocalDaemon.usualTimeout)
    schedule = MirrorSchedule(
      floor: directory.floor, accepted: options.accepted, jitter: UInt8.random(in: 0...255))
    damaged = directory.damagedFiles()
    if !damaged.isEmpty { log.warn("files of the current release were changed: \(damaged.joined(separator: ", "))") }
    if directory.isLost { log.warn("\(Self.lossText): it is fetched again") }
    for name in directory.stored { made[name] = clock.now() }
  }

  private static let lossText = "the list or the directory of the current release is lost"

  /// Runs for ever.
  func run() throws(FleetFailure) -> Never {
    while true {
      switch schedule.step(now: clock.now()) {
      case .wait(let deadline): try wait(until: deadline)
      case let step: try perform(step)
      }
    }
  }

  /// Takes the newest release, and ends: `--once`.
  ///
  /// - Throws: `unreachable` when no server answers; the last release stays.
  func runOnce() throws(FleetFailure) -> ReleaseNumber? {
    try connectOnce()
    var failures = 0
    while true {
      switch schedule.step(now: clock.now()) {
      case .take(let number):
        do throws(FleetFailure) {
          try take(number)
        } catch {
          failures += 1
          if failures == 3 || !error.isPassing { throw error }
          if case .lost = error { try connectOnce() }
        }
      case .readHighest: try readHighest()
      case .report:
        report()
        if let problem = problem ?? digestProblem { throw .refused(Refusal(problem)) }
        return directory.current?.name.number
      case .connect, .wait: return directory.current?.name.number
      }
    }
  }

  private func connectOnce() throws(FleetFailure) {
    do throws(FleetFailure) {
      try connect()
    } catch {
      if case .lost(let reason) = error { throw .unreachable(reason) }
      throw error
    }
  }

  private func wait(until deadline: UInt64) throws(FleetFailure) {
    // Messages that came during the wait for an answer wake no loop.
    if readServer() { return }
    loop.setDeadline(Token.step.rawValue, at: deadline)
    let ready = try orFleetFailure(system: { () throws(SystemError) in try loop.wait() })
    if ready.contains(where: { $0.token == Token.server.rawValue }) { _ = readServer() }
  }

  /// A step of a mirror that runs for ever. Failures are told, and tried again later.
  private func perform(_ step: MirrorSchedule.Step) throws(FleetFailure) {
    do throws(FleetFailure) {
      switch step {
      case .connect: try connect()
      case .readHighest: try readHighest()
      case .take(let number): try take(number)
      case .report: report()
      case .wait: break
      }
    } catch {
      try goOn(after: error)
    }
  }

  // MARK: The server

  private func connect() throws(FleetFailure) {
    let connection = try NATSConnection(options.connection)
    let bucket = try Bucket(connection, name: options.bucket)
    try connection.subscribe(to: bucket.subjects.allManifests)
    try orFleetFailure(system: { () throws(SystemError) in
      try loop.register(connection.waker.descriptor, token: Token.server.rawValue, for: .reading)
    })
    self.bucket = bucket
    schedule.record(.connected, now: clock.now())
    log.note("connected to \(connection.serverAddress)")
    checkServer(at: connection.serverAddress)
  }

  /// Looks at the version of the first server, and keeps it for `livery doctor`.
  private func checkServer(at address: String) {
    guard !hasCheckedServer, let version = ServerGreeting(ofServerAt: address)?.version else { return }
    hasCheckedServer = true
    if let warning = version.warning { log.warn(warning) }
    try? directory.recordServer(version.description)
  }

  private func lose(_ failure: FleetFailure) {
    if let bucket { try? loop.remove(bucket.connection.waker.descriptor) }
    bucket = nil
    log.warn("\(failure); trying again")
    schedule.record(.lost(wait: serverBackoff.next { UInt64.random(in: $0) }), now: clock.now())
  }

  /// Takes the messages of the server. Returns whether there were any.
  private func readServer() -> Bool {
    guard let connection = bucket?.connection else { return false }
    connection.read()
    let numbers = connection.takeMessages().compactMap(Subjects(bucket: options.bucket).announcedNumber)
    for number in numbers { schedule.record(.announced(number), now: clock.now()) }
    if let end = connection.end { lose(.lost(end)) }
    return !numbers.isEmpty || bucket == nil
  }

  private func readHighest() throws(FleetFailure) {
    guard let bucket else { return }
    schedule.record(.foundHighest(try bucket.manifests().last), now: clock.now())
    serverBackoff.reset()
    if schedule.isSetBack, let floor = schedule.floor {
      let found = schedule.highest.map { "has \($0) at most" } ?? "is empty"
      logOnce("the bucket \(found), and this mirror has served \(floor): it waits for a higher number, or for --accept")
    } else if schedule.isCurrent {
      solve()
    }
  }

  // MARK: Releases

  private func goOn(after failure: FleetFailure) throws(FleetFailure) {
    switch failure {
    case .unreachable, .lost: lose(failure)
    case .noBucket, .store, .blocked, .notPermitted:
      logOnce("\(failure)")
      wait(after: failure)
    case .system, .mirror(.system), .mirror(.noSpace):
      logOnce("\(failure)")
      wait(after: failure)
    case .refused(let refusal): logOnce(refusal.description)
    case .ofAnotherPublisher, .ofAnotherBundle, .othersPublish, .usage, .mirror: throw failure
    }
  }

  /// Tries again later. A server without the bucket is asked anew, on another connection.
  private func wait(after failure: FleetFailure) {
    let wait = releaseBackoff.next { UInt64.random(in: $0) }
    guard let candidate = schedule.candidate else { return lose(failure) }
    schedule.record(.failed(candidate, wait: wait), now: clock.now())
  }

  /// Swaps to a release.
  private func take(_ number: ReleaseNumber) throws(FleetFailure) {
    guard let bucket else { return }
    // An announced manifest may not be stored yet, or never be.
    guard let text = try bucket.announcedText(number) else {
      schedule.record(.failed(number, wait: releaseBackoff.next { UInt64.random(in: $0) }), now: clock.now())
      return
    }
    do throws(FleetFailure) {
      try swap(to: try accepted(text, number), from: bucket)
    } catch .refused(let refusal) {
      schedule.record(.refused(number), now: clock.now())
      throw .refused(refusal)
    }
    schedule.record(.took(number), now: clock.now())
    releaseBackoff.reset()
    solve()
    waitForDaemon()
    removeOld()
  }

  /// A manifest that this mirror may take.
  private func accepted(_ text: [UInt8], _ number: ReleaseNumber) throws(FleetFailure) -> Manifest {
    let (trusted, bucket, bundle) = (options.trusted, options.bucket, directory.bundle)
    return try orFleetFailure(refusal: { () throws(Refusal) in
      let manifest = try Manifest(text: text, number: number)
      try trusted.check(manifest, bucket: bucket)
      if let bundle, !bundle.isEmpty, manifest.bundle != bundle {
        throw Refusal(
          "manifest \(number) is of the bundle \(quoted(manifest.bundle)), and this is a mirror of \(quoted(bundle))")
      }
      return manifest
    })
  }

  private func swap(to manifest: Manifest, from bucket: Bucket) throws(FleetFailure) {
    let directory = directory
    // Asked for again: by --accept, or because the last step of its swap failed.
    if let current = directory.current, current.name == ReleaseName(manifest), damaged.isEmpty {
      try orFleetFailure(system: { () throws(SystemError) in try serve(current) })
      return log.note("serves \(manifest.number) already")
    }
    try orFleetFailure { () throws(MirrorFailure) in try directory.checkSpace(for: manifest) }
    let list = try bucket.list(of: manifest)
    let damaged = damaged
    let builder = try orFleetFailure { () throws(MirrorFailure) in
      try directory.begin(manifest, list, damaged: damaged)
    }
    do throws(FleetFailure) {
      try orFleetFailure(system: { () throws(SystemError) in try builder.linkUnchanged() })
      try builder.fetchMissing(from: bucket)
      try orFleetFailure(system: { () throws(SystemError) in
        try builder.finish()
        try directory.complete(builder)
        try serve(builder.release)
      })
    } catch {
      directory.abandon(builder)
      if directory.current?.name == builder.release.name { self.damaged = directory.damagedFiles() }
      throw error
    }
    self.damaged = []
    isDigestEqual = nil
    made[builder.release.name] = clock.now()
    log.note("serves \(manifest.number): \(manifest.files) files, \(builder.missing.count) new")
  }

  private func serve(_ release: StoredRelease) throws(SystemError) {
    // By hand: after `--accept` the highest is lower than before.
    if let highest = directory.highest, release.name.number < highest {
      try directory.recordHighest(release.name.number)
    }
    try directory.swap(to: release)
  }

  private func waitForDaemon() {
    guard let current = directory.current else { return }
    let path = directory.path(of: current.name)
    switch daemon.synchronize(with: path) {
    case .absent: passed = current.name
    case .synchronized:
      passed = current.name
      compareDigests(current)
    case .late: log.warn("the daemon does not serve \(current.name.number) yet")
    }
  }

  private func compareDigests(_ current: StoredRelease) {
    isDigestEqual = daemon.isDigestEqual(to: current.manifest, in: directory.path(of: current.name))
    if let digestProblem { log.warn(digestProblem) }
  }

  private var digestProblem: String? {
    guard isDigestEqual == false, let current = directory.current else { return nil }
    return "the daemon resolves the files of \(current.name.number) to other values than the publisher"
  }

  private func removeOld() {
    // Some were removed to make place for others.
    if made.count > directory.stored.count {
      let stored = Set(directory.stored)
      made = made.filter { stored.contains($0.key) }
    }
    let releases = directory.stored.map { Retention.Release($0, made: made[$0] ?? 0) }
    let removable = Retention.removable(
      releases, current: directory.linked, passed: passed, now: clock.now())
    guard !removable.isEmpty else { return }
    do throws(SystemError) {
      try directory.remove(removable)
      for name in removable { made[name] = nil }
    } catch {
      log.warn("old releases cannot be removed: \(error)")
    }
  }

  // MARK: Reports

  /// Logs a problem once, and reports it to the fleet.
  private func logOnce(_ text: String) {
    guard problem != text else { return }
    problem = text
    log.warn(text)
    schedule.record(.changed, now: clock.now())
  }

  /// The newest release is served: what kept this mirror from it is over.
  private func solve() {
    guard problem != nil else { return }
    problem = nil
    schedule.record(.changed, now: clock.now())
  }

  private func report() {
    removeOld()
    if isDigestEqual == nil, let current = directory.current { compareDigests(current) }
    let text = MirrorReport(
      number: directory.current?.name.number, isDigestEqual: isDigestEqual, left: directory.left,
      problems: [
        problem, digestProblem, directory.isLost ? Self.lossText : nil,
        damaged.first.map { "the file \(quoted($0)) was changed" },
      ].compactMap(\.self)
    ).text
    let subject = Subjects(bucket: FleetName.statusBucket(of: options.bucket)).key(options.name)
    try? bucket?.connection.publish(subject, text)
    schedule.record(.reported, now: clock.now())
  }
}
