// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import LinuxIO
import TextComparison

/// The digests of files that have no comments, and so no mark: of each, that of the content that Livery wrote last. While a content is
/// written, the file has two digests, so that a killed program leaves a file that the next one knows.
///
/// They are in `livery/outputs.json` in the user's directory of state. A digest that is lost makes Livery refuse to overwrite the
/// file, until the user says so.
package struct OutputDigests: Sendable {
  private let path: String?
  /// The digest of the last content, and behind it that of the content that is written now.
  private var digests: BytewiseDictionary<[String]> = [:]

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
    for (key, value) in files.members {
      digests[key] = value.array.map { $0.compactMap(\.string) } ?? value.string.map { [$0] }
    }
  }

  /// Whether a content with this digest is one that Livery wrote last, or was about to write.
  package func has(_ digest: String, of file: String) -> Bool { digests[file]?.contains(digest) ?? false }

  /// Remembers the digest of a content that is written next. Throws when it cannot be stored for the next program.
  package mutating func expect(_ digest: String, for file: String) throws(SystemError) {
    try store(for: file) { last in Array(last.prefix(1)) + [digest] }
  }

  /// Remembers the digest of a content that was written. Throws when it cannot be stored for the next program.
  package mutating func set(_ digest: String, for file: String) throws(SystemError) {
    try store(for: file) { _ in [digest] }
  }

  private mutating func store(for file: String, _ change: (_ last: [String]) -> [String]) throws(SystemError) {
    guard change(digests[file] ?? []) != digests[file] else { return }
    // Another program may have written other files meanwhile, `livery export` beside `livery apply`.
    read()
    digests[file] = change(digests[file] ?? [])
    guard let path else { return }
    try makeDirectories(splitPath(path).directory, mode: 0o700)
    let files = digests.sortedMembers.map { file in
      (
        key: file.key,
        value: file.value.count == 1 ? JSONValue.string(file.value[0]) : .array(file.value.map(JSONValue.string))
      )
    }
    let json: JSONValue = ["files": .object(JSONObject(files))]
    try writeFileWithoutWaiting(path, Array((json.pretty + "\n").utf8), mode: 0o600)
  }
}

/// `$XDG_STATE_HOME`, or `~/.local/state`. Nil without a home.
package func userStateDirectory() -> String? {
  if let directory = environment("XDG_STATE_HOME"), directory.utf8.first == UInt8(ascii: "/") { return directory }
  return environment("HOME").flatMap { $0.isEmpty ? nil : "\($0)/.local/state" }
}
