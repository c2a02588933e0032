// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeEngine
import ThemeModel

/// A slip in a resolver document takes no value from running programs, also over a restart.
@Suite struct ResolverSlipTests {
  private static let path = "app.resolver.json"

  private static let document = #"""
    {"version": "2025.10",
     "sets": {"base": {"sources": [{"$ref": "base.tokens.json"}]}},
     "modifiers": {"mode": {"default": "night", "contexts": {
       "day": [{"$ref": "day.tokens.json"}], "night": [{"$ref": "night.tokens.json"}]}}},
     "resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/mode"}]}
    """#

  private static func tokens(_ name: String, _ value: Int) -> String {
    #"{"\#(name)": {"$type": "number", "$value": \#(value)}}"#
  }

  /// A source that is renamed to a file with a mistake keeps the tokens of the file before.
  @Test func aRenamedSourceWithAMistake() throws {
    let renamed = Self.document.replacing("base.tokens", with: "core.tokens")
    let good = #"{"base": 1, "night": 3}"#
    try checkSteps(
      [
        Self.path: Self.document, "base.tokens.json": Self.tokens("base", 1), "day.tokens.json": Self.tokens("day", 2),
        "night.tokens.json": Self.tokens("night", 3),
      ],
      HeldStep("core.tokens.json", "{", serves: good),
      HeldStep(Self.path, renamed, serves: good, "LV0001 core.tokens.json held"),
      HeldStep("base.tokens.json", nil, serves: good, "LV0001 core.tokens.json held"),
      HeldStep("core.tokens.json", Self.tokens("core", 4), serves: #"{"core": 4, "night": 3}"#))
  }

  @Test(
    arguments: [
      (#""base.tokens"#, #""bse.tokens"#, ["LV1006"]),
      ("base.tokens.json", "../base.tokens.json", ["LV0011"]),
      ("#/sets/base", "#/sets/bsae", ["LV1025"]),
      ("#/modifiers/mode", "#/modifiers/mod", ["LV1025"]),
      (#""default": "night""#, #""default": "nihgt""#, ["LV1025"]),
      (#""default""#, #""defualt""#, ["LV1018"]),
      (#""sets""#, #""stes""#, ["LV1025", "LV1018"]),
      (#""modifiers""#, #""modifier""#, ["LV1025", "LV1018"]),
      (#""contexts""#, #""context""#, ["LV1025", "LV1018"]),
      (#""sources""#, #""source""#, ["LV1025", "LV1018"]),
      (#""resolutionOrder""#, #""resolutionOrdr""#, ["LV1025", "LV1018"]),
      (#""night": ["#, #""nigth": ["#, ["LV1025"]),
      (#"[{"$ref": "day.tokens.json"}]"#, #"{"$ref": "day.tokens.json"}"#, ["LV1025"]),
      (#"{"$ref": "base"#, #"{"ref": "base"#, ["LV1018"]),
      (#"{"$ref": "base"#, #"{"$rfe": "base"#, ["LV1018"]),
    ] as [(String, String, [String])]) func slips(written: String, slip: String, findings: [String]) throws
  {
    let faulty = Self.document.replacing(written, with: slip)
    let expected = findings.map { "\($0) \(Self.path) held" }
    func step(_ path: String, _ text: String, serves constants: String, _ findings: [String]) -> HeldStep {
      var step = HeldStep(path, text, serves: constants)
      step.findings = findings
      step.held = findings.isEmpty ? 0 : 1
      return step
    }
    try checkSteps(
      [
        Self.path: Self.document, "base.tokens.json": Self.tokens("gap", 8), "day.tokens.json": Self.tokens("n", 1),
        "night.tokens.json": Self.tokens("n", 2),
      ],
      step(Self.path, faulty, serves: #"{"gap": 8, "n": 2}"#, expected),
      // Edits of the sources are followed.
      step("base.tokens.json", Self.tokens("gap", 9), serves: #"{"gap": 9, "n": 2}"#, expected),
      step(Self.path, Self.document, serves: #"{"gap": 9, "n": 2}"#, []))
  }

  /// A source that is a part of a file, over a weaker source with the same token: the slip is in the document or in the file, and the
  /// part holds tokens or is a set.
  @Test(
    arguments: [
      ("tokens.json#/night", path, "#/night", "#/nihgt", "LV1025 \(path)"),
      ("tokens.json#/night", "tokens.json", #""night""#, #""nihgt""#, "LV1025 \(path)"),
      ("tokens.json#/night", "tokens.json", #"{"night": {"#, #"{"nihgt": {{"#, "LV0001 tokens.json"),
      ("sets.json#/sets/night", path, "/night", "/nihgt", "LV1025 \(path)"),
      ("sets.json#/sets/night", "sets.json", #""night": {"#, #""nihgt": {"#, "LV1025 \(path)"),
    ]) func missingParts(source: String, path: String, written: String, slip: String, finding: String) throws
  {
    let files = [
      "livery.json": #"{"dialect": "tokens"}"#,
      Self.path: ##"""
      {"version": "2025.10", "sets": {"s": {"sources": [{"$ref": "day.json"}, {"$ref": "\##(source)"}]}},
       "resolutionOrder": [{"$ref": "#/sets/s"}]}
      """##,
      "sets.json": #"{"sets": {"night": {"sources": [{"$ref": "tokens.json#/night"}]}}}"#,
      "day.json": Self.tokens("n", 1), "tokens.json": #"{"night": \#(Self.tokens("n", 2))}"#,
    ]
    let good = try #require(files[path])
    try checkSteps(
      files,
      HeldStep(path, good.replacing(written, with: slip), serves: #"{"n": 2}"#, "\(finding) held"),
      HeldStep("day.json", Self.tokens("n", 3), serves: #"{"n": 2}"#, "\(finding) held"),
      HeldStep(path, good, serves: #"{"n": 2}"#),
      HeldStep("tokens.json", #"{"night": \#(Self.tokens("n", 4))}"#, serves: #"{"n": 4}"#))
  }

  /// A file that is gone keeps its part, and the tokens that stand in a set there.
  @Test func aMissingFileWithParts() throws {
    func sets(_ n: Int) -> String {
      ##"{"sets": {"night": {"sources": [{"$ref": "#/own"}]}}, "own": \##(Self.tokens("n", n))}"##
    }
    try checkSteps(
      [
        "livery.json": #"{"dialect": "tokens"}"#, "sets.json": sets(1),
        "tokens.json": #"{"g": \#(Self.tokens("m", 1))}"#,
        Self.path: ##"""
        {"version": "2025.10", "resolutionOrder": [{"$ref": "#/sets/s"}],
         "sets": {"s": {"sources": [{"$ref": "sets.json#/sets/night"}, {"$ref": "tokens.json#/g"}]}}}
        """##,
      ],
      HeldStep("sets.json", sets(2), serves: #"{"n": 2, "m": 1}"#),
      HeldStep("sets.json", nil, serves: #"{"n": 2, "m": 1}"#, "LV1006 \(Self.path) held"),
      HeldStep(
        "tokens.json", nil, serves: #"{"n": 2, "m": 1}"#, "LV1006 \(Self.path) held", "LV1006 \(Self.path) held"),
      HeldStep("sets.json", sets(3), serves: #"{"n": 3, "m": 1}"#, "LV1006 \(Self.path) held"))
  }

  /// A pointer that never led to anything holds nothing.
  @Test func aPointerToNothingFromTheStart() throws {
    func document(_ source: String) -> String {
      ##"""
      {"version": "2025.10", "sets": {"s": {"sources": [{"$ref": "day.json"}\##(source)]}},
       "resolutionOrder": [{"$ref": "#/sets/s"}]}
      """##
    }
    let wrong = document(##", {"$ref": "tokens.json#/night"}"##)
    let files = [Self.path: document(""), "day.json": Self.tokens("n", 1), "tokens.json": "{}"]
    try checkSteps(
      files,
      HeldStep(Self.path, wrong, serves: #"{"n": 1}"#, "LV1025 \(Self.path)"),
      HeldStep("day.json", Self.tokens("n", 3), serves: #"{"n": 3}"#, "LV1025 \(Self.path)"),
      HeldStep("tokens.json", #"{"night": \#(Self.tokens("n", 4))}"#, serves: #"{"n": 4}"#))
  }

  /// With no good state, what can be read is served.
  @Test func aSlipFromTheStart() throws {
    let faulty = Self.document.replacing("base.tokens", with: "bse.tokens")
    try checkSteps(
      [Self.path: faulty, "day.tokens.json": Self.tokens("n", 1), "night.tokens.json": Self.tokens("n", 2)],
      HeldStep("day.tokens.json", Self.tokens("n", 3), serves: #"{"n": 2}"#, "LV1006 \(Self.path)"),
      HeldStep("night.tokens.json", Self.tokens("n", 4), serves: #"{"n": 4}"#, "LV1006 \(Self.path)"))
  }

  /// However many sets or documents refer to each other, a finding says where it ends.
  @Test func chainsWithoutEnd() throws {
    func codes(_ files: [(path: String, text: String)]) -> Set<String> {
      let engine = ThemeEngine(bundle: "b")
      engine.apply(files.map { FileChange(path: $0.path, content: .bytes(Array($0.text.utf8))) })
      return Set(engine.open(Context()).diagnostics.map { "\($0.code.rawValue) \($0.message)" })
    }
    func document(_ sets: String) -> String {
      ##"{"version": "2025.10", "sets": {\##(sets)}, "resolutionOrder": [{"$ref": "#/sets/s0"}]}"##
    }
    let sets = (0..<1_000).map { ##""s\##($0)": {"sources": [{"$ref": "#/sets/s\##($0 + 1)"}]}"## }
    #expect(
      codes([(Self.path, document((sets + [#""s1000": {"sources": [{}]}"#]).joined(separator: ", ")))])
        == ["LV0009 more than 64 references lead to each other here"])
    let documents = (0..<70).map { number in
      (
        path: number == 0 ? Self.path : "r\(number).json",
        text: document(##""s0": {"sources": [{"$ref": "r\##(number + 1).json#/sets/s0"}]}"##)
      )
    }
    #expect(codes(documents) == ["LV0009 more than 64 resolver documents lead to each other here"])
  }
}
