// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import FleetModel
import JSONText
import LinuxIO
import LiveryConnection
import LiveryProtocol
import TextComparison
import Varlink

/// A bundle of the local daemon: a stream that tells of its generations, and questions about it.
final class FollowedDaemon {
  let bundle: String
  let stream: VarlinkConnection
  private let questions: VarlinkConnection

  /// The bundle as it is, or the reason why it is not published now.
  struct State {
    var generation: Int
    var directory: String
    var condition: BundleCondition
    var files: [String]
  }

  /// - Parameters:
  ///   - operand: the bundle's name or directory.
  ///   - socket: nil for the usual ones.
  ///   - timeout: seconds for each answer; nil for the usual ones.
  init(_ operand: String, socket: String?, timeout: Int?) throws(CommandFailure) {
    let path: String
    do throws(SocketSearch.Failure) {
      path = try SocketSearch.here(option: socket).find()
    } catch {
      throw CommandFailure(
        .noDaemon, "\(error)", help: "start one with `liveryd BUNDLE`, or publish files with --once DIR")
    }
    let bundles: [ThemeInterface.Bundle]
    do throws(ClientError) {
      questions = try VarlinkConnection(path: path, timeout: timeout ?? VarlinkConnection.usualTimeout)
      stream = try VarlinkConnection(path: path)
      bundles =
        ThemeInterface.ListBundles.Reply(
          try questions.call(ThemeInterface.Method.listBundles.fullName)
        ).bundles
    } catch {
      throw CommandFailure(.noDaemon, "\(error)")
    }
    let directory = try? realPath(operand)
    let found =
      bundles.first { Bytewise($0.name) == Bytewise(operand) }
      ?? bundles.first { Bytewise($0.path) == Bytewise(directory) }
    guard let found else {
      let served = bundles.map(\.name).joined(separator: ", ")
      throw CommandFailure(
        .noBundle, "the daemon does not serve the bundle \(quoted(operand))",
        help: served.isEmpty ? "`livery add DIR` adds one" : "it serves \(served)")
    }
    bundle = found.name
    let call = ThemeInterface.Register {
      $0.bundle = found.name
      $0.name = "livery publish"
    }
    do throws(ClientError) {
      try stream.stream(ThemeInterface.Method.register.fullName, call.object)
    } catch {
      throw CommandFailure(.noDaemon, "\(error)")
    }
  }

  private func ask<Method: ThemeMethod>(_ call: Method) throws(ClientError) -> Method.Reply {
    Method.Reply(try questions.call(Method.method.fullName, call.object))
  }

  /// Waits until everything that was written is published. Returns the generation.
  func synchronize() throws(ClientError) -> Int { try ask(ThemeInterface.Sync { $0.bundle = bundle }).generation }

  /// The daemon's state of the bundle, after all that was written is published.
  func state() throws(ClientError) -> State {
    let generation = try synchronize()
    let entry = try ask(ThemeInterface.ListBundles()).bundles.first { Bytewise($0.name) == Bytewise(bundle) }
    guard let entry else { throw .connectionLost }
    let overlays = try ask(ThemeInterface.ListOverlays { $0.bundle = bundle }).overlays
    let files = try ask(ThemeInterface.ListFiles { $0.bundle = bundle }).files
    return State(
      generation: generation, directory: entry.path,
      condition: BundleCondition(
        errors: entry.errors, held: entry.held, unreadable: entry.unreadable, overlays: overlays.count),
      files: files)
  }

  /// Takes the messages of the stream. Returns whether there was a generation.
  func hasNewGeneration() throws(ClientError) -> Bool {
    var isNew = false
    while true {
      switch try stream.nextIfAvailable() {
      case .nothingYet: return isNew
      case .reply: isNew = true
      case .end: throw .connectionLost
      }
    }
  }
}
