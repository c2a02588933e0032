// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeEngine
import ThemeModel

/// Each of many values is resolved once, whatever is wrong with them.
@Suite struct ManyOfAKindTests {
  private static let numbers = 0..<2_000

  private func check(
    _ members: [String], _ code: DiagnosticCode, findings: Int, _ location: SourceLocation = #_sourceLocation
  ) {
    let engine = ThemeEngine(bundle: "b")
    let text = "{\(members.joined(separator: ", "))}"
    let files = ["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": text]
    engine.apply(files.sorted { $0.key < $1.key }.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
    engine.open(Context())
    let resolved = engine.counters.valuesResolved
    // An object is a value, and so are its members.
    #expect(resolved <= 2 * members.count, sourceLocation: location)
    #expect(engine.check(Context()).count { $0.code == code } == findings, sourceLocation: location)
    // A check takes the values of the open context.
    #expect(engine.counters.valuesResolved == resolved, sourceLocation: location)
  }

  /// The finding of a long cycle has its first references alone.
  @Test(arguments: [(100, 100, ""), (2_000, 100, "… (1900 more)")])
  func aCycleOfMany(count: Int, related: Int, words: String) throws {
    let members = (0..<count).map { "\"c\($0)\": \"ref://c\(($0 + 1) % count)\"" }
    let engine = ThemeEngine(bundle: "b")
    let files = ["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": "{\(members.joined(separator: ", "))}"]
    engine.apply(files.sorted { $0.key < $1.key }.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
    let cycle = try #require(engine.check(Context()).first { $0.code == .cycle })
    #expect(cycle.related.count == related)
    #expect(cycle.message.hasPrefix("`c0` -> `c1` -> ") && cycle.message.hasSuffix("`c0` is a cycle"))
    #expect(words.isEmpty ? !cycle.message.contains("more") : cycle.message.contains(words))
  }

  /// Files that include each other make a cycle for each pair of them; together these list a limited number of files.
  @Test func filesThatIncludeEachOther() throws {
    let names = ["theme"] + (10..<60).map { "f\($0)" }
    let lists = names.map { name in
      (path: "\(name).inc.json", entries: names.filter { $0 != name }.map { "\"\($0).inc.json\"" })
    }
    let engine = ThemeEngine(bundle: "b")
    engine.apply(
      lists.map { list in
        let text = "{\"include\": [\(list.entries.joined(separator: ", "))]}"
        return FileChange(path: list.path, content: .bytes(Array(text.utf8)))
      })
    let cycles = engine.check(Context()).filter { $0.code == .cycle }
    #expect(cycles.count == names.count * (names.count - 1) / 2)
    #expect(cycles.reduce(0) { $0 + $1.related.count } < 1_024)
    #expect(cycles.allSatisfy { $0.message.utf8.count < 32 * names.count })
    let first = try #require(cycles.first)
    #expect(
      first.message
        == "these includes form a cycle: `theme.inc.json` -> `f10.inc.json` -> `theme.inc.json`")
    let last = try #require(cycles.first { $0.file == "f59.inc.json" })
    #expect(last.message == "these includes form a cycle: `theme.inc.json` -> … (50 more) -> `theme.inc.json`")
  }

  @Test func valuesAreResolvedOnce() {
    let numbers = Self.numbers
    check(numbers.map { "\"c\($0)\": \"ref://c\(($0 + 1) % numbers.count)\"" }, .cycle, findings: 1)
    check(numbers.map { "\"c\($0)\": \"ref://none\($0)\"" }, .unknownReference, findings: numbers.count)
    check(numbers.map { "\"s\($0)\": {\"theme\": \"no style \($0)\"}" }, .unknownReference, findings: numbers.count)
  }

  /// Unknown names beside as many known ones, each near one of them.
  enum UnknownNames: CaseIterable {
    case aliases, listedFiles, sources, sets

    /// Names of 16 bytes at most.
    func names(_ count: Int) -> (known: [String], files: [String: String]) {
      let names = (0..<count).map(Self.word)
      func texts(_ text: (String) -> String) -> String { names.map(text).joined(separator: ", ") }
      switch self {
      case .aliases:
        let aliases = texts { "\"\($0)\": \"?\"" }
        return (
          names,
          [
            "livery.json": #"{"dialect": "inlthemes"}"#,
            "t.json": "{\"INLThemeAlias\": {\(aliases)}, \(texts { "\"s\($0)\": {\"textColor\": \"\($0)x\"}" })}",
          ]
        )
      case .listedFiles:
        var files = ["theme.inc.json": "{\"themes\": [\(texts { "\"\($0)x.json\"" })]}"]
        for name in names { files["\(name).json"] = "{}" }
        return (names.map { "\($0).json" }, files)
      case .sources:
        let sources = texts { "{\"$ref\": \"\($0)x.json\"}" }
        var files = document(sets: "\"s\": {\"sources\": [\(sources)]}", order: "{\"$ref\": \"#/sets/s\"}")
        for name in names { files["\(name).json"] = #"{"t": {"$type": "number", "$value": 1}}"# }
        return (Array(files.keys), files)
      case .sets:
        let sets = texts { "\"\($0)\": {\"sources\": []}" }
        let order = texts { "{\"$ref\": \"#/sets/\($0)x\"}" }
        return (names.map { "#/sets/\($0)" }, document(sets: sets, order: order))
      }
    }

    /// Words that have few letters in common.
    private static func word(_ number: Int) -> String {
      var rest = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
      return String(
        (0..<9).map { _ in
          rest = (rest >> 5) | (rest << 59)
          return Character(Unicode.Scalar(UInt8(97 + rest % 26)))
        })
    }

    private func document(sets: String, order: String) -> [String: String] {
      ["a.resolver.json": "{\"version\": \"2025.10\", \"sets\": {\(sets)}, \"resolutionOrder\": [\(order)]}"]
    }
  }

  /// A search among many names costs their number, so that only some unknown names get a suggestion.
  @Test(arguments: UnknownNames.allCases)
  func suggestionsAreLimited(_ kind: UnknownNames) {
    for count in [10, 2_100] {
      let (known, files) = kind.names(count)
      let engine = ThemeEngine(bundle: "b")
      engine.apply(files.sorted { $0.key < $1.key }.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
      let found = engine.check(Context()).filter { $0.help?.hasPrefix("did you mean") == true }
      #expect(found.count == min(count, NameIndex.maximumSearches(among: known)), "\(kind)")
    }
  }
}
