// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LanguageServer
import LinuxIO
import LiveryConnection
import LiveryProtocol
import TextComparison
import Varlink

/// The connection to a daemon that shows unsaved texts. The texts are in force while it is open.
final class PreviewConnection {
  /// The reason why the daemon shows no unsaved text; the live preview ends.
  struct Refusal: Error { let reason: String }

  /// The result of sending a change.
  enum Outcome {
    case shown
    /// The daemon is gone, or was restarted: all texts have to be sent again.
    case lost
  }

  private let search: SocketSearch
  private var connection: VarlinkConnection?
  /// The names of bundles by their directories.
  private var names: BytewiseDictionary<String> = [:]
  /// The last text that was sent for each file, by its path.
  private var sent: BytewiseDictionary<[UInt8]> = [:]

  /// The maximum seconds for an answer of the daemon.
  private static let timeout = 2

  init(_ search: SocketSearch) { self.search = search }

  func send(_ change: LivePreview.Change) throws(Refusal) -> Outcome {
    do throws(ClientError) {
      guard let connection = try connect() else { return .lost }
      guard let name = names[change.directory] else { return .shown }
      let path = "\(change.directory)/\(change.file)"
      var call = ThemeInterface.SetOverlay()
      call.bundle = name
      call.file = change.file
      if let text = change.text {
        if let last = sent[path] {
          call.edits = [Self.edit(from: last, to: text)]
        } else {
          call.text = Self.string(text)
        }
      }
      sent[path] = change.text
      _ = try connection.call(ThemeInterface.SetOverlay.method.fullName, call.object)
      return .shown
    } catch {
      guard case .refused(let refusal) = error else {
        disconnect()
        return .lost
      }
      throw Refusal(reason: "the daemon does not show unsaved texts: \(refusal.name)")
    }
  }

  private func connect() throws(ClientError) -> VarlinkConnection? {
    if let connection { return connection }
    guard let path = try? search.find() else { return nil }
    let new = try VarlinkConnection(path: path, timeout: Self.timeout)
    let reply = ThemeInterface.ListBundles.Reply(
      try new.call(ThemeInterface.ListBundles.method.fullName, ThemeInterface.ListBundles().object))
    for bundle in reply.bundles { names[bundle.path] = bundle.name }
    connection = new
    return new
  }

  private func disconnect() {
    connection = nil
    names = [:]
    sent = [:]
  }

  private static func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// One edit of the differing bytes, extended to whole characters.
  private static func edit(from old: [UInt8], to new: [UInt8]) -> ThemeInterface.TextEdit {
    var start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    var end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    // Bytes from 0x80 on belong to a character of several bytes.
    while start > 0, old[start - 1] >= 0x80 { start -= 1 }
    while end > 0, old[old.count - end] >= 0x80 { end -= 1 }
    return ThemeInterface.TextEdit {
      $0.offset = start
      $0.length = old.count - end - start
      $0.text = string(Array(new[start..<(new.count - end)]))
    }
  }
}
