// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeModel

@testable import ThemeEngine

/// An engine that compresses the texts of its files says the same as one that does not.
@Suite struct CompressedTextsTests {
  private let engine = ThemeEngine(bundle: "b")
  private let plain = ThemeEngine(bundle: "b")
  private static let fileCount = 150

  init() {
    for engine in [engine, plain] {
      engine.historyLimits = HistoryLimits(generations: 8, bytes: 1 << 20)
      let paths = (0..<Self.fileCount).map { #""\#(Self.path($0))""# }.joined(separator: ", ")
      engine.apply(
        (0..<Self.fileCount).map { change(Self.path($0), Self.text($0)) } + [
          change("theme.inc.json", #"{"themes": [\#(paths)]}"#),
          change("livery.json", #"{"contexts": {"night": {"themes": ["gone"]}}}"#),
        ])
      engine.publish()
      _ = engine.open(Context())
    }
  }

  private static func path(_ number: Int) -> String { "d/f\(number).json" }

  /// About eight kilobytes, with a finding: one name is misspelt.
  private static func text(_ number: Int, width: Int = 1) -> String {
    """
    {
      "accent\(number)": \(width),
      "s\(number)": {
        "title": "\(String(repeating: "A title for the button of number \(number). ", count: 220))",
        "borderWidth": "ref://acent\(number)", "cornerRadius": "ref://accent\((number + 1) % fileCount)" }
    }
    """
  }

  private func change(_ path: String, _ text: String?, isUnsaved: Bool = false) -> FileChange {
    FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone, isUnsaved: isUnsaved)
  }

  private func apply(_ path: String, _ text: String?, isUnsaved: Bool = false) {
    for engine in [engine, plain] { engine.apply([change(path, text, isUnsaved: isUnsaved)]) }
    #expect(engine.publish().isNew == plain.publish().isNew)
  }

  /// Compares all answers that come from texts.
  private func check(_ note: Comment) throws {
    let (snapshot, expected) = (engine.open(Context()), plain.open(Context()))
    #expect(snapshot.digest == expected.digest, note)
    #expect(snapshot.held == expected.held, note)
    #expect(snapshot.diagnostics == expected.diagnostics, note)
    #expect(engine.generation == plain.generation, note)
    #expect(engine.heldRecord == plain.heldRecord, note)
    #expect(HeldRecorder(engine.contexts).whole == HeldRecorder(plain.contexts).whole, note)
    #expect(engine.generations(in: Context()) == plain.generations(in: Context()), note)
    for number in [0, 7, 8, 149] {
      let path = "styles/s\(number)/cornerRadius"
      #expect(engine.explain(path, in: Context()) == plain.explain(path, in: Context()), note)
      #expect(engine.source(of: Self.path(number)) == plain.source(of: Self.path(number)), note)
      for generation in plain.generations(in: Context()) {
        let content = engine.content(of: Self.path(number), in: generation.number)
        let expected = plain.content(of: Self.path(number), in: generation.number)
        #expect(content.map(Self.text) == expected.map(Self.text), note)
      }
    }
    #expect(engine.check(Context()) == plain.check(Context()), note)
  }

  private static func text(_ content: FileChange.Content) -> [UInt8]? {
    if case .bytes(let bytes) = content { bytes } else { nil }
  }

  @Test func saysTheSame() throws {
    try check("after the load")
    #expect(engine.compressTexts() > 1 << 20)
    try check("compressed")
    // A value of equal length, a longer one, and an edit that is read as a whole.
    apply(Self.path(7), Self.text(7, width: 2))
    try check("a value")
    apply(Self.path(7), Self.text(7, width: 300))
    try check("a longer value")
    #expect(engine.compressTexts() == Self.text(7, width: 300).utf8.count)
    apply(Self.path(7), "\n" + Self.text(7))
    try check("a blank line")
    apply(Self.path(8), #"{ "accent8": 1, "s8": { "#)
    try check("held")
    #expect(engine.open(Context()).held > 0)
    _ = engine.compressTexts()
    try check("held and compressed")
    // The content that cannot be read and the held text are compressed both.
    apply(Self.path(8), "\n\n" + Self.text(8).dropLast(2))
    _ = engine.compressTexts()
    try check("held again")
    apply(Self.path(8), Self.text(8))
    try check("mended")
    apply(Self.path(149), nil)
    _ = engine.compressTexts()
    try check("a file is gone")
    apply(Self.path(149), Self.text(149))
    try check("it is back")
    let (past, plainPast) = (engine.keepPast(), plain.keepPast())
    apply(Self.path(0), #"{ "accent0" "#, isUnsaved: true)
    _ = engine.compressTexts()
    try check("an unsaved text")
    engine.returnTo(past)
    plain.returnTo(plainPast)
    apply(Self.path(0), Self.text(0))
    try check("without it")
    apply("livery.json", #"{"contexts": {"night": {"themes": []}}, "limits": {"depth": 40}}"#)
    try check("other settings read all files again")
    for engine in [engine, plain] { engine.forgetPast() }
    #expect(engine.publish().isNew == plain.publish().isNew)
    try check("without a past")
  }

  /// Content, linked and past state are one text before and after; the text of a file that changes is plain.
  @Test func textsAreShared() {
    let linked = engine.sources.linked
    func identities(_ path: String) -> Set<SourceText.Identity> {
      var identities: Set<SourceText.Identity> = []
      linked.files.file(at: path).map { linked.files[$0].forEachText { identities.insert($0.identity) } }
      return identities
    }
    func isCompressed(_ path: String) -> [Bool] {
      var found: [Bool] = []
      linked.files.file(at: path).map { linked.files[$0].forEachText { found.append($0.isCompressed) } }
      return found
    }
    let path = Self.path(3)
    #expect(identities(path).count == 1 && isCompressed(path) == [false, false])
    // In turns.
    var byteCount = 0
    while true {
      let count = engine.compressTexts(atMost: 100_000)
      #expect(count < 110_000)
      if count == 0 { break }
      byteCount += count
    }
    #expect(byteCount == (0..<Self.fileCount).reduce(0) { $0 + Self.text($1).utf8.count } + linked.listBytes)
    #expect(identities(path).count == 1 && isCompressed(path) == [true, true])
    // Equal bytes change nothing.
    apply(path, Self.text(3))
    #expect(isCompressed(path) == [true, true])
    // The state of the last generation has the old text, plain like the new one.
    engine.apply([change(path, Self.text(3, width: 2))])
    #expect(identities(path).count == 2 && isCompressed(path) == [false, false, false])
    engine.publish()
    #expect(identities(path).count == 1 && isCompressed(path) == [false, false])
    // A held state keeps its text compressed, whatever is written.
    _ = engine.compressTexts()
    engine.apply([change(path, "{")])
    engine.publish()
    _ = engine.compressTexts()
    engine.apply([change(path, "{ ")])
    engine.publish()
    #expect(identities(path).count == 2 && isCompressed(path) == [false, true])
  }

  @Test func smallBundlesStayPlain() {
    let small = ThemeEngine(bundle: "small")
    small.apply([change("theme.json", Self.text(0))])
    small.publish()
    _ = small.open(Context())
    #expect(!small.isLargeEnoughForCompression && small.compressTexts() == 0)
    small.sources.linked.compressesAllTexts()
    #expect(small.isLargeEnoughForCompression && small.compressTexts() == Self.text(0).utf8.count)
  }

  @Test func aFileTakesLittleMemory() { #expect(MemoryLayout<FileTable.File>.stride <= 112) }
}

extension LinkedFiles {
  /// For tests with small texts.
  func compressesAllTexts() {
    smallestForCompression = 0
    smallestTextForCompression = 0
  }

  /// The bytes of the list of files, which is compressed as well.
  fileprivate var listBytes: Int { files.file(at: "theme.inc.json").flatMap { files[$0].served?.text.count } ?? 0 }
}
