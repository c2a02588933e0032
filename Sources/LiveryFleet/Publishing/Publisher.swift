// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import FleetModel
import LinuxIO
import LiveryConnection
import TextComparison
import ThemeWatch

/// A running `livery publish`: follows a bundle of the local daemon, and publishes each of its good states.
///
/// It ends by a signal, which may come at any moment: a publication is there or not.
final class Publisher {
  private enum Token: UInt64 { case daemon = 1, files, server, due, connect, follow }

  private let options: PublishOptions
  private let log: FleetLog
  private let loop: EventLoop
  private let watcher: Watcher
  private let clock = MonotonicClock.system
  private let instance = randomName(bytes: 16)

  private var daemon: FollowedDaemon?
  private var files: BundleContentReader?
  private var watched: (root: RootID, directory: String)?
  private var bucket: Bucket?
  private var publication: Publication?
  private var schedule = PublishSchedule()
  private var serverBackoff = Backoff()
  private var daemonBackoff = Backoff()
  private var storeBackoff = Backoff()
  /// The obstacle that the user was told of.
  private var obstacle: String?
  private var hasConnected = false
  private var hasPublished = false
  private var nextPurge: UInt64 = 0

  private static let purgeInterval: UInt64 = 600_000_000_000
  /// The first purge waits, so that a start has other things to do.
  private static let firstPurge: UInt64 = 30_000_000_000

  init(_ options: PublishOptions, _ log: FleetLog) throws(FleetFailure) {
    self.options = options
    self.log = log
    let (loop, watcher) = try orFleetFailure(system: { () throws(SystemError) in
      let loop = try EventLoop()
      let watcher = try Watcher()
      try watcher.register(with: loop, token: Token.files.rawValue)
      return (loop, watcher)
    })
    (self.loop, self.watcher) = (loop, watcher)
    nextPurge = clock.now() + Self.firstPurge
  }

  /// Runs until another publisher has the bucket, or nothing can help.
  func run() throws(CommandFailure) -> Never {
    daemon = try FollowedDaemon(options.bundle, socket: options.socket, timeout: options.timeout)
    try followDaemon()
    do throws(FleetFailure) {
      try connect()
      while true { try step() }
    } catch {
      throw CommandFailure(error)
    }
  }

  private func step() throws(FleetFailure) {
    if let due = schedule.due { loop.setDeadline(Token.due.rawValue, at: due) }
    if let deadline = watcher.deadline { loop.setDeadline(Token.files.rawValue, at: deadline) }
    // Messages that came during the wait for an answer wake no loop.
    try readServer()
    let ready = try orFleetFailure(system: { () throws(SystemError) in try loop.wait() })
    for event in ready {
      switch Token(rawValue: event.token) {
      case .daemon: readDaemon()
      case .files: readFiles()
      case .server: try readServer()
      case .connect: try connect()
      case .follow: followAgain()
      case .due, nil: break
      }
    }
    if schedule.isDue(clock.now()) { try publish() }
  }

  // MARK: The daemon

  private func followDaemon() throws(CommandFailure) {
    guard let daemon else { return }
    do throws(SystemError) {
      try loop.register(daemon.stream.messages.socket.descriptor, token: Token.daemon.rawValue, for: .reading)
    } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
    schedule.record(.generation, now: clock.now())
  }

  private func readDaemon() {
    guard let daemon else { return }
    do throws(ClientError) {
      if try daemon.hasNewGeneration() { schedule.record(.generation, now: clock.now()) }
    } catch {
      loseDaemon(error)
    }
  }

  private func loseDaemon(_ error: ClientError) {
    guard let daemon else { return }
    log.warn("\(error); trying again")
    try? loop.remove(daemon.stream.messages.socket.descriptor)
    self.daemon = nil
    loop.setDeadline(Token.follow.rawValue, at: clock.now() + daemonBackoff.next { UInt64.random(in: $0) })
  }

  private func followAgain() {
    do throws(CommandFailure) {
      daemon = try FollowedDaemon(options.bundle, socket: options.socket, timeout: options.timeout)
      daemonBackoff.reset()
      try followDaemon()
    } catch {
      loop.setDeadline(Token.follow.rawValue, at: clock.now() + daemonBackoff.next { UInt64.random(in: $0) })
    }
  }

  private func readFiles() {
    if !watcher.drain().roots.isEmpty { schedule.record(.files, now: clock.now()) }
  }

  /// Watches the directory of the bundle. Returns whether it is watched from now on.
  private func watch(_ directory: String) -> Bool {
    if let watched, Bytewise(watched.directory) == Bytewise(directory) { return false }
    if let watched { watcher.remove(watched.root) }
    watched = (try? watcher.add(root: directory)).map { ($0, directory) }
    // The first look names all files.
    _ = watcher.drain()
    return watched != nil
  }

  // MARK: The server

