// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LanguageServer
import LinuxIO
import LiveryConnection
import LiveryProtocol
import TextComparison
import Varlink

/// The connection to a daemon by which unsaved texts are shown. They are in force while it lives. One text is on its way at most.
final class PreviewConnection {
  /// The reason why the daemon shows no unsaved text; the live preview ends.
  struct Refusal: Error { let reason: String }

  /// The result of sending a change.
  enum Outcome {
    /// The daemon has not answered yet.
    case waiting
    /// The daemon has answered, or does not serve the bundle.
    case shown
    /// The daemon is gone, or was restarted: all texts have to be sent again.
    case lost
  }

  private let daemon: EditorDaemon
  private var connection: VarlinkConnection?
  /// The text that was sent last for each file, by its path.
  private var sent: BytewiseDictionary<[UInt8]> = [:]
  private(set) var isWaiting = false
  /// Counts the connections that were made.
  private(set) var connectionCount = 0

  /// Seconds that the daemon may take to receive a text.
  private static let timeout = 2

  init(_ daemon: EditorDaemon) { self.daemon = daemon }

  /// Sends a change, without waiting for the answer.
  func send(_ change: LivePreview.Change) throws(Refusal) -> Outcome {
    do throws(ClientError) {
      guard let name = daemon.bundle(at: change.directory) else { return daemon.isThere ? .shown : .lost }
      guard let connection = try connect() else { return .lost }
      let path = "\(change.directory)/\(change.file)"
      var call = ThemeInterface.SetOverlay()
      call.bundle = name
      call.file = change.file
      if let text = change.text {
        if let last = sent[path] {
          let difference = TextChange(from: last, to: text)
          call.edits = [
            ThemeInterface.TextEdit {
              $0.offset = difference.range.lowerBound
              $0.length = difference.range.count
              $0.text = difference.text
            }
          ]
        } else {
          call.text = String(decoding: text, as: UTF8.self)
        }
      }
      sent[path] = change.text
      try connection.stream(ThemeInterface.SetOverlay.method.fullName, call.object)
      isWaiting = true
      return try answer()
    } catch {
      return try failed(error)
    }
  }

  /// Takes the answer, if it has come.
  func receive() throws(Refusal) -> Outcome {
    do throws(ClientError) {
      return try answer()
    } catch {
      return try failed(error)
    }
  }

  private func answer() throws(ClientError) -> Outcome {
    switch try connection?.nextIfAvailable() {
    case .nothingYet: return .waiting
    case .reply, .end, nil:
      isWaiting = false
      return .shown
    }
  }

  private func failed(_ error: ClientError) throws(Refusal) -> Outcome {
    isWaiting = false
    guard case .refused(let refusal) = error else {
      disconnect()
      daemon.forget()
      return .lost
    }
    throw Refusal(reason: "the daemon does not show unsaved texts: \(refusal.name)")
  }

  private func connect() throws(ClientError) -> VarlinkConnection? {
    if let connection { return connection }
    guard let path = daemon.socket else { return nil }
    let new = try VarlinkConnection(path: path, timeout: Self.timeout)
    connection = new
    connectionCount += 1
    return new
  }

  /// Ends the connection, and with it all texts.
  func disconnect() {
    connection = nil
    sent = [:]
  }

  /// Adds the connection to an event loop, which then waits for answers.
  func register(with loop: EventLoop, token: UInt64) throws(SystemError) {
    if let connection { try loop.register(connection.messages.socket.descriptor, token: token, for: .reading) }
  }
}
