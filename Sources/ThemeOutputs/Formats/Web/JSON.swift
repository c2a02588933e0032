// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeModel

extension OutputFormat {
  static let json = OutputFormat(
    name: "json", group: .web, comment: nil,
    summary: "An object with the text of CSS for each name, or with typed values",
    options: [
      Option(name: "form", choices: ["css", "typed"], summary: "`typed` writes values as a snapshot has them"), .unit,
    ],
    policy: leftOutOfCSS + "A colour outside sRGB is its nearest colour there."
      + " With `form=typed` all values are as in a snapshot.",
    takeover: "a program reads the file when it changes"
  ) { (request, choices) throws(OutputProblem) in
    // The names are unique, so that no member has to be searched.
    let members: [(key: String, value: JSONValue)]
    if choices["form"] == "typed" {
      let entries = request.entries().map { (name: $0.keys.joined(separator: "/"), path: $0.path, value: $0.value) }
      try OutputName.checkUnique(entries.map { ($0.name, $0.path) }) { Bytewise($0) }
      members = entries.map { ($0.name, $0.value.json) }
    } else {
      members = try request.cssVariables(choices).map { ($0.name, .string($0.text)) }
    }
    return JSONValue.object(JSONObject(members)).pretty + "\n"
  }

  static let typescript = OutputFormat(
    name: "typescript", group: .web, comment: .init("// "),
    summary: "A constant object with the text of CSS for each name, and the type of its keys", options: [.unit],
    policy: leftOutOfCSS + "A colour outside sRGB is its nearest colour there.",
    takeover: "development servers see the file change"
  ) { (request, choices) throws(OutputProblem) in
    let lines = try request.cssVariables(choices).map { variable in
      "  \(JSONValue.string(variable.name).text): \(JSONValue.string(variable.text).text),"
    }
    return (["export const theme = {"] + lines + ["} as const;", "", "export type ThemeKey = keyof typeof theme;", ""])
      .joined(separator: "\n")
  }
}
