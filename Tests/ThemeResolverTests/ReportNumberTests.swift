// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeModel

@testable import ThemeResolver

/// The number of a view's findings stays the same as long as the findings and their places do.
@Suite struct ReportNumberTests {
  private static let files: [JSONValue] = [["a": "ref://gone"], ["b": 1], ["c": "#112233"]]

  private func check(_ isKept: Bool, location: SourceLocation = #_sourceLocation, after edit: (inout Bench) -> Void) {
    var bench = Bench(Self.files)
    #expect(bench.resolver.reportNumber(of: bench.view) == nil, sourceLocation: location)
    _ = bench.resolver.findings(of: bench.view)
    let number = bench.resolver.reportNumber(of: bench.view)
    #expect(number != nil, sourceLocation: location)
    edit(&bench)
    bench.resolve()
    #expect(bench.resolver.reportNumber(of: bench.view) == (isKept ? number : nil), sourceLocation: location)
    // Another view has other findings.
    let other = bench.resolver.open(bench.plan)
    _ = bench.resolver.resolve()
    _ = bench.resolver.findings(of: other)
    #expect(bench.resolver.reportNumber(of: other) != number, sourceLocation: location)
  }

  @Test func followsWhatFindingsAreMadeOf() {
    check(true) { _ in }
    check(true) { $0.edit(1, ["b": 2]) }
    check(true) { $0.edit(2, ["c": "#445566"]) }
    check(false) { $0.edit(0, ["a": "ref://gone"]) }
    check(false) { $0.edit(1, ["b": "ref://c"]) }
    check(false) { $0.edit(1, ["b": 1, "d": 1]) }
    check(false) { $0.edit(1, nil) }
    // It may no longer be the best suggestion where a colour is needed.
    check(false) { $0.edit(2, ["c": 3]) }
    check(false) { $0.plan.files.removeLast() }
    check(false) { bench in bench.plan.files.swapAt(1, 2) }
  }
}
