// SPDX-License-Identifier: GPL-2.0-or-later

import LanguageServer
import LinuxIO

/// Makes a daemon show the texts that are not saved. At most one is on its way; then the newest follows.
final class PreviewSession {
  private let server: LanguageServer
  private let daemon: EditorDaemon
  private let connection: PreviewConnection
  private let loop: EventLoop
  private let token: UInt64
  private let clock = MonotonicClock.system
  /// The number of the connection that the loop waits for.
  private var watched = 0
  /// The text that was sent last.
  private var last: LivePreview.Change?
  /// The time at which the daemon is asked whether other texts lie over those of this editor.
  private var nextLook: UInt64 = 0

  private static let lookDelay: UInt64 = 1_000_000_000

  init(_ server: LanguageServer, _ daemon: EditorDaemon, _ loop: EventLoop, token: UInt64) {
    self.server = server
    self.daemon = daemon
    connection = PreviewConnection(daemon)
    self.loop = loop
    self.token = token
  }

  /// Takes an answer, and sends the next change.
  func proceed() throws(SystemError) {
    do throws(PreviewConnection.Refusal) {
      if connection.isWaiting, try connection.receive() == .lost { server.showPreviewsAgain() }
      while !connection.isWaiting, let change = server.nextPreviewChange() {
        last = change.text == nil ? nil : change
        // The next change connects again, and then all of them are sent.
        guard try connection.send(change) != .lost else {
          server.showPreviewsAgain()
          break
        }
      }
    } catch {
      server.endPreview(error.reason)
      connection.disconnect()
    }
    try watchConnection()
    setDeadline()
  }

  private func watchConnection() throws(SystemError) {
    // The loop has forgotten the one before, which is closed.
    guard connection.connectionCount != watched else { return }
    watched = connection.connectionCount
    try connection.register(with: loop, token: token)
  }

  /// Sets the time to check whether a different program's text lies over the last sent one, and to look for a lost daemon.
  private func setDeadline() {
    let now = clock.now()
    if server.hasPreviewChanges, !connection.isWaiting {
      loop.setDeadline(token, at: now + EditorDaemon.retryDelay)
    } else if let last {
      if now >= nextLook {
        if nextLook > 0, daemon.isCovered(last.file, in: last.directory) { server.previewIsCovered(last) }
        nextLook = now + Self.lookDelay
      }
      loop.setDeadline(token, at: nextLook)
    } else {
      loop.clearDeadline(token)
    }
  }
}