  private func connect() throws(FleetFailure) {
    do throws(FleetFailure) {
      let connection = try NATSConnection(options.connection)
      let bucket = try Bucket(connection, name: options.bucket)
      try connection.subscribe(to: bucket.subjects.allManifests)
      let name = daemon?.bundle ?? options.bundle
      let identity = Publication.Identity(
        instance: instance, bundle: name, takesOver: options.takesOver && !hasPublished)
      let state = try PublisherState(directory: options.stateDirectory, bucket: options.bucket)
      let publication = try Publication(bucket, identity, signer: options.signer, state)
      for removal in publication.removals { log.warn(removal) }
      self.publication = publication
      try orFleetFailure(system: { () throws(SystemError) in
        try loop.register(connection.waker.descriptor, token: Token.server.rawValue, for: .reading)
      })
      self.bucket = bucket
      log.note("connected to \(connection.serverAddress)")
      if !hasConnected, let warning = ServerGreeting(ofServerAt: connection.serverAddress)?.version?.warning {
        log.warn(warning)
      }
      hasConnected = true
      serverBackoff.reset()
      schedule.record(.connected, now: clock.now())
    } catch {
      // A bucket that was never there is misspelt.
      if case .noBucket = error, !hasConnected { throw error }
      guard error.isPassing else { throw error }
      lose(error)
    }
  }

  private func lose(_ failure: FleetFailure) {
    if let bucket { try? loop.remove(bucket.connection.waker.descriptor) }
    (bucket, publication) = (nil, nil)
    log.warn("\(failure); trying again")
    loop.setDeadline(Token.connect.rawValue, at: clock.now() + serverBackoff.next { UInt64.random(in: $0) })
  }

  private func readServer() throws(FleetFailure) {
    guard let connection = bucket?.connection else { return }
    connection.read()
    let numbers = connection.takeMessages().compactMap(Subjects(bucket: options.bucket).announcedNumber)
    if let end = connection.end { return lose(.lost(end)) }
    do throws(FleetFailure) {
      for number in numbers { try publication?.checkAnnounced(number) }
    } catch {
      guard error.isPassing else { throw error }
      lose(error)
    }
  }

  // MARK: Publishing

  private func publish() throws(FleetFailure) {
    guard let daemon, let publication, let bucket else {
      // Both come back with an event.
      schedule.record(.looked, now: clock.now())
      return
    }
    schedule.record(.looked, now: clock.now())
    do throws(FleetFailure) {
      guard let (content, generation) = try look(at: daemon) else { return }
      switch try publication.publish(content, generation: generation) {
      case .published(let manifest, let puts):
        log.note(
          "published \(manifest.number): generation \(generation), \(manifest.files) files, \(manifest.bytes) bytes, "
            + "\(puts) new chunks")
      case .unchanged(let manifest):
        if !hasPublished { log.note("the bucket has these files, as \(manifest.number)") }
      }
      hasPublished = true
      storeBackoff.reset()
      if clock.now() >= nextPurge {
        nextPurge = clock.now() + Self.purgeInterval
        let (manifests, chunks) = try bucket.purge()
        if manifests + chunks > 0 { log.note("purged \(manifests) manifests and \(chunks) chunks") }
      }
    } catch .refused(let refusal) {
      logOnce(refusal.description)
      schedule.record(.obstacle, now: clock.now())
    } catch {
      guard error.isPassing else { throw error }
      switch error {
      case .store, .othersPublish, .system:
        log.warn("\(error); trying again")
        schedule.record(.failed(wait: storeBackoff.next { UInt64.random(in: $0) }), now: clock.now())
      default: lose(error)
      }
    }
  }

  /// The content of the bundle; nil when it cannot be published now.
  private func look(at daemon: FollowedDaemon) throws(FleetFailure) -> (BundleContent, generation: Int)? {
    do throws(ClientError) {
      var state = try daemon.state()
      // A change before the directory was watched brings no event.
      if watch(state.directory) { state = try daemon.state() }
      if let reason = state.condition.obstacle(errorsAllowed: options.allowsErrors) {
        logOnce("\(daemon.bundle) is not published: \(reason)")
        schedule.record(.obstacle, now: clock.now())
        return nil
      }
      if files.map({ Bytewise($0.directory) != Bytewise(state.directory) }) ?? true {
        files = BundleContentReader(directory: state.directory, bundle: daemon.bundle)
      }
      guard let content = try read(state.files), try daemon.synchronize() == state.generation else {
        // The next generation is looked at sooner.
        schedule.record(.obstacle, now: clock.now())
        return nil
      }
      if let reason = content.condition.obstacle(errorsAllowed: options.allowsErrors) {
        logOnce("\(daemon.bundle) is not published: \(reason)")
        schedule.record(.obstacle, now: clock.now())
        return nil
      }
      obstacle = nil
      return (content, state.generation)
    } catch {
      loseDaemon(error)
      return nil
    }
  }

  private func read(_ paths: [String]) throws(ClientError) -> BundleContent? {
    do throws(FleetFailure) {
      return try files?.read(paths)
    } catch {
      // A file that cannot be read is a finding of the daemon too.
      logOnce("\(error)")
      return nil
    }
  }

  /// Logs an obstacle once.
  private func logOnce(_ text: String) {
    guard obstacle != text else { return }
    obstacle = text
    log.warn(text)
  }
}
