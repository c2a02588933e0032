// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Testing

/// A case of `Tests/Fixtures/saves`, whose README describes the form.
struct SaveScript: CustomTestStringConvertible, Sendable {
  struct Save: Sendable {
    var script = ""
    /// The value of `ink` then; nil without a generation.
    var color: String?
    var maximumGenerations = 1
  }

  struct Malformed: Error {
    let line: String
  }

  var file: String
  var name: String
  var programs: [String] = []
  /// Names or, with a `*` at the end, beginnings of names.
  var reads = ["theme.json"]
  var setup = ""
  var saves: [Save] = []

  var testDescription: String { "\(file): \(name)" }

  func mayRead(_ path: String) -> Bool {
    reads.contains { $0.hasSuffix("*") ? path.hasPrefix($0.dropLast()) : path == $0 }
  }

  /// The programs that are not installed.
  var missing: [String] {
    let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return programs.filter { program in
      !directories.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/saves")

  /// All cases of all files; none of a file that cannot be read.
  static let all: [SaveScript] = {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    return names.filter { $0.hasSuffix(".txt") }.flatMap { name in
      (try? parse(String(contentsOf: folder.appending(path: name), encoding: .utf8), file: name)) ?? []
    }
  }()

  static func parse(_ text: String, file: String) throws -> [SaveScript] {
    var cases: [SaveScript] = []
    /// The place of a script's lines; for the lines of a save, until the line with its result.
    var isSetup = false
    for line in text.split(separator: "\n").map(String.init) where !line.hasPrefix("#") {
      if line.hasPrefix("  "), let last = cases.indices.last {
        let script = line.dropFirst(2) + "\n"
        if isSetup {
          cases[last].setup += script
        } else if let save = cases[last].saves.indices.last {
          cases[last].saves[save].script += script
        }
        continue
      }
      let words = line.split(separator: " ").map(String.init)
      let rest = Array(words.dropFirst())
      switch words.first {
      case "case": cases.append(SaveScript(file: file, name: rest.joined(separator: " ")))
      case "needs": cases[cases.count - 1].programs = rest
      case "reads": cases[cases.count - 1].reads = rest
      case "given": isSetup = true
      case "save":
        isSetup = false
        cases[cases.count - 1].saves.append(Save())
      case "gives":
        let (current, save) = (cases.count - 1, cases[cases.count - 1].saves.count - 1)
        if rest != ["nothing"] { cases[current].saves[save].color = rest.first }
        if rest.count == 5, let count = Int(rest[4]) { cases[current].saves[save].maximumGenerations = count }
      default: throw Malformed(line: line)
      }
    }
    return cases
  }
}
