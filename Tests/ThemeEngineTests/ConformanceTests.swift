// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing
import ThemeEngine
import ThemeModel

/// Every rule of a dialect, as a folder: see `Tests/Fixtures/README.md`.
///
/// `LIVERY_RECORD=1` replaces the expectations by the results of the engine; a person then reads the difference.
@Suite struct ConformanceTests {
  private let isRecording = ProcessInfo.processInfo.environment["LIVERY_RECORD"] == "1"

  @Test(arguments: Fixture.all) func everyRule(fixture: Fixture) throws { try check(fixture) }

  /// The codes of each dialect, beside those of any JSON or property list.
  private static let findings: [String: Set<DiagnosticCode>] = [
    "redbeard": [
      .unknownReference, .cycle, .typeMismatch, .missingFile, .ambiguousFile, .orphanFile, .rootName, .noRoot,
      .badInherits, .listedTwice, .shape, .kindClash, .unknownKey, .badColor, .outOfRange, .badNumber, .badGlyph,
      .numberInString, .looksLikeConstant, .suffixWithoutBase, .unreachableVariant,
    ],
    "oracle": [
      .unknownReference, .resourceToResource, .typeMismatch, .orphanFile, .noRoot, .shape, .badSelector, .unknownKey,
      .badColor, .outOfRange, .badArity, .unknownType, .looksLikeConstant, .badNumber,
    ],
    "giotto": [
      .cycle, .typeMismatch, .missingFile, .ambiguousFile, .noRoot, .badInherits, .duplicateStyle, .shape, .kindClash,
      .missingParent, .unknownKey, .badColor, .outOfRange, .badArity, .constantContainer, .looksLikeConstant,
      .formatVersion,
      .badNumber,
    ],
    "flat": [.missingFile, .ambiguousFile, .noRoot, .shape, .badColor, .outOfRange, .fontPair],
    "base16": [
      .missingFile, .ambiguousFile, .shape, .unknownKey, .badColor, .unknownType, .badTokenValue,
    ],
    "tokens": [
      .unknownReference, .cycle, .typeMismatch, .ambiguousFile, .noRoot, .badInherits, .shape, .kindClash, .unknownKey,
      .untypedToken, .badName, .notAToken, .badPointer, .unknownModifier, .outOfRange, .unknownType, .badTokenValue,
      .draftForm, .missingPart,
    ],
    "inlthemes": [
      .typeMismatch, .missingFile, .ambiguousFile, .noRoot, .shape, .badColor, .unknownAttribute, .fontPair,
      .looksLikeConstant, .numberInString, .badNumber,
    ],
  ]

  @Test(arguments: findings.keys.sorted()) func everyFindingIsReached(dialect: String) throws {
    var reached: Set<DiagnosticCode> = []
    for fixture in Fixture.all where fixture.dialect == dialect {
      let engine = ThemeEngine(bundle: fixture.name)
      engine.apply(try Fixture.changes(of: fixture.folder.appending(path: "bundle")))
      reached.formUnion(engine.report(on: .one(try fixture.context())).diagnostics.map(\.code))
    }
    // The rules of LV3 are no dialect's own.
    let own = reached.filter { $0.rawValue >= "LV1" && !$0.rawValue.hasPrefix("LV3") }
    #expect(own == Self.findings[dialect])
  }

  private func check(_ fixture: Fixture) throws {
    let engine = ThemeEngine(bundle: fixture.name)
    engine.apply(try Fixture.changes(of: fixture.folder.appending(path: "bundle")))
    let snapshot = engine.open(try fixture.context())
    if isRecording { return try record(snapshot, fixture) }
    #expect(try snapshot.content == fixture.expected())
    let reported = inOrderOfFiles(snapshot.diagnostics).map { diagnostic in
      let place = diagnostic.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
      return (file: diagnostic.file, place: place, rest: ": \(diagnostic.severity)[\(diagnostic.code.rawValue)]")
    }
    let expected = try fixture.expectedDiagnostics()
    #expect(reported.count == expected.count, "\(reported)")
    for (reported, expected) in zip(reported, expected) {
      let isOpen = expected == reported.file + reported.rest
      #expect(isOpen || expected == reported.file + reported.place + reported.rest)
    }
  }

  @Test func auroraOnPad() throws {
    let fixture = Fixture(dialect: "redbeard", name: "aurora-pad")
    let engine = ThemeEngine(bundle: "aurora")
    engine.apply(try Fixture.changes(of: Fixture.root.appending(path: "Examples/aurora")))
    let snapshot = engine.open(Context(device: .pad))
    #expect(snapshot.diagnostics == [])
    guard case .object(var reported) = try snapshot.json else { return #expect(Bool(false), "a snapshot is an object") }
    reported["digest"] = nil
    reported["diagnostics"] = nil
    #expect(try .object(reported) == fixture.expected())
    for context in [Context(), Context(device: .phone, version: "9.3.1"), Context(device: .pad, language: "en-GB")] {
      #expect(engine.open(context).diagnostics == [])
      #expect(engine.open(context).digest != snapshot.digest)
    }
  }

  @Test(arguments: [[], ["coral"], ["forest"], ["dark"], ["coral", "dark"], ["forest", "dark"], ["dark", "coral"]])
  func studio(themes: [String]) throws {
    let engine = ThemeEngine(bundle: "studio")
    engine.apply(try Fixture.changes(of: Fixture.root.appending(path: "Examples/studio")))
    let snapshot = engine.open(Context(themes: themes))
    #expect(snapshot.dialect == "giotto")
    #expect(snapshot.diagnostics == [])
    #expect(try snapshot.content["constants"]?.object?.members.count == 86)
    #expect(themes.isEmpty || engine.open(Context()).digest != snapshot.digest)
  }

  @Test func schemes() throws {
    let engine = ThemeEngine(bundle: "schemes")
    engine.apply(try Fixture.changes(of: Fixture.root.appending(path: "Examples/schemes")))
    #expect(engine.report(on: .all).diagnostics == [])
    for (themes, count) in [([], 21), (["harbour-day"], 21), (["harbour-dusk"], 21), (["neon"], 29)] {
      #expect(try engine.open(Context(themes: themes)).content["constants"]?.object?.members.count == count)
    }
  }

  @Test func harbor() throws {
    let engine = ThemeEngine(bundle: "harbor")
    engine.apply(try Fixture.changes(of: Fixture.root.appending(path: "Examples/harbor")))
    #expect(engine.check(Context()) == [])
    let content = try engine.open(Context()).content
    #expect(content["constants"]?.object?.members.count == 94)
    #expect(content["styles"]?.object?.members.count == 70)
  }

  /// By file, offset and code, so that a line of `diagnostics.txt` is found by its place.
  private func inOrderOfFiles(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.sorted { left, right in
      let key = { (diagnostic: Diagnostic) in
        (diagnostic.file, diagnostic.range?.start.offset ?? -1, diagnostic.code.rawValue)
      }
      return key(left) < key(right)
    }
  }

  private func record(_ snapshot: Snapshot, _ fixture: Fixture) throws {
    let text = try snapshot.content.pretty + "\n"
    try text.write(to: fixture.folder.appending(path: "expected.json"), atomically: true, encoding: .utf8)
    let lines = inOrderOfFiles(snapshot.diagnostics).map { diagnostic in
      let place = diagnostic.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
      return "\(diagnostic.file)\(place): \(diagnostic.severity)[\(diagnostic.code.rawValue)]\n"
    }
    let url = fixture.folder.appending(path: "diagnostics.txt")
    try lines.joined().write(to: url, atomically: true, encoding: .utf8)
  }
}
