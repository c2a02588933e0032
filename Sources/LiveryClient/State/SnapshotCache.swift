// SPDX-License-Identifier: MIT

import JSONText
import LinuxIO
import LiveryProtocol
import ThemeModel

/// The file that keeps the last snapshot of one theme for the program's next start.
///
/// Its values are shown as stale, and no stream resumes from it. A damaged file, or a file of a different form, counts as missing.
struct SnapshotCache {
  /// The version of the file's form. Other versions are not read.
  private static let form = 1
  private static let limit = 64 << 20

  let path: String
  /// Identifies the theme: a file of a different theme is not used.
  private let subject: JSONValue

  /// Nil without a directory for the file.
  init?(_ options: Theme.Options) {
    let directory: String
    switch options.cache {
    case .directory(let path): directory = path
    case .off: return nil
    case .user:
      if let caches = environment("XDG_CACHE_HOME"), caches.hasPrefix("/") {
        directory = "\(caches)/livery"
      } else if let home = environment("HOME"), home.hasPrefix("/") {
        directory = "\(home)/.cache/livery"
      } else {
        return nil
      }
    }
    subject = [
      "bundle": options.bundle.map(JSONValue.string) ?? .null,
      "context": ThemeInterface.Context(options.context).encoded,
      "select": .array(options.select.map(JSONValue.string)),
      "socket": options.socket.map(JSONValue.string) ?? .null,
    ]
    path = "\(directory)/\(Self.name(options.bundle ?? "default", subject.bytes)).json"
  }

  /// A safe file name that differs between the subjects of one bundle.
  private static func name(_ bundle: String, _ subject: [UInt8]) -> String {
    // Two subjects with the same hash share one file, which then serves the last writer.
    var hash = StableHash()
    subject.withUnsafeBytes { hash.combine($0) }
    let plain = bundle.unicodeScalars.prefix(64).map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        ? Character(scalar) : "_"
    }
    return "\(String(plain))-\(hash.text)"
  }

  func read() -> (snapshot: Theme.Snapshot, savedAt: Int)? {
    guard let bytes = try? readFile(path, limit: Self.limit), let file = JSONTapeValue(parsing: bytes),
      file.member("form")?.integer == Self.form, let savedAt = file.member("savedAt")?.integer,
      let subject = file.member("subject").flatMap({ JSONValue(decoding: $0) }), subject == self.subject,
      let node = file.member("snapshot"), let message = ThemeInterface.Snapshot(decoding: node),
      let snapshot = try? Session.snapshot(message)
    else { return nil }
    return (snapshot, savedAt)
  }

  /// Unsaved texts are not kept. A failure to write is ignored: the next start has no cached values then.
  func write(_ snapshot: Theme.Snapshot, at seconds: Int) {
    guard snapshot.isReady, !snapshot.isUnsaved else { return }
    var writer = JSONWriter(reserving: 1 << 16)
    writer.beginObject()
    writer.member("form", Self.form)
    writer.member("savedAt", seconds)
    writer.member("subject", subject)
    writer.key("snapshot")
    snapshot.write(to: &writer)
    writer.endObject()
    do throws(SystemError) {
      try makeDirectories(splitPath(path).directory, mode: 0o700)
      try writeFileWithoutWaiting(path, writer.drainBytes(), mode: 0o600)
    } catch {
      return
    }
  }
}
