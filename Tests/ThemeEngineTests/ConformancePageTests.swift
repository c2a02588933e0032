// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Testing

/// `docs/conformance.md` names exactly the cases.
@Suite struct ConformancePageTests {
  @Test func namesTheCasesThatThereAre() throws {
    let cases = Set(Fixture.folders.map(\.testDescription))
    let dialects = Set(Fixture.folders.map(\.dialect))
    let names = try names()
    let named = names.filter { dialects.contains(String($0.prefix { $0 != "/" })) }
    #expect(named.subtracting(cases) == [])
    #expect(cases.subtracting(named) == [])
    let suites = try suites()
    for name in names.subtracting(named) {
      let parts = name.split(separator: "/").map(String.init)
      let isTest = parts.count == 2 && suites[parts[0]]?.contains("func \(parts[1])(") == true
      #expect(isTest, "there is no test \(name)")
    }
  }

  /// The code in the last columns of the tables: cases as dialect and folder, tests as suite and
  /// function.
  private func names() throws -> Set<String> {
    let page = try String(contentsOf: Fixture.root.appending(path: "docs/conformance.md"), encoding: .utf8)
    var section = ""
    var names: Set<String> = []
    for line in page.split(separator: "\n") {
      if line.hasPrefix("## ") { section = line.dropFirst(3).lowercased() }
      guard line.hasPrefix("| "), let cell = line.split(separator: "|").last else { continue }
      let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() where index % 2 == 1 {
        names.insert(part.contains("/") ? String(part) : "\(section)/\(part)")
      }
    }
    return names
  }

  /// The sources of the tests by the name of their file; of several of one name all of them.
  private func suites() throws -> [String: String] {
    let tests = Fixture.root.appending(path: "Tests")
    var suites: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path) where path.hasSuffix(".swift") {
      let url = tests.appending(path: path)
      suites[url.deletingPathExtension().lastPathComponent, default: ""] += try String(contentsOf: url, encoding: .utf8)
    }
    return suites
  }
}
