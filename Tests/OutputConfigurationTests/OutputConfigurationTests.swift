// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import LiveryConfiguration
import OutputConfiguration
import TestSupport
import Testing
import ThemeModel
import ThemeOutputs

/// The outputs of a user, and each mistake with its place.
@Suite struct OutputConfigurationTests {
  private let folder: ScratchDirectory

  init() throws { folder = try ScratchDirectory() }

  private func read(_ text: String) throws -> OutputConfiguration {
    try folder.write("outputs.json", text)
    return try OutputConfiguration.read(folder("outputs.json"), home: "/home/me")
  }

  /// - Parameter expected: the problems without the path of the file: `LINE:COLUMN: message; help`.
  private func check(_ text: String, _ expected: [String], _ location: SourceLocation = #_sourceLocation) throws {
    do {
      _ = try read(text)
      Issue.record("no problem", sourceLocation: location)
    } catch let error as BadConfiguration {
      let problems = error.problems.map { "\($0)".replacingOccurrences(of: folder("outputs.json") + ":", with: "") }
      #expect(problems == expected, sourceLocation: location)
    }
  }

  @Test func aWholeConfiguration() throws {
    let configuration = try read(
      #"""
      {
        // Comments are allowed.
        "roles": { "background": "constants/a", "accent": "constants/b" },
        "outputs": [
          { "name": "kitty", "format": "kitty", "file": "~/k.conf", "roles": { "background": "constants/c" } },
          { "name": "site", "format": "css", "bundle": "~/themes/site", "file": "/s.css", "select": ["constants/color*"],
            "context": { "themes": ["dark"] }, "options": { "selector": ".x" }, "overwrite": true, "required": true,
            "modes": [{ "when": { "appearance": "light" }, "context": { "modifiers": { "mode": "light" } } }],
            "reload": ["make", "-C", "site"], "unsaved": true },
          { "name": "bar", "format": "template", "template": "~/t.mustache", "file": "/bar", "text": "raw", "reload": false },
          { "name": "mac", "format": "xcassets", "directory": "~/Theme.xcassets" },
        ]
      }
      """#)
    let outputs = configuration.outputs
    #expect(outputs.map(\.name) == ["kitty", "site", "bar", "mac"])
    #expect(outputs.map(\.path) == ["/home/me/k.conf", "/s.css", "/bar", "/home/me/Theme.xcassets"])
    #expect(outputs[0].roles.allPaths == ["constants/b", "constants/c"])
    #expect(outputs[1].bundle == "/home/me/themes/site")
    #expect(outputs[1].context.themes == ["dark"])
    #expect(outputs[1].modes.map(\.condition) == ["@media (prefers-color-scheme: light)"])
    #expect(outputs.map(\.reload) == [.usual, .command(["make", "-C", "site"]), .off, .usual])
    #expect(outputs[1].overwrites && outputs[1].isRequired && outputs[1].takesUnsaved)
    #expect(outputs[2].template == "/home/me/t.mustache")
    #expect(outputs[2].options.map(\.value) == ["raw"])
  }

  @Test func mistakes() throws {
    try check("", [#" the file is empty; write { "outputs": [] }"#])
    try check("[]", [#"1:1: the outputs are an object; write { "outputs": [] }"#])
    try check("{}", [#"1:1: the outputs are missing; write "outputs": []"#])
    try check(
      #"{ "outputs": {} }"#,
      [#"1:14: the outputs are a list; write [{ "name": "kitty", "format": "kitty", "file": "…" }]"#])
    try check(
      #"{ "outputs": [{ "name": "a", "formatt": "kitty", "file": "/a" }] }"#,
      [#"1:15: an output needs `format`; write "format": "…""#, "1:30: unknown key `formatt`; did you mean `format`?"])
    try check(
      #"{ "outputs": [{ "name": "a", "format": "kity", "file": "a" }] }"#,
      ["1:40: `kity` is not a format; did you mean `kitty`?"])
    try check(
      #"{ "outputs": [{ "name": "a", "format": "kitty", "file": "a" }] }"#,
      ["1:57: `a` is not an absolute path; write a path that begins with / or ~/"])
    try check(
      #"{ "outputs": [{ "name": "a", "format": "xcassets", "file": "/a" }] }"#,
      [#"1:15: an output needs `directory`; write "directory": "…""#])
    try check(
      #"{ "outputs": [{ "name": "a", "format": "xcassets", "file": "/a", "directory": "/b" }] }"#,
      ["1:60: an output of the format xcassets has no `file`; write `directory` alone"])
    try check(
      #"""
      { "outputs": [
        { "name": "a", "format": "kitty", "file": "/a", "options": { "form": "x" } },
        { "name": "a", "format": "alacritty", "file": "/a", "options": { "form": "x" }, "reload": 3, "overwrite": 1 },
        { "name": "t", "format": "template", "file": "/t" },
        { "name": "u", "format": "kitty", "file": "/t", "template": "/x", "unknown": 1, "roles": { "bckground": "x" } },
        { "name": "c", "format": "css", "file": "/c", "modes": [{ "when": "x" }, { "when": { "appearance": "d" }, "context": {} }] }
      ] }
      """#,
      [
        "2:64: the format kitty has no option `form`; it has no options",
        "3:76: `x` is not a value of the option `form`; write one of: toml, yaml",
        "3:93: a reload is true, false, or a program with its arguments; write [\"PROGRAM\", \"ARGUMENT\"]",
        "3:109: true or false is needed here",
        #"4:3: an output of the format template needs `template`; write "template": "PATH""#,
        "5:63: only outputs of the format template have a template",
        "5:69: unknown key `unknown`; the keys here are: "
          + "name, format, file, directory, bundle, context, select, roles, options, modes, template, text, reload, required, overwrite, unsaved",
        "5:94: `bckground` is not a role; did you mean `background`?", "6:59: a mode needs `when` and `context`",
        "6:102: an appearance is one of: dark, light", "6:76: a mode needs `when` and `context`",
        "3:49: two outputs are called `a`; give one of them another name",
        "3:49: the outputs `a` and `a` write the same file; choose another file",
        "5:45: the outputs `t` and `u` write the same file; choose another file",
      ])
    // Members that a format does not have.
    try check(
      #"""
      { "outputs": [
        { "name": "a", "format": "kitty", "file": "/a", "modes": [{ "when": ".x", "context": {} }], "select": ["constants/**"] },
        { "name": "b", "format": "css", "file": "/b", "modes": [{ "when": "}{", "context": {} }], "roles": { "cursor": "constants/a" } },
        { "name": "c", "format": "css", "file": "/c", "options": { "selector": "a{}", "prefix": "ok", "unit": "pt", "nope": "" } },
        { "name": "d", "format": "swift", "file": "/d", "options": { "type": "1x" } },
        { "name": "e", "format": "android", "directory": "/e", "modes": [{ "when": ".x", "context": {} }] },
        { "name": "f", "format": "template", "template": "/x", "file": "/f", "select": ["constants/**"] },
      ] }
      """#,
      [
        "2:71: the format kitty has no modes; write one output for each mode",
        "2:105: an output of the format kitty selects nothing: its colours are those of roles",
        "3:69: `}{` is neither an at-rule nor a selector; "
          + "write one such as `@media (prefers-color-scheme: dark)` or `[data-theme=dark]`",
        "3:102: an output of the format css has no roles",
        "4:74: `a{}` is not a selector; write one such as `:root` or `[data-theme=dark]`",
        "4:105: `pt` is not a value of the option `unit`; did you mean `px`?",
        "4:111: the format css has no option `nope`; its options are: selector, prefix, unit, references",
        "5:72: `1x` is not the name of a type; write a letter of A to Z, then letters and digits",
        "6:78: the format android knows dark and light appearances alone, not `.x`; "
          + #"write "when": { "appearance": "dark" }"#,
        "7:82: an output of the format template selects nothing: the template chooses the values",
      ])
    // An output within the directory of a second output, before and after it.
    try check(
      #"""
      { "outputs": [
        { "name": "a", "format": "kitty", "file": "/d/a" },
        { "name": "d", "format": "xcassets", "directory": "/d" },
        { "name": "b", "format": "android", "directory": "/d/x/b" },
        { "name": "t", "format": "template", "template": "/d/t", "file": "/e/d" },
      ] }
      """#,
      [
        "2:45: this output lies in the directory of the output `d`; choose another place",
        "3:53: this output would replace a file that the outputs are made of; choose another file",
        "4:52: this output lies in the directory of the output `d`; choose another place",
      ])
    try check(
      #"{ "outputs": [{ "name": "a", "format": "template", "file": "/t", "template": "/t" }] }"#,
      ["1:60: this output would replace a file that the outputs are made of; choose another file"])
    try folder.write("t", "{{> colors}}")
    try folder.write("colors.mustache", "")
    try check(
      #"""
      { "outputs": [
        { "name": "a", "format": "kitty", "file": "\#(folder("colors.mustache"))" },
        { "name": "b", "format": "template", "template": "\#(folder("t"))", "file": "/b" },
      ] }
      """#,
      ["2:45: this output would replace a file that the outputs are made of; choose another file"])
    try check(
      #"{ "outputs": [{ "name": "a", "format": "kitty", "file": "\#(folder("outputs.json"))" }] }"#,
      ["1:57: this output would replace a file that the outputs are made of; choose another file"])
  }

  /// A user who may write the file could run programs.
  @Test func filesThatOthersMayWrite() throws {
    try folder.write("outputs.json", #"{ "outputs": [] }"#)
    for mode: mode_t in [0o666, 0o620, 0o602] {
      #expect(chmod(folder("outputs.json"), mode) == 0)
      #expect {
        _ = try OutputConfiguration.read(folder("outputs.json"), home: nil)
      } throws: { error in
        "\((error as? BadConfiguration)?.problems.first.map { "\($0)" } ?? "")".contains(
          "other users may write to the outputs")
      }
    }
    #expect(chmod(folder("outputs.json"), 0o600) == 0)
    #expect(try OutputConfiguration.read(folder("outputs.json"), home: nil).outputs.isEmpty)
  }
}
