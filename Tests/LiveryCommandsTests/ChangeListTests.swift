// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeModel

@testable import LiveryCommands

extension ExplanationStep {
  init(at place: Cause) {
    self.init()
    origin = .file(place)
  }
}

extension ChangeList {
  /// A list of changes that somebody wrote down.
  init(
    _ changes: [ValueChange], causes: [Cause] = [], isSetAtRunTime: Bool = false,
    steps: (String) -> [ExplanationStep] = { _ in [] }
  ) {
    let patch = changes.map { change -> PatchOperation in
      let path = "/\(change.path)"
      return switch (change.old, change.new) {
      case (nil, let new?): .add(path: path, value: new)
      case (_, let new?): .replace(path: path, value: new)
      case (_, nil): .remove(path: path)
      }
    }
    let delta = Delta(
      bundle: "aurora", context: Context(), from: 1, to: 2, digest: "", patch: patch, diagnostics: nil, cause: causes)
    self.init(
      delta, isSetAtRunTime: isSetAtRunTime, old: { path in changes.first { $0.path == path }?.old }, steps: steps)
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
    check(ChangeList(changes, isSetAtRunTime: true), ["3 values changed by what is set at run time: a b c"])
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

  @Test func titlesKeepTheirCount() {
    let list = ChangeList(changes, causes: [first])
    #expect(list.groups[0].title(width: 30).text(for: .plain) == "core…s.json:7 changed 3 values")
  }
}

@Suite struct ElisionTests {
  private func check(_ text: String, _ limit: Int, _ expected: String) {
    #expect(text.elidedInTheMiddle(to: limit) == expected)
    #expect(expected.displayWidth <= limit)
  }

  @Test func bothEndsStay() {
    check("styles/accent-button/backgroundColor", 36, "styles/accent-button/backgroundColor")
    check("styles/accent-button/backgroundColor", 20, "styles…ckgroundColor")
    check("styles/見出し/背景の色", 12, "sty…背景の色")
    check("abc", 2, "…c")
    check("abc", 1, "…")
    check("abc", 0, "")
  }
}
