// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

@testable import Reporting

/// Properties of fixing in every bundle: it ends, a second run changes nothing, and no resolved value is lost.
@Suite struct FixtureFixingTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func files(_ folder: String) throws -> [FileChange] {
    let url = root.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted().compactMap { path in
      guard FileFormat.mayBeTheme(fileName: path),
        let data = try? Data(contentsOf: url.appending(path: path))
      else { return nil }
      return FileChange(path: path, content: .bytes(Array(data)))
    }
  }

  private static let bundles: [String] = {
    let enumerate = { (folder: String) in
      ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? [])
        .filter { !$0.contains(".") }.map { "\(folder)/\($0)" }
    }
    let cases = enumerate("Tests/Fixtures").flatMap(enumerate).map { "\($0)/bundle" }
    return (cases + enumerate("Examples")).filter {
      FileManager.default.fileExists(atPath: root.appending(path: $0).path)
    }
    .sorted()
  }()

  private func resolved(_ files: [FileChange]) throws -> JSONValue {
    let engine = ThemeEngine(bundle: "bundle")
    engine.apply(files)
    var writer = JSONWriter()
    engine.open(Context()).write(to: &writer)
    let json = try JSONValue(parsing: writer.bytes, maximumDepth: 1024)
    return ["constants": json["constants"] ?? [:], "styles": json["styles"] ?? [:]]
  }

  private func ids(_ files: [FileChange]) throws -> Set<String> {
    let resolved = try resolved(files)
    return Set(["constants", "styles"].flatMap { resolved[$0]?.object?.members.map(\.key) ?? [] })
  }

  /// The first path at which the second value lacks something of the first, or has something else than the first said. A
  /// text and nil may become the meant value, 0 and 1 a boolean, and a key the one that is one slip away.
  private func loss(_ before: JSONValue, _ after: JSONValue, at path: String = "") -> String? {
    switch (before, after) {
    case (.object(let before), .object(let after)):
      for (key, value) in before.members {
        let meant = after[key] ?? after.members.first { key.isOneSlip(from: $0.key) }?.value
        guard let other = meant else { return "\(path)/\(key)" }
        if let loss = loss(value, other, at: "\(path)/\(key)") { return loss }
      }
      return nil
    case (.array(let before), .array(let after)):
      guard before.count == after.count else { return path }
      return zip(before, after).lazy.compactMap { self.loss($0, $1, at: path) }.first
    case (.string, _), (.null, _): return nil
    case (.number(let number), .bool(let meant)): return number == (meant ? 1 : 0) ? nil : path
    default: return before == after ? nil : path
    }
  }

  @Test func thereAreBundles() { #expect(Self.bundles.count > 150) }

  @Test(arguments: bundles) func fixingIsDoneOnceAndLosesNothing(_ folder: String) throws {
    let files = try Self.files(folder)
    let fixing = Fixing(files, scope: .all)
    let fixed = files.map { file in
      fixing.changed[file.path].map { FileChange(path: file.path, content: .bytes($0)) } ?? file
    }
    let again = Fixing(fixed, scope: .all)
    #expect(again.applied.isEmpty)
    #expect(again.changed.isEmpty)
    #expect(fixing.remaining == again.remaining)
    // A value that is read now may win over values that were read before.
    if !fixing.applied.contains(where: \.code.holdsBack) {
      #expect(loss(try resolved(files), try resolved(fixed)) == nil)
    }
    #expect(try ids(files).isSubset(of: try ids(fixed)))
    if fixing.remaining.allSatisfy({ $0.severity < .error }) { #expect(fixing.remaining.allSatisfy { $0.fix == nil }) }
  }

  @Test func fixturesHaveSomethingToFix() throws {
    let fixes = try Self.bundles.flatMap { Fixing(try Self.files($0), scope: .safe).applied.map(\.code) }
    #expect(
      Set(fixes).isSuperset(of: [.curlyQuote, .missingComma, .unknownReference, .unknownType, .badColor]))
    // A text that looks like a constant may be meant as it is.
    #expect(!fixes.contains(.looksLikeConstant))
  }
}
