// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing
import ThemeEngine
import ThemeModel

@testable import LiveryService

/// The bundles of all fixtures, with files in which a token is deleted or doubled.
struct FixtureBundle {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  let name: String
  let files: [(path: String, bytes: [UInt8])]

  static func all() throws -> [FixtureBundle] {
    try ["base16", "flat", "giotto", "inlthemes", "oracle", "redbeard"].flatMap {
      (dialect: String) -> [FixtureBundle] in
      let folder = root.appending(path: dialect)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      return try names.compactMap { (name: String) -> FixtureBundle? in
        let bundle = folder.appending(path: "\(name)/bundle")
        guard FileManager.default.fileExists(atPath: bundle.path) else { return nil }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: bundle.path).sorted()
        let files = paths.filter { !$0.hasPrefix(".") && FileFormat.mayBeTheme(fileName: $0) }
        return FixtureBundle(
          name: "\(dialect)/\(name)",
          files: files.compactMap { path in
            (try? Data(contentsOf: bundle.appending(path: path))).map { (path, Array($0)) }
          })
      }
    }
  }

  /// Where the tokens of a file are: strings, words and punctuation of JSON, tags and texts of XML, bytes of anything else.
  static func tokens(of bytes: [UInt8]) -> [Range<Int>] {
    let isXML = bytes.starts(with: "<".utf8)
    if bytes.starts(with: "bplist".utf8) { return stride(from: 0, to: bytes.count, by: 7).map { $0..<$0 + 1 } }
    var tokens: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      let start = index
      index += 1
      switch bytes[start] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): continue
      case UInt8(ascii: "<") where isXML:
        while index < bytes.count, bytes[index - 1] != UInt8(ascii: ">") { index += 1 }
      case _ where isXML:
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
      case UInt8(ascii: "\""):
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
      case let first where isWord(first):
        while index < bytes.count, isWord(bytes[index]) { index += 1 }
      default: break
      }
      tokens.append(start..<index)
    }
    return tokens
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}

extension PromiseTests {
  private static let syntaxErrors: Set<String> = ["LV0001", "LV0004", "LV0005", "LV0006", "LV0008"]

  private static func isSyntaxError(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.severity == .error && syntaxErrors.contains(diagnostic.code.rawValue)
  }

  /// A file that cannot be read leaves all values as they were, and is reported with the generation; fixed, all is as before.
  @Test("G10: the last good state of every fixture, with each token deleted or doubled") func lastGood() throws {
    // All of them take minutes: LIVERY_TOKENS=all.
    let every = ProcessInfo.processInfo.environment["LIVERY_TOKENS"] == "all" ? 1 : 8
    var number = 0
    var broken = 0
    for bundle in try FixtureBundle.all() {
      let engine = ThemeEngine(bundle: "fixture")
      engine.apply(bundle.files.map { FileChange(path: $0.path, content: .bytes($0.bytes)) })
      engine.publish()
      let first = engine.open(Context())
      var last = first
      for file in bundle.files {
        for token in FixtureBundle.tokens(of: file.bytes) {
          number += 1
          guard number.isMultiple(of: every) else { continue }
          for times in [0, 2] {
            var bytes = file.bytes
            bytes.replaceSubrange(token, with: Array(repeatElement(file.bytes[token], count: times).joined()))
            engine.apply([FileChange(path: file.path, content: .bytes(bytes))])
            engine.publish()
            let state = engine.open(Context())
            let errors = state.diagnostics.filter { $0.file == file.path && Self.isSyntaxError($0) }
            if !errors.isEmpty, !first.diagnostics.contains(where: { $0.heldBackSince != nil || $0.file == file.path })
            {
              broken += 1
              let what = "\(bundle.name)/\(file.path) with bytes \(token) \(times) times"
              #expect(state.digest == last.digest, "\(what): the last good state stays")
              // The manifest declares nothing: only its finding shows that its last good state holds.
              #expect(
                file.path == "livery.json" || errors.allSatisfy { $0.heldBackSince != nil },
                "\(what): it is told that it does")
              #expect(state.generation > first.generation, "\(what): with a generation")
            }
            last = state
          }
        }
        engine.apply([FileChange(path: file.path, content: .bytes(file.bytes))])
        // One that was faulty from the start may have got a good state meanwhile, and keeps it.
        if first.diagnostics.contains(where: { $0.severity == .error || $0.code == .looksLikeConstant }) {
          engine.forgetPast()
        }
        engine.publish()
        last = engine.open(Context())
        #expect(last.digest == first.digest, "\(bundle.name) is fixed")
      }
    }
    #expect(broken > 500, "\(broken) broken files")
  }

  /// The same over the socket, with the diagnostics that go out.
  @Test("G10: a broken save never empties what a consumer has") func lastGoodOverTheSocket() throws {
    let file = #"{ "gap": 0, "more": "" }"#
    let bytes = Array(file.utf8)
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let digest = follower.digest
    var reported = 0
    for token in FixtureBundle.tokens(of: bytes) {
      for times in [0, 2] {
        var text = bytes
        text.replaceSubrange(token, with: Array(repeatElement(bytes[token], count: times).joined()))
        try directory.write("aurora/values.json", String(decoding: text, as: UTF8.self))
        _ = try daemon.call("Sync")
        let event = try follower.take()
        if follower.diagnostics.contains(where: { $0["heldBack"] == true }) {
          reported += 1
          #expect(event == "diagnostics")
          #expect(follower.digest == digest)
          #expect(try state(daemon)["digest"]?.string == digest)
        }
        try directory.write("aurora/values.json", file)
        _ = try daemon.call("Sync")
        while follower.digest != digest || !follower.codes.isEmpty { try follower.take() }
      }
    }
    #expect(reported > 10)
  }
}
