// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import JSONText
import LinuxIO

/// The record of a publisher: its identity, and the highest number that it has seen or used in each bucket. Several processes of a
/// publisher share it.
struct PublisherState {
  let directory: String
  /// 128 random bits, in hexadecimal digits.
  let publisher: String
  private let file: String
  private(set) var seen: ReleaseNumber?

  /// - Parameter directory: made if it is missing.
  init(directory: String, bucket: String) throws(FleetFailure) {
    self.directory = directory
    file = "\(directory)/\(bucket).json"
    let identity = "\(directory)/publisher"
    do throws(SystemError) {
      try makeDirectories(directory, mode: 0o700)
      if (try? linkStatus(identity)) == nil { try Self.makeIdentity("publisher", in: directory) }
      let text = String(decoding: try readFile(identity, limit: 256), as: UTF8.self)
      publisher = String(text.prefix { !$0.isWhitespace })
    } catch {
      throw .usage("the state directory cannot be used: \(error)", help: "choose another with --state-dir")
    }
    guard publisher.utf8.count == 32 else {
      throw .usage("\(identity) does not have 32 hexadecimal digits", help: "remove it: a new publisher is made")
    }
    readSeen()
  }

  /// Takes over the recorded number if it is higher: another process may have recorded it. A record that cannot be read counts as none.
  mutating func readSeen() {
    let json = try? JSONValue(parsing: try readFile(file, limit: 4_096))
    guard let number = json?["seen"]?.integer.flatMap({ ReleaseNumber(UInt64(clamping: $0)) }) else { return }
    seen = max(number, seen ?? number)
  }

  /// Other processes of this publisher wait while the lock is held.
  ///
  /// - Throws: `othersPublish` when one of them keeps it for half a minute, which is longer than a creation takes.
  func lock() throws(FleetFailure) -> DirectoryLock {
    let directory = directory
    let lock = try orFleetFailure(system: { () throws(SystemError) in try DirectoryLock(directory, wait: 30_000) })
    switch consume lock {
    case let lock?: return lock
    case nil: throw .othersPublish
    }
  }

  /// Makes an identity, unless another process was faster: a second name of a whole file is given to one of them.
  private static func makeIdentity(_ name: String, in directory: String) throws(SystemError) {
    let directory = try HeldDirectory(try realPath(directory))
    let temporary = ".\(name).\(randomName(bytes: 8)).tmp"
    try directory.replaceDurably(temporary, Array((randomName(bytes: 16) + "\n").utf8), mode: 0o600)
    do throws(SystemError) {
      try directory.link(name, to: temporary, in: directory)
    } catch {
      guard error.errno == .exists else {
        try? directory.remove(temporary)
        throw error
      }
    }
    try directory.remove(temporary)
    try directory.sync()
  }

  /// Forgets the number, until the next one is recorded.
  mutating func forget() { seen = nil }

  /// Records a number that is in the bucket, or before it is used there: a creation without an answer may come into effect.
  mutating func record(_ number: ReleaseNumber) throws(FleetFailure) {
    guard seen.map({ number > $0 }) ?? true else { return }
    seen = number
    let text = Array((JSONValue.object(JSONObject([("seen", .number(Double(number.value)))])).text + "\n").utf8)
    let file = file
    try orFleetFailure(system: { () throws(SystemError) in try writeFileAtomically(file, text, mode: 0o600) })
  }
}

/// The directory for state: that of systemd, else of the user.
func stateDirectory(option: String?) -> String {
  if let option { return option }
  if let directory = environment("STATE_DIRECTORY"), !directory.isEmpty { return directory }
  let home = environment("HOME") ?? "/root"
  let base = environment("XDG_STATE_HOME").flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.local/state"
  return "\(base)/livery/fleet"
}
