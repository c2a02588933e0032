// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeModel
import ThemeResolver

@testable import ThemeEngine

/// Over all dialects: after any edits, chosen themes and modifications, the snapshots are those of an engine that
/// reads the same files for the first time and knows the last generation, and so are the places of findings and explanations;
/// deltas lead from each to the next. Without a fault in a context the snapshot is that of an engine without a past, and nothing
/// is held. Resolving anew to save storage changes nothing, nor do texts that are compressed between edits.
@Suite struct DialectDifferentialTests {
  private static let contexts = [
    Context(), Context(device: .pad), Context(themes: ["brand", "dark"]), Context(themes: ["dark", "gone"]),
    Context(themes: ["night"]), Context(modifiers: ["mode": "night"]), Context(modifiers: ["mode": "gone", "x": "y"]),
    Context(themes: ["blue"]), Context(themes: ["\u{E9}"]), Context(themes: ["e\u{301}"]),
  ]

  /// `LIVERY_SEEDS=5-200` runs these seeds in place of the usual ones.
  private static let seeds: [UInt64] = {
    let bounds = (ProcessInfo.processInfo.environment["LIVERY_SEEDS"] ?? "").split(separator: "-").compactMap {
      UInt64($0)
    }
    return bounds.count == 2 && bounds[0] <= bounds[1] ? Array(bounds[0]...bounds[1]) : [1, 2, 3, 4]
  }()

  @Test(arguments: RandomBundle.all.indices, seeds)
  func anySeriesOfEditsEndsWhereAColdResolveDoes(bundle: Int, seed: UInt64) throws {
    let bundle = RandomBundle.all[bundle]
    var random = SplitMix(seed: seed)
    var files = bundle.fixed
    let engine = ThemeEngine(bundle: "random")
    // As in a checkout, where a batch is parsed before it is applied.
    if seed % 2 == 1 { engine.sources.smallestBatchForWorkers = 1 } else { engine.sources.smallestForRegions = 0 }
    if seed / 2 % 2 == 1 { engine.sources.linked.compressesAllTexts() }
    engine.apply(files.map { change($0.key, $0.value) })
    for path in bundle.paths {
      files[path] = bundle.file(&random).text
      engine.apply([change(path, files[path])])
    }
    engine.publish()
    var before = try Self.contexts.map { try engine.open($0).content }
    for step in 0..<25 {
      let note: Comment = "\(bundle.dialect), seed \(seed), step \(step)"
      let old = Self.contexts.map { engine.open($0) }
      let (record, generation) = (HeldRecorder(engine.contexts).whole, engine.generation)
      edit(bundle, &files, engine, &random)
      engine.publish()
      if seed % 2 == 0 { _ = engine.resolveAnew() }
      if step % 2 == 0 { _ = engine.compressTexts() }
      let cold = self.engine(files, like: engine, generation, record)
      let plain = self.engine(files, like: engine, generation, nil)
      let restarted = self.engine(files, like: engine, engine.generation, engine.heldRecord)
      for (index, context) in Self.contexts.enumerated() {
        let snapshot = engine.open(context)
        let expected = cold.open(context)
        let content = try snapshot.content
        try #require(try content == expected.content, note)
        #expect(snapshot.digest == expected.digest, note)
        #expect(snapshot.held == expected.held, note)
        #expect(
          Bytewise(snapshot.diagnostics.map(\.lineWithHold)) == Bytewise(expected.diagnostics.map(\.lineWithHold)), note
        )
        let path = random.one(of: ["constants/", "styles/"]) + random.one(of: bundle.names)
        let explained = engine.explain(path, in: context)
        let explainedCold = cold.explain(path, in: context)
        #expect(explained?.map(\.withoutResult) == explainedCold?.map(\.withoutResult), note)
        #expect(explained?.map(\.result?.json) == explainedCold?.map(\.result?.json), note)
        // Where a parent fails, members have the order of the state before.
        if !holdsParent(engine, context) { #expect(explained == explainedCold, note) }
        try #require(try content == restarted.open(context).content, note)
        let unheld = plain.open(context)
        // A text that looks like a removed constant is held as well.
        if !unheld.diagnostics.contains(where: { $0.severity == .error || $0.code == .looksLikeConstant }) {
          #expect(try content == unheld.content, note)
          #expect(snapshot.held == 0, note)
        }
        let patch = try snapshot.delta(from: old[index]).patchJSON
        #expect(try before[index].patched(by: patch) == content, note)
        before[index] = content
      }
    }
  }

