// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryProtocol
import ThemeEngine
import ThemeModel
import ThemeSyntax
import Varlink

/// What is fed with any bytes, and what has to hold then. What does not hold ends the process.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// The strict parser of messages, and the writer.
  case json
  /// The bytes that come in on a connection.
  case message
  /// A theme file, in whatever format it turns out to be.
  case syntax
  /// The files of a bundle, each after a line `== PATH`.
  case bundle
  /// A path, and patterns on the lines after it.
  case selection

  package func run(_ bytes: [UInt8]) {
    switch self {
    case .json: checkJSON(bytes)
    case .message: checkMessages(bytes)
    case .syntax: checkSyntax(bytes)
    case .bundle: checkBundle(bytes)
    case .selection: checkSelection(bytes)
    }
  }
}

/// What is read and written is read again as the same.
private func checkJSON(_ bytes: [UInt8]) {
  guard let value = try? JSONValue(parsing: bytes, maximumDepth: 64) else { return }
  let written = value.bytes
  guard let again = try? JSONValue(parsing: written, maximumDepth: 64) else {
    preconditionFailure("what was written cannot be read")
  }
  precondition(again == value, "what was written is read as something else")
  precondition(again.bytes == written, "writing again makes another text")
  // Theme files are held to less: whatever is right is right there too.
  let (_, findings) = parseJSON(bytes)
  precondition(findings.allSatisfy { !$0.code.holdsBack }, "a theme file refuses what messages accept")
}

/// Messages are the same however they are cut on their way, and a call is read as it was written.
private func checkMessages(_ bytes: [UInt8]) {
  func messages(cutInto length: Int) -> [MessageDecoder.Outcome] {
    var decoder = MessageDecoder(limit: 64)
    var outcomes: [MessageDecoder.Outcome] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      decoder.append(rest.prefix(length))
      rest = rest.dropFirst(length)
      while true {
        let outcome = decoder.next()
        if outcome == .incomplete { break }
        outcomes.append(outcome)
        if outcome == .tooLong { return outcomes }
      }
    }
    return outcomes
  }
  let whole = messages(cutInto: bytes.count)
  for length in [1, 2, 7, 63, 64, 65] {
    precondition(messages(cutInto: length) == whole, "cut into \(length)")
  }
  for message in bytes.split(separator: 0) {
    if let call = try? Call(message: Array(message)) {
      let written = call.message
      precondition((try? Call(message: written.dropLast())) == call, "a call is read as another")
      let directory = ServiceDirectory(
        vendor: "Livery", product: "fuzz", version: "0", url: "", interfaces: [.theme])
      _ = try? directory.route(call)
    }
    if let reply = try? Reply(message: Array(message)) {
      var written: [UInt8] = []
      reply.encode(into: &written)
      precondition((try? Reply(message: written.dropLast())) == reply, "a reply is read as another")
    }
  }
}

/// There is a tree to walk through, and everything that is told lies within the file.
private func checkSyntax(_ bytes: [UInt8]) {
  for path in ["theme.json", "theme.plist"] {
    let (tree, findings) = parseThemeFile(
      bytes, path: path, limits: SyntaxLimits(fileSize: 1 << 20, depth: 64, values: 10_000))
    func isWithin(_ range: ByteRange) -> Bool {
      range.start >= 0 && range.start <= range.end && range.end <= bytes.count
    }
    precondition(findings.allSatisfy { $0.range.map(isWithin) ?? true }, "a finding outside of the file")
    guard let root = tree.root else { continue }
    var pending = [root]
    while let node = pending.popLast() {
      precondition(isWithin(tree.range(of: node)), "a node outside of the file")
      _ = tree.string(of: node)
      for member in tree.members(of: node) {
        _ = tree.key(of: member)
        pending.append(member.value)
      }
      pending += tree.elements(of: node)
    }
  }
}

/// However a bundle came to its files, it means the same; and what one state differs from another is told by the delta.
private func checkBundle(_ bytes: [UInt8]) {
  let files = bundleFiles(bytes)
  guard let last = files.last else { return }
  let cold = engine(files)
  let expected = cold.open(Context())

  let warm = engine(files.dropLast() + [(last.path, Array(last.bytes.prefix(last.bytes.count / 2)))])
  let before = warm.open(Context())
  warm.apply([FileChange(path: last.path, content: .bytes(last.bytes))])
  warm.publish()
  let after = warm.open(Context())
  let delta = after.delta(from: before)
  precondition(delta.patch.isEmpty == (before.digest == after.digest), "the patch and the digests say different things")

  // A file that is held back means what it meant before.
  guard !(expected.diagnostics + after.diagnostics).contains(where: { $0.heldBackSince != nil || $0.code.holdsBack })
  else { return }
  precondition(after.digest == expected.digest, "an edit ends where a cold start does not")
  precondition(after.diagnostics.count == expected.diagnostics.count, "an edit finds what a cold start does not")
}

private func engine(_ files: [(path: String, bytes: [UInt8])]) -> ThemeEngine {
  let engine = ThemeEngine(bundle: "fuzz")
  engine.apply(files.map { FileChange(path: $0.path, content: .bytes($0.bytes)) })
  engine.publish()
  return engine
}

/// A path that comes twice is the later file.
private func bundleFiles(_ bytes: [UInt8]) -> [(path: String, bytes: [UInt8])] {
  var files: [(path: String, bytes: [UInt8])] = []
  for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    if line.starts(with: "== ".utf8) {
      let path = String(decoding: line.dropFirst(3), as: UTF8.self)
      files.removeAll { $0.path == path }
      files.append((path, []))
    } else if let index = files.indices.last {
      files[index].bytes += line + [UInt8(ascii: "\n")]
    }
  }
  return files
}
