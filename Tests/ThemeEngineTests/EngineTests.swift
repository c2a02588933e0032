// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Synchronization
import TestSupport
import Testing
import ThemeModel

@testable import ThemeEngine

/// Publications after edits of small bundles.
@Suite struct EngineTests {
  private let engine = ThemeEngine(bundle: "small")

  private func write(_ files: [String: String?]) {
    engine.apply(
      files.sorted { $0.key < $1.key }.map { path, text in
        FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
      })
  }

  private func start(_ files: [String: String]) -> Snapshot {
    write(["theme.inc.json": #"{"themes":["a.json","b.json"]}"#])
    write(files)
    return engine.open(Context())
  }

  private func content(_ snapshot: Snapshot) throws -> JSONValue { try snapshot.content }

  @Test func anEditIsOneGenerationWithADelta() throws {
    let before = start(["a.json": #"{"x": 1, "s": {"p": "ref://x", "q": 2}}"#, "b.json": "{}"])
    #expect(before.generation == 0)
    write(["a.json": "{\n  \"x\": 5, \"s\": {\"p\": \"ref://x\", \"q\": 2}}"])
    #expect(engine.publishUnlessWorse()?.isNew == true)
    let after = engine.open(Context())
    #expect(after.generation == 1)
    let delta = after.delta(from: before)
    #expect((delta.from, delta.to) == (0, 1))
    #expect(delta.digest == after.digest)
    #expect(
      Set(delta.patch) == [
        .replace(path: "/constants/x", value: .number(5)), .replace(path: "/styles/s/p", value: .number(5)),
      ])
    #expect(delta.cause == [Cause(file: "a.json", line: 2, column: 8)])
    #expect(engine.value(at: "styles/s/p", in: before) == .number(1))
    #expect(engine.value(at: "/styles/s/p", in: after) == .number(5))
    #expect(engine.value(at: "constants/s", in: after) == nil)
    #expect(after.styleCount == 1)
    #expect(delta.diagnostics == nil)
  }

  /// A cold start would have a different result then.
  @Test func whatIsHeldBackIsToldWithoutACheck() {
    _ = start(["a.json": #"{"x": "ref://gone"}"#, "b.json": "{}"])
    #expect(!engine.isHoldingBack, "an error of what is served")
    for path in ["a.json", "livery.json"] {
      write([path: "{}"])
      engine.publish()
      write([path: "{"])
      #expect(engine.isHoldingBack, "\(path)")
      write([path: "{}"])
      #expect(!engine.isHoldingBack, "\(path)")
    }
  }

  @Test func whatSaysNothingNewIsNoGeneration() {
    _ = start(["a.json": #"{"x": 1}"#, "b.json": "{}"])
    let parsed = engine.counters.filesParsed
    write(["a.json": #"{"x": 1}"#])
    #expect(engine.counters.filesParsed == parsed, "equal bytes are not parsed")
    write(["a.json": #"{ "x" : 1.0 }"#])
    #expect(engine.counters.filesParsed == parsed + 1)
    #expect(engine.counters.declarationsChanged == 1, "the one of the first reading")
    #expect(!engine.publish().isNew)
    #expect(engine.generation == 0)
  }

  /// Batches are linked as they come; values are resolved for the publication.
  @Test func severalBatchesOfOneGenerationAreResolvedOnce() {
    _ = start(["a.json": #"{"x": 1, "s": {"p": "ref://x"}}"#, "b.json": #"{"y": 1}"#])
    let before = engine.counters
    write(["a.json": #"{"x": 2, "s": {"p": "ref://x"}}"#])
    write(["a.json": #"{"x": 3, "s": {"p": "ref://x"}}"#])
    write(["b.json": #"{"y": 2}"#])
    #expect(engine.counters.filesParsed == before.filesParsed + 3)
    #expect(engine.counters.valuesResolved == before.valuesResolved)
    #expect(engine.publish().isNew)
    #expect(engine.counters.valuesResolved == before.valuesResolved + 3)
    _ = engine.open(Context())
    #expect(!engine.publish().isNew)
    #expect(engine.counters.valuesResolved == before.valuesResolved + 3)
  }

  @Test func aBrokenFileKeepsItsLastGoodState() throws {
    let before = start(["a.json": #"{"x": 1}"#, "b.json": #"{"y": "ref://x"}"#])
    write(["a.json": #"{"x": 1, "#])
    #expect(engine.publishUnlessWorse() == nil)
    #expect(engine.publish().isNew)
    let broken = engine.open(Context())
    #expect(try content(broken) == content(before))
    #expect(broken.digest == before.digest)
    #expect(broken.diagnostics.map(\.heldBackSince) == [0])
    #expect(broken.delta(from: before).patch.isEmpty)
    #expect(broken.delta(from: before).diagnostics == broken.diagnostics)
    write(["b.json": #"{"y": 2}"#])
    #expect(engine.publish().isNew, "the rest goes on")
    #expect(engine.open(Context()).diagnostics.map(\.heldBackSince) == [0])
    write(["a.json": #"{"x": 3}"#])
    #expect(engine.publish().isNew)
    let mended = engine.open(Context())
    #expect(mended.diagnostics == [])
    #expect(try content(mended) == ["constants": ["x": 3, "y": 2], "styles": [:]])
  }

  /// One broken line is one diagnostic: references to the ids of its file are not reported as well.
  @Test func aFileThatWasNeverReadIsToldOnce() throws {
    let snapshot = start(["a.json": #"{"x": 1 "y": 2}"#, "b.json": #"{"s": ["ref://x", "ref://y"], "t": "ref://z"}"#])
    #expect(snapshot.diagnostics.map(\.code) == [.missingComma, .unknownReference])
    #expect(snapshot.diagnostics.last?.id == "t")
    #expect(try content(snapshot) == ["constants": [:], "styles": [:]])
  }

  @Test func aLostRootKeepsTheLastGoodState() throws {
    let before = start(["a.json": #"{"x": 1}"#, "b.json": "{}"])
    write(["theme.inc.json": nil, "a.json": nil, "b.json": nil])
    #expect(engine.publish().isNew)
    let lost = engine.open(Context())
    #expect(try content(lost) == content(before))
    #expect(lost.diagnostics.map(\.code) == [.noRoot, .missingFile, .missingFile])
    #expect(lost.diagnostics.allSatisfy { $0.heldBackSince == 0 })
    #expect(lost.held == 2, "the root and its list")
    write(["theme.inc.json": #"{"themes":["a.json"]}"#, "a.json": #"{"x": 2}"#])
    #expect(engine.publish().isNew)
    #expect(try content(engine.open(Context())) == ["constants": ["x": 2], "styles": [:]])
  }

  @Test func contextsOfOneMeaningAndOfAnother() throws {
    _ = start(["a.json": #"{"x": 1, "x_iPad": 2}"#, "b.json": "{}"])
    let phone = engine.open(Context(device: .phone))
    let pad = engine.open(Context(device: .pad))
    #expect(try content(phone)["constants"] == ["x": 1])
    #expect(try content(pad)["constants"] == ["x": 2])
    write(["a.json": #"{"x": 1, "x_iPad": 3}"#])
    #expect(engine.publish().isNew)
    #expect(engine.open(Context(device: .phone)).delta(from: phone).patch.isEmpty)
    #expect(
      engine.open(Context(device: .pad)).delta(from: pad).patch
        == [.replace(path: "/constants/x", value: .number(3))])
  }

  /// 64 contexts of two meanings are parsed once and resolved twice, and closed contexts cost nothing.
  @Test func manyContextsCostAsMuchAsTheyDiffer() {
    _ = start(["a.json": #"{"x": 1, "s": {"p": "ref://x"}}"#, "b.json": "{}"])
    let contexts: [Context] = [Context.Device.phone, Context.Device.pad].flatMap { device in
      (1...32).map { Context(device: device, version: "\($0)") }
    }
    func check(_ x: Int, files: Int, values: Int, _ location: SourceLocation = #_sourceLocation) {
      let before = engine.counters
      write(["a.json": #"{"x": \#(x), "s": {"p": "ref://x"}}"#])
      #expect(engine.publish().isNew, sourceLocation: location)
      #expect(engine.counters.filesParsed - before.filesParsed == files, sourceLocation: location)
      #expect(engine.counters.valuesResolved - before.valuesResolved == values, sourceLocation: location)
    }
    check(2, files: 1, values: 2)
    let parsed = engine.counters.filesParsed
    for context in contexts { _ = engine.open(context) }
    #expect(engine.counters.filesParsed == parsed)
    check(3, files: 1, values: 4)
    engine.close(contextsExcept: [contexts[40]])
    check(4, files: 1, values: 2)
  }

  /// The order in which files are parsed does not change the bundle.
  @Test func filesMayBeParsedInAnyOrder() throws {
    let files = (0..<40).map {
      FileChange(path: "f\($0).json", content: .bytes(Array(#"{"x\#($0 % 9)": \#($0)}"#.utf8)))
    }
    let names = files.indices.map { #""f\#($0).json""# }.joined(separator: ",")
    let root = FileChange(path: "theme.inc.json", content: .bytes(Array(#"{"themes":[\#(names)]}"#.utf8)))
    let other = ThemeEngine(bundle: "small", workers: BackwardWorkers())
    engine.apply([root] + files)
    other.apply([root] + files)
    #expect(try content(engine.open(Context())) == content(other.open(Context())))
    #expect(other.counters == engine.counters)
    #expect(other.counters.filesParsed == 41)
  }

  /// A checkout gives the state, the findings and the work of as many saves, and is parsed on all threads.
  @Test func aCheckoutIsParsedOnAllThreads() throws {
    let names = (0..<40).map { #""f\#($0).json""# }.joined(separator: ",")
    let root = FileChange(path: "theme.inc.json", content: .bytes(Array(#"{"themes":[\#(names)]}"#.utf8)))
    func files(_ value: (Int) -> String) -> [FileChange] {
      (0..<40).map { FileChange(path: "f\($0).json", content: .bytes(Array("{\"x\($0)\": \(value($0))}".utf8))) }
    }
    // Equal, wrong and unreadable contents as well; the first file comes twice.
    let changes =
      files { $0 % 3 == 0 ? "\($0)" : $0 % 7 == 0 ? "[" : "\"ref://x\($0 + 3)\"" }
      + [FileChange(path: "f0.json", content: .bytes(Array(#"{"x0": 7}"#.utf8)))]
    let workers = CountingWorkers()
    let engine = ThemeEngine(bundle: "small", workers: workers)
    let other = ThemeEngine(bundle: "small")
    for engine in [engine, other] {
      engine.apply([root] + files { "\($0)" })
      _ = engine.open(Context())
      engine.publish()
    }
    let before = workers.batches.count
    let parsed = engine.counters.filesParsed
    engine.apply(changes)
    #expect(Array(workers.batches[before...]) == [changes.count])
    // 26 files differ from the first state, one of them twice.
    #expect(engine.counters.filesParsed - parsed == 27)
    for change in changes { other.apply([change]) }
    engine.publish()
    other.publish()
    let (left, right) = (engine.open(Context()), other.open(Context()))
    #expect(try content(left) == content(right))
    #expect(left.diagnostics == right.diagnostics && !left.diagnostics.isEmpty)
    #expect(engine.counters == other.counters)

    engine.apply([changes[1]])
    #expect(workers.batches.count == before + 1, "a save needs no threads")
  }

  /// A check parses the files of a context as a resolve does: all that the workers can make at once.
  @Test func aCheckParsesFilesOnAllThreads() {
    let workers = CountingWorkers()
    let engine = ThemeEngine(bundle: "small", workers: workers)
    let names = (0..<40).map { #""f\#($0).json""# }.joined(separator: ",")
    engine.apply(
      [FileChange(path: "theme.inc.json", content: .bytes(Array(#"{"themes":[\#(names)]}"#.utf8)))]
        + (0..<40).map { FileChange(path: "f\($0).json", content: .bytes(Array("{}".utf8))) })
    #expect(engine.checkEverywhere() == [])
    #expect(workers.batches.max() == 40)
  }

  /// The order in which values are looked at does not change the findings of design rules. What many styles share is reported once,
  /// with the first of them by name.
  @Test func aCheckLooksAtValuesInAnyOrder() {
    let styles =
      (0..<600).map { number in
        let colors = ##""titleColor": "ref://c\##(number % 7)", "backgroundColor": "#ffffff""##
        return "\"s\(number)\": {\(colors), \"theme\": \"s\(number / 2)\", \"part\": \"ref://z\"}"
      } + [##""z": {"titleColor": "#eeeeee", "backgroundColor": "#ffffff"}"##]
    let constants = (0..<7).map { "\"c\($0)\": \"#f0f0f\($0)\"" }
    let engines = [ThemeEngine(bundle: "small"), ThemeEngine(bundle: "small", workers: BackwardWorkers())]
    for engine in engines {
      engine.apply([
        FileChange(path: "theme.inc.json", content: .bytes(Array(#"{"themes":["a.theme.json"]}"#.utf8))),
        FileChange(
          path: "a.theme.json", content: .bytes(Array("{\((constants + styles).joined(separator: ","))}".utf8))),
      ])
    }
    let found = engines.map { $0.report(on: .all).diagnostics }
    #expect(found[0].count { $0.code == .contrast } == 601)
    #expect(found[0].filter { $0.code == .contrast && $0.path == "part/titleColor" }.map(\.id) == ["s0"])
    #expect(found[0].count { $0.code == .nearDuplicateColor } == 6)
    #expect(found[0] == found[1])
  }

  @Test func aRootVariantThatAppearsIsAnEdit() throws {
    _ = start(["a.json": #"{"x": 1}"#, "b.json": "{}"])
    let context = Context(device: .pad)
    let before = engine.open(context)
    write(["theme_pad.inc.json": #"{"include":["theme.inc.json"],"themes":["c.json"]}"#, "c.json": #"{"x": 9}"#])
    #expect(engine.publish().isNew)
    let after = engine.open(context)
    #expect(after.delta(from: before).patch == [.replace(path: "/constants/x", value: .number(9))])
    write(["theme_pad.inc.json": nil])
    #expect(engine.publish().isNew)
    #expect(engine.open(context).digest == before.digest)
  }

  @Test func aMisspeltReferenceSaysWhatWasMeant() throws {
    let snapshot = start([
      "a.json": ##"{"color-accent": "#FF0000", "s": {"textColor": "ref://color-acent"}}"##, "b.json": "{}",
    ])
    let diagnostic = try #require(snapshot.diagnostics.first)
    #expect(diagnostic.code == .unknownReference)
    #expect(diagnostic.id == "s" && diagnostic.path == "textColor")
    #expect(diagnostic.help == "did you mean `color-accent`?")
    #expect(diagnostic.range?.start == SourcePosition(line: 1, column: 48, offset: 47))
    #expect(diagnostic.fix?.safe == true)
    #expect(diagnostic.fix?.edits == [.init(range: ByteRange(54, 65), text: "color-accent")])
  }

  @Test func manifest() throws {
    let before = start(["a.json": #"{"x": 1, "x_iPhone": 2}"#, "b.json": #"{"y": 1}"#])
    let context = Context(device: .phone)
    _ = engine.open(context)
    write(["livery.json": #"{"suffixes": {"phone": ["_iPhone"]}, "exclud": []}"#])
    #expect(engine.publish().isNew)
    #expect(try content(engine.open(context))["constants"] == ["x": 2, "y": 1])
    #expect(engine.open(Context()).delta(from: before).patch == [.remove(path: "/constants/x_iPhone")])
    #expect(engine.open(context).diagnostics.map(\.code) == [.unknownKey])
    #expect(engine.open(context).diagnostics.first?.help == "did you mean `exclude`?")
    write(["livery.json": "{"])
    #expect(engine.publish().isNew)
    #expect(try content(engine.open(context))["constants"] == ["x": 2, "y": 1], "the last good manifest")
    write(["livery.json": #"{"root": "theme.inc.json", "exclude": ["b.json"]}"#])
    #expect(engine.publish().isNew)
    let excluded = engine.open(Context())
    #expect(excluded.diagnostics.map(\.code) == [.missingFile, .unknownKey])
    // The list still names the file, so that its values stay until that is taken out.
    #expect(try content(excluded)["constants"] == ["x": 1, "x_iPhone": 2, "y": 1])
    #expect(excluded.held == 1)
  }

  @Test func checkTellsMoreThanSnapshots() {
    _ = start(["a.json": #"{"x_iPad": 1,}"#, "b.json": "{}", "orphan.json": "{}", "theme_tablet.inc.json": "{}"])
    #expect(engine.check(Context()).map(\.code) == [.suffixWithoutBase, .unreachableVariant, .orphanFile])
    #expect(Set(engine.report(on: .one(Context())).diagnostics.map(\.code)).contains(.trailingComma))
    #expect(engine.open(Context()).diagnostics == [])
  }
}

/// The calling thread. It records the number of values in each request.
private final class CountingWorkers: Workers {
  private let counts = Mutex<[Int]>([])

  var batches: [Int] { counts.withLock(\.self) }
  var capacity: Int { 1 }

  func perform(_ count: Int, make: @escaping @Sendable (Int) -> Void, take: (Int) -> Void) {
    counts.withLock { $0.append(count) }
    CallingThread().perform(count, make: make, take: take)
  }
}
