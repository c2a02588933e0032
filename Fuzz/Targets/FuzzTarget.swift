// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryProtocol
import ThemeEngine
import ThemeModel
import ThemeSyntax
import Varlink

/// A function that takes any bytes, and its invariants. A violation ends the process.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// The strict parser of messages, and the writer.
  case json
  /// The bytes of a connection.
  case message
  /// A theme file in any format.
  case syntax
  /// The files of a bundle, each after a line `== PATH`.
  case bundle
  /// A path, and patterns on the lines after it.
  case selection
  /// A session of an editor, a step a line.
  case editor

  package func run(_ bytes: [UInt8]) {
    switch self {
    case .json: checkJSON(bytes)
    case .message: checkMessages(bytes)
    case .syntax: checkSyntax(bytes)
    case .bundle: checkBundle(bytes)
    case .selection: checkSelection(bytes)
    case .editor: checkEditor(bytes)
    }
  }
}

/// Written values are read as equal values.
private func checkJSON(_ bytes: [UInt8]) {
  guard let value = try? JSONValue(parsing: bytes, maximumDepth: 64) else { return }
  let written = value.bytes
  guard let again = try? JSONValue(parsing: written, maximumDepth: 64) else {
    preconditionFailure("what was written cannot be read")
  }
  precondition(again == value, "what was written is read as something else")
  precondition(again.bytes == written, "writing again makes another text")
  // The parser of theme files accepts everything that the strict parser accepts.
  let (_, findings) = parseJSON(bytes)
  precondition(findings.allSatisfy { !$0.code.holdsBack }, "a theme file refuses what messages accept")
}

/// Messages do not depend on how the bytes are split, and a written call is read as the same call.
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
      if JSONValue.object(call.parameters).isFinite {
        let written = call.message
        precondition((try? Call(message: written.dropLast())) == call, "a call is read as another")
      }
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

/// The tree can be walked, and all places lie within the file.
private func checkSyntax(_ bytes: [UInt8]) {
  for path in ["theme.json", "theme.plist", "theme.yaml"] {
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

/// The result does not depend on the order in which the files came, and the delta leads from one state to the next.
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

  // A file that is held back keeps its earlier content.
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

/// Of two files with the same path, the later one counts.
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
