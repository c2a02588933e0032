// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryService
import ProcessIO

/// The service for a page whose bundle no daemon serves: in this process, at a private socket, as long as the
/// program that serves the page runs. That program ends at any end of this process.
final class PreviewService {
  private enum Token: UInt64 { case signals = 1, page }

  private let daemon: Daemon
  private let signals: SignalDescriptor
  private let words: [String]
  private let directory: String

  /// - Parameter words: makes the command line of the page's program from the socket and the name of the bundle.
  init(
    _ location: BundleLocation, words: (_ socket: String, _ bundle: String) throws(CommandFailure) -> [String]
  ) throws(CommandFailure) {
    signals = try orInternalError { () throws(SystemError) in
      try SignalDescriptor([.interrupt, .terminate, .hangUp])
    }
    directory = try directoryForSockets(.here(option: nil)) + "/preview-\(processIdentifier)"
    let socket = "\(directory)/livery.sock"
    let directory = directory
    try orInternalError { () throws(SystemError) in try makeDirectory(directory, mode: 0o700) }
    var configuration = DaemonConfiguration(
      socketPath: socket, bundles: [.init(directory: location.path, rootFile: location.rootFile)])
    configuration.signals = .caller
    configuration.bundleChanges = .refused
    configuration.log = WarningBox().log
    do throws(DaemonError) {
      daemon = try Daemon(configuration)
    } catch {
      try? removeDirectory(directory)
      throw CommandFailure(error)
    }
    self.words = try words(socket, daemon.bundles[0].name)
  }

  /// Serves until the page's program ends.
  ///
  /// - Returns: its code.
  func run() throws(CommandFailure) -> ExitCode {
    let page = try orInternalError { () throws(SystemError) in try RunningProgram(words) }
    try orInternalError { () throws(SystemError) in
      try daemon.loop.register(signals.descriptor, token: Token.signals.rawValue, for: .reading)
      try page.register(daemon.loop, token: Token.page.rawValue)
    }
    do throws(DaemonError) {
      try daemon.run { [unowned self] ready in
        switch Token(rawValue: ready.token) {
        case .signals:
          _ = try? signals.read()
          page.terminate()
        case .page:
          page.unregister(daemon.loop)
          daemon.stop()
        case nil: break
        }
      }
    } catch {
      page.terminate()
      throw CommandFailure(error)
    }
    try? removeDirectory(directory)
    switch page.wait() {
    case .exited(let code): return ExitCode(rawValue: code) ?? .internalError
    case .ended, nil: return .internalError
    }
  }
}

/// A child that closures may name.
private final class RunningProgram {
  private var child: ChildProcess?

  init(_ words: [String]) throws(SystemError) {
    // The shell becomes the program.
    child = try ChildProcess(withOwnStreams: "exec " + words.map(shellQuoted).joined(separator: " "))
  }

  func register(_ loop: EventLoop, token: UInt64) throws(SystemError) {
    switch child {
    case .some(let child): try loop.register(child.descriptor, token: token, for: .reading)
    case nil: break
    }
  }

  func unregister(_ loop: EventLoop) {
    switch child {
    case .some(let child): try? loop.remove(child.descriptor)
    case nil: break
    }
  }

  func terminate() { child?.terminate() }

  func wait() -> ChildProcess.Outcome? { try? child.take()?.wait() }
}
