// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import LinuxIO
import TextComparison

/// The digests of files that have no comments, and so no mark: each is that of the content that Livery wrote last.
///
/// They are in `livery/outputs.json` in the user's directory of state. A digest that is lost makes Livery refuse to overwrite the
/// file, until the user says so.
package struct OutputDigests: Sendable {
  private let path: String?
  private var digests: BytewiseDictionary<String> = [:]

  private static let maximumBytes = 1 << 20

  /// Reads the digests. A file that cannot be read counts as empty.
  ///
  /// - Parameter directory: the user's directory of state; nil where there is none, and nothing is kept.
  package init(in directory: String? = userStateDirectory()) {
    path = directory.map { "\($0)/livery/outputs.json" }
    read()
  }

  private mutating func read() {
    guard let path, let bytes = try? readFile(path, limit: Self.maximumBytes),
      let files = (try? JSONValue(parsing: bytes, maximumDepth: 8))?.object?["files"]?.object
    else { return }
    for (key, value) in files.members { digests[key] = value.string }
  }

  package subscript(file: String) -> String? { digests[file] }

  /// Remembers the digest of a file. Throws when it cannot be stored for the next program.
  package mutating func set(_ digest: String, for file: String) throws(SystemError) {
    guard digests[file] != digest else { return }
    // Another program may have written other files meanwhile, `livery export` beside `livery apply`.
    read()
    digests[file] = digest
    guard let path else { return }
    try makeDirectories(splitPath(path).directory, mode: 0o700)
    let files = JSONObject(digests.sortedMembers.map { (key: $0.key, value: .string($0.value)) })
    let json: JSONValue = ["files": .object(files)]
    try writeFileWithoutWaiting(path, Array((json.pretty + "\n").utf8), mode: 0o600)
  }
}

/// `$XDG_STATE_HOME`, or `~/.local/state`. Nil without a home.
package func userStateDirectory() -> String? {
  if let directory = environment("XDG_STATE_HOME"), directory.utf8.first == UInt8(ascii: "/") { return directory }
  return environment("HOME").flatMap { $0.isEmpty ? nil : "\($0)/.local/state" }
}