  private func holdsParent(_ engine: ThemeEngine, _ context: Context) -> Bool {
    let held = engine.contexts.view(of: context).map { engine.sources.linked.resolver.held(in: $0) }
    return held?.contains { $0.place.parent != nil } ?? false
  }

  /// An engine that reads the files for the first time.
  private func engine(
    _ files: BytewiseDictionary<String>, like other: ThemeEngine, _ generation: Int, _ record: HeldRecord?
  ) -> ThemeEngine {
    let engine = ThemeEngine(bundle: "random", generation: generation)
    if let record { engine.restore(record) }
    engine.apply(files.map { change($0.key, $0.value) })
    engine.restore(other.modifications)
    engine.restore(themes: other.themesInUse)
    return engine
  }

  private func edit(
    _ bundle: RandomBundle, _ files: inout BytewiseDictionary<String>, _ engine: ThemeEngine, _ random: inout SplitMix
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
      if random.happens(onceIn: 12) {
        let link = random.one(of: ["out", "more"])
        files[link] = random.one(of: [nil, "to a", "to b"])
        engine.apply([change(link, files[link])])
        return
      }
      let path = random.one(of: bundle.paths)
      if random.happens(onceIn: 6) {
        files[path] = nil
      } else if let text = files[path], random.happens(onceIn: 3) {
        files[path] = withBlank(in: text, &random)
      } else if random.happens(onceIn: 6) {
        files[path] = random.one(of: ["{", "3", "{\"a\": }", "[[]]"])
      } else if let list = bundle.lists.randomElement(using: &random), random.happens(onceIn: 4) {
        files[list.path] = list.text
        engine.apply([change(list.path, list.text)])
        return
      } else {
        files[path] = bundle.file(&random).text
      }
      engine.apply([change(path, files[path])])
    }
  }

  /// Puts a blank in front of a text or behind a sign in it, so that the places behind it move.
  private func withBlank(in text: String, _ random: inout SplitMix) -> String {
    var bytes = Array(text.utf8)
    let signs = bytes.indices.filter { Array(",:{[".utf8).contains(bytes[$0]) }
    let place = random.happens(onceIn: 3) ? 0 : signs.randomElement(using: &random).map { $0 + 1 } ?? 0
    bytes.insert(random.one(of: Array(" \n".utf8)), at: place)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Parameter path: one without an extension is that of a link to a directory outside of the bundle.
  private func change(_ path: String, _ text: String?) -> FileChange {
    guard let text else { return FileChange(path: path, content: .gone) }
    let isLink = !FileFormat.mayBeTheme(fileName: path)
    return FileChange(
      path: path, content: isLink ? .unreadable(Finding(.outsideBundle, text)) : .bytes(Array(text.utf8)))
  }
}

extension Diagnostic {
  /// In one line, with all places, and the generations since which its value and other values are held.
  fileprivate var lineWithHold: String {
    let related = related.map { " \(place($0.file, $0.range)): \($0.message)" }.joined()
    let held = heldBackSince.map { " held since \($0)" } ?? ""
    return
      "\(place(file, range)): \(severity)[\(code.rawValue)] \(id ?? "-") \(path ?? "-") \(message) \(help ?? "")\(held)\(related)"
  }

  private func place(_ file: String, _ range: SourceRange?) -> String {
    file + (range.map { ":\($0.start.line):\($0.start.column)" } ?? "")
  }
}

extension ExplanationStep {
  fileprivate var withoutResult: Self {
    var step = self
    step.result = nil
    return step
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
