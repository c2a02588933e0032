// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import TextComparison

/// The report of a mirror about itself.
package struct MirrorReport: Hashable, Sendable {
  package static let maximumBytes = 4 << 10
  private static let maximumProblemBytes = 512

  /// The release that it serves; nil for none.
  package var number: ReleaseNumber?
  /// Whether the local daemon's digest is that of the release; nil without a comparison.
  package var isDigestEqual: Bool?
  /// The release that was left by `--rollback`.
  package var left: ReleaseNumber?
  /// One sentence each.
  @Bytewise package var problems: [String]

  package init(number: ReleaseNumber?, isDigestEqual: Bool? = nil, left: ReleaseNumber? = nil, problems: [String] = [])
  {
    self.number = number
    self.isDigestEqual = isDigestEqual
    self.left = left
    _problems = Bytewise(problems)
  }

  package var text: [UInt8] {
    var object = JSONObject([("format", 1)])
    object["number"] = number.map { .number(Double($0.value)) }
    object["digestEqual"] = isDigestEqual.map(JSONValue.bool)
    object["left"] = left.map { .number(Double($0.value)) }
    object["problems"] = .array(
      problems.prefix(4).map {
        .string(String(decoding: Array($0.utf8.prefix(Self.maximumProblemBytes)), as: UTF8.self))
      })
    return JSONValue.object(object).bytes
  }

  /// Nil for a text of a different form.
  package init?(text: [UInt8]) {
    guard text.count <= Self.maximumBytes, let json = try? JSONValue(parsing: text, maximumDepth: 8), json.isObject
    else {
      return nil
    }
    self.init(
      number: json["number"]?.integer.flatMap { ReleaseNumber(UInt64(clamping: $0)) },
      isDigestEqual: json["digestEqual"]?.bool,
      left: json["left"]?.integer.flatMap { ReleaseNumber(UInt64(clamping: $0)) },
      problems: json["problems"]?.array?.compactMap(\.string) ?? [])
  }
}

/// A mirror in the table of `livery fleet status`.
package struct FleetRow: Hashable, Sendable {
  @Bytewise package var name: String
  package var report: MirrorReport
  /// Seconds since its last report, by the clock of the server.
  package var age: Int
  /// The number of manifests in the bucket that are newer than its release; nil when it has none.
  package var behind: Int?

  /// - Parameter numbers: of all manifests in the bucket.
  package init(name: String, _ report: MirrorReport, age: Int, numbers: [ReleaseNumber]) {
    _name = Bytewise(name)
    self.report = report
    self.age = age
    behind = report.number.map { own in numbers.count { $0 > own } }
  }

  /// The first of its problems.
  package var problem: String? {
    if let problem = report.problems.first { return problem }
    if let left = report.left { return "rolled back from \(left)" }
    return report.isDigestEqual == false ? "its daemon resolves the same files to other values" : nil
  }

  package var json: JSONValue {
    [
      "name": .string(name), "number": report.number.map { .number(Double($0.value)) } ?? .null,
      "behind": behind.map { .number(Double($0)) } ?? .null,
      "digestEqual": report.isDigestEqual.map(JSONValue.bool) ?? .null, "seen": .number(Double(age)),
      "problems": .array(report.problems.map(JSONValue.string)),
    ]
  }

  /// The rows as text columns, for people: those with problems and those behind first. Texts of mirrors are escaped.
  package static func table(_ rows: [FleetRow]) -> String {
    let sorted = rows.sorted { left, right in
      let (own, other) = (left.rank, right.rank)
      return own == other ? Bytewise(left.name) < Bytewise(right.name) : own < other
    }
    let cells =
      [["NAME", "NUMBER", "BEHIND", "DIGEST", "SEEN", "PROBLEM"]]
      + sorted.map { row in
        [
          row.name, row.report.number.map(\.description) ?? "none", row.behind.map(String.init) ?? "all",
          row.report.isDigestEqual.map { $0 ? "equal" : "DIFFERS" } ?? "-", "\(row.age) s",
          row.problem.map(escaped) ?? "-",
        ]
      }
    let widths = (0..<6).map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { row in
      let line = row.enumerated().map { column, cell in
        column == 5 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }
      return line.joined(separator: "  ") + "\n"
    }.joined()
  }

  private var rank: Int { problem != nil ? 0 : behind ?? 1 > 0 ? 1 : 2 }

  private static func escaped(_ text: String) -> String { String(quoted(text).dropFirst().dropLast()) }
}
