// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import ThemeEngine
import ThemeModel

/// Over all dialects: whatever edits, chosen themes and modifications led there, the snapshots are those of an engine that
/// reads the same files for the first time, and deltas lead from each to the next.
@Suite struct DialectDifferentialTests {
  private static let contexts = [
    Context(), Context(device: .pad), Context(themes: ["brand", "dark"]), Context(themes: ["dark", "gone"]),
    Context(themes: ["night"]), Context(themes: ["blue"]),
  ]

  @Test(arguments: RandomBundle.all.indices, [1, 2, 3, 4] as [UInt64])
  func anySeriesOfEditsEndsWhereAColdResolveDoes(bundle: Int, seed: UInt64) throws {
    let bundle = RandomBundle.all[bundle]
    var random = SplitMix(seed: seed)
    var files = bundle.fixed
    let engine = ThemeEngine(bundle: "random")
    engine.apply(files.map { change($0.key, $0.value) })
    for path in bundle.paths {
      files[path] = bundle.file(&random).text
      engine.apply([change(path, files[path])])
    }
    _ = engine.publish()
    var before = try Self.contexts.map { try engine.snapshot(for: $0).content }
    for step in 0..<25 {
      let note: Comment = "\(bundle.dialect), seed \(seed), step \(step)"
      let old = Self.contexts.map { engine.snapshot(for: $0) }
      edit(bundle, &files, engine, &random)
      _ = engine.publish()
      let cold = ThemeEngine(bundle: "random")
      cold.apply(files.map { change($0.key, $0.value) })
      cold.restore(engine.modifications)
      cold.restore(themes: engine.themesInUse)
      for (index, context) in Self.contexts.enumerated() {
        let snapshot = engine.snapshot(for: context)
        let expected = cold.snapshot(for: context)
        let content = try snapshot.content
        try #require(try content == expected.content, note)
        #expect(snapshot.digest == expected.digest, note)
        #expect(snapshot.diagnostics.map(\.line) == expected.diagnostics.map(\.line), note)
        let patch = try snapshot.delta(from: old[index]).patchJSON
        #expect(try before[index].patched(by: patch) == content, note)
        before[index] = content
      }
    }
  }

  private func edit(
    _ bundle: RandomBundle, _ files: inout [String: String], _ engine: ThemeEngine, _ random: inout SplitMix
  ) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: try? engine.useThemes(bundle.themes.shuffled(using: &random).dropLast(random.happens(onceIn: 2) ? 1 : 0))
    case 1...2:
      try? engine.modifyConstant(random.one(of: bundle.names), to: bundle.value(depth: 9, &random))
    case 3...4:
      let keys = bundle.keys + ["x/y"]
      let value = bundle.value(depth: 2, &random)
      try? engine.modifyStyle(random.one(of: bundle.names), at: random.one(of: keys), to: value)
    case 5:
      let inherits: Bool? = random.one(of: [true, false, nil])
      if random.happens(onceIn: 3) { engine.resetModifications() }
      try? engine.setInheritance(ofStyle: random.one(of: bundle.names), to: inherits)
    default:
      let path = random.one(of: bundle.paths)
      // A root that is gone leaves the last good state, which a cold engine does not have.
      let stays = path == bundle.paths[0] || !random.happens(onceIn: 6)
      files[path] = stays ? bundle.file(&random).text : nil
      engine.apply([change(path, files[path])])
    }
  }

  private func change(_ path: String, _ text: String?) -> FileChange {
    FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
  }
}

extension Diagnostic {
  /// In one line, places included.
  fileprivate var line: String {
    let place = range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
    return "\(file)\(place): \(severity)[\(code.rawValue)] \(id ?? "-") \(path ?? "-") \(message) \(help ?? "")"
  }
}

extension Delta {
  /// The patch as it is sent.
  var patchJSON: JSONValue {
    get throws {
      var writer = JSONWriter()
      writer.beginArray()
      for operation in patch { operation.write(to: &writer) }
      writer.endArray()
      return try JSONValue(parsing: writer.bytes, maximumDepth: 256)
    }
  }
}
