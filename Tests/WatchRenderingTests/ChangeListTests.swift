// SPDX-License-Identifier: GPL-2.0-or-later

import FindingSamples
import JSONText
import Reporting
import StyledText
import Testing
import ThemeModel

@testable import WatchRendering

extension ExplanationStep {
  init(at place: Cause) {
    self.init()
    origin = .file(place)
  }
}

@Suite struct ChangeListTests {
  private let changes = ["a", "b", "c"].map {
    ValueChange(path: "constants/\($0)", old: .number(1), new: .number(2))
  }
  private let first = Cause(file: "core/colors.json", line: 7, column: 3)
  private let second = Cause(file: "core/sizes.json", line: 2, column: 5)

  private func check(_ list: ChangeList, _ expected: [String]) {
    let titles = list.groups.map { group in
      let names = group.members.map { String(list[$0].path.dropFirst("constants/".count)) }.joined(separator: " ")
      return "\(group.title(width: 60).text(for: .plain)): \(names)"
    }
    #expect(titles == expected)
  }

  @Test func oneCauseChangedAll() {
    check(ChangeList(changes, causes: [first]), ["core/colors.json:7 changed 3 values: a b c"])
    check(ChangeList(changes), ["3 values changed: a b c"])
    check(ChangeList(changes, isSetAtRunTime: true), ["3 values changed by values set at run time: a b c"])
    check(ChangeList(), [])
  }

  @Test func severalCausesHaveGroups() {
    let list = ChangeList(changes, causes: [first, second]) { path in
      let place = ["constants/a": second, "constants/c": first][path]
      return place.map { [ExplanationStep(), ExplanationStep(at: $0)] } ?? []
    }
    check(
      list,
      [
        "core/colors.json:7 changed 1 value: c", "core/sizes.json:2 changed 1 value: a",
        "core/colors.json:7 and 1 other place changed 1 value: b",
      ])
    #expect(list.place.map { "\($0.file):\($0.line):\($0.column)" } == "core/colors.json:7:3")
  }

  @Test func aListThatIsCutSaysSo() {
    let delta = Delta(
      bundle: "aurora", context: Context(), from: 1, to: 2, digest: "",
      patch: changes.map { .remove(path: "/" + $0.path) }, diagnostics: nil, cause: [first])
    let list = ChangeList(delta, isCut: true, isSetAtRunTime: false, old: { _ in nil }, steps: { _ in [] })
    check(list, ["core/colors.json:7 changed at least 3 values: a b c"])
    #expect(list.countText == "at least 3 values")
  }

  /// A value behind the explained ones may belong to any place.
  @Test(arguments: [500, 501]) func manyValuesOfSeveralPlaces(count: Int) {
    let changes = (1...count).map { ValueChange(path: "constants/v\($0)", old: .number(1), new: .number(2)) }
    let list = ChangeList(changes, causes: [first, second]) { path in
      [ExplanationStep(at: path == "constants/v1" ? second : first)]
    }
    let titles = list.groups.map { $0.title(width: 80).text(for: .plain) }
    #expect(
      titles
        == (count == 500
          ? ["core/colors.json:7 changed 499 values", "core/sizes.json:2 changed 1 value"]
          : [
            "core/colors.json:7 changed at least 499 values", "core/sizes.json:2 changed at least 1 value",
            "core/colors.json:7 and 1 other place changed 1 value",
          ]))
    #expect(list.countText == "\(count) values")
  }

  @Test func titlesKeepTheirCount() {
    let list = ChangeList(changes, causes: [first])
    #expect(list.groups[0].title(width: 30).text(for: .plain) == "core…s.json:7 changed 3 values")
  }
}
