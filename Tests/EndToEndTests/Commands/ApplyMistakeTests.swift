// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import JSONText
import TestSupport
import Testing

/// `livery apply` where something is wrong, or missing, or different from most machines.
@Suite(.serialized) final class ApplyMistakeTests {
  private let workspace: ApplyWorkspace
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    workspace = try ApplyWorkspace()
    folder = workspace.folder
  }

  /// - Parameter words: parts of its output, on either stream.
  private func check(
    _ outputs: String, _ arguments: [String] = [], socket: String? = "s", variables: [String: String] = [:],
    code: Int32, _ words: String..., location: SourceLocation = #_sourceLocation
  ) throws {
    try workspace.configure(outputs)
    let (output, end) = try workspace.applyOnce(arguments, socket: socket, variables: variables)
    #expect(end.code == code, "\(output)\(end)", sourceLocation: location)
    for word in words {
      #expect((output + end.errors).contains(word), "\(output)\(end)", sourceLocation: location)
    }
  }

  /// Only the roles' own values are asked for, and yet the nearest path of all is suggested, at the place of the role.
  @Test func aRoleThatLeadsNowhere() throws {
    let ansi = (0..<16).map { "\"constants/base0\($0 == 3 ? "Z" : "1")\"" }.joined(separator: ", ")
    try check(
      #"""
      { "name": "k", "format": "kitty", "file": "\#(folder("out/k"))", "roles": { "background": "constants/base00",
        "foreground": "constants/base7", "ansi": [\#(ansi)] } }
      """#, code: 1, "`foreground` leads to `constants/base7`", "outputs.json:2:17)", "did you mean `constants/base07`?"
    )
    try check(
      #"""
      { "name": "k", "format": "kitty", "file": "\#(folder("out/k"))", "roles": { "background": "constants/base00",
        "foreground": "constants/base07",
        "ansi": [\#(ansi)] } }
      """#, code: 1, "`ansi[3]` leads to `constants/base0Z`", "outputs.json:3:72)")
    try check(
      #"{ "name": "k", "format": "kitty", "file": "\#(folder("out/k"))", "roles": { "accent": "constants/scheme-name", "cursor": "constants/scheme-name" } }"#,
      code: 1, "which is not a colour (", "outputs.json:1:")
  }

  /// A change of other values, and one that leads to the same bytes, write nothing, and open no file: its directory is gone.
  @Test func changesThatConcernNoOutput() throws {
    try workspace.configure(
      #"{ "name": "c", "format": "css", "file": "\#(folder("css/c"))", "select": ["constants/base00"] }, "#
        + #"{ "name": "s", "format": "css", "file": "\#(folder("out/s"))", "select": ["constants/base01"] }"#)
    try folder.write("css/.keep", "")
    let program = try workspace.apply()
    #expect(try workspace.next(program, "c") == "written")
    #expect(try workspace.next(program, "s") == "written")
    try FileManager.default.removeItem(atPath: folder("css"))
    let other = scheme("101010").replacingOccurrences(of: "base01: \"#808080\"", with: "base01: \"#818181\"")
    try folder.write("schemes/dark.yaml", other)
    var event = try program.event()
    #expect(event["output"]?.string == "s" && event["event"]?.string == "written", "\(event)")
    // The missing directory of a changed output is reported at once.
    try folder.write("schemes/dark.yaml", other.replacingOccurrences(of: "101010", with: "111111"))
    event = try program.event()
    #expect(event["output"]?.string == "c" && event["event"]?.string == "problem", "\(event)")
    program.interrupt()
    #expect(program.end().code == 0)
  }

  /// `--dry-run` and `--list` report the same problems, and write nothing.
  @Test func whatCannotBeWrittenIsListed() throws {
    try folder.write("out/mine", "mine\n")
    let outputs =
      #"{ "name": "far", "format": "kitty", "file": "\#(folder("none/k"))" }, "#
      + #"{ "name": "mine", "format": "kitty", "file": "\#(folder("out/mine"))" }"#
    for option in ["--dry-run", "--list"] {
      try check(
        outputs, [option], code: option == "--list" ? 0 : 1, "none: No such file or directory",
        "mine is not overwritten: Livery did not write it")
    }
    #expect(try folder.text("out/mine") == "mine\n")
  }

  /// The releases of a mirror are as their publisher made them.
  @Test func filesOfAMirror() throws {
    try folder.write("mirror/.livery-mirror", "{}")
    try folder.write("mirror/releases/1-abc/sub/.keep", "")
    func output(_ path: String) -> String { #"{ "name": "m", "format": "kitty", "file": "\#(folder(path))" }"# }
    try check(
      output("mirror/releases/1-abc/sub/k"), code: 1, "lies in the releases of the mirror \(folder("mirror"))")
    try check(output("mirror/k"), code: 0, "m: wrote")
  }

  @Test func patternsThatSelectNothing() throws {
    try check(
      #"{ "name": "c", "format": "css", "file": "\#(folder("out/c"))", "select": ["constants/base0Z"] }"#, code: 1,
      "c: not written: no value is selected by `constants/base0Z`")
    #expect(try folder.names(in: "out") == [".keep"])
  }

  /// Signs that could end a text in the target are written as blanks, which is said once.
  @Test func signsInTexts() throws {
    try folder.write("schemes/dark.yaml", scheme("101010").replacingOccurrences(of: "name: Any", with: "name: A $(b)"))
    try folder.write("t.mustache", "{{scheme-name}} {{scheme-author}}\n")
    try workspace.configure(
      #"{ "name": "t", "format": "template", "template": "\#(folder("t.mustache"))", "file": "\#(folder("out/t"))" }"#)
    let program = try workspace.apply()
    #expect(try workspace.next(program, "t") == "written")
    #expect(
      try workspace.next(program, "t")
        == "note signs such as quotes in the text of `constants/scheme-name` are written as blanks; `text=raw` passes them"
    )
    #expect(try folder.text("out/t") == "A  (b) Ann Author\n")
    try folder.write("t.mustache", "again {{scheme-name}}\n")
    #expect(try workspace.next(program, "t") == "written")
    try folder.write("t.mustache", "{{scheme-author}}\n")
    #expect(try workspace.next(program, "t") == "written")
    program.interrupt()
    #expect(program.end().code == 0)
  }

  /// A save right after the last one was written is not missed: it takes a while until a template with many partials is watched
  /// again.
  @Test func savesInQuickSuccession() throws {
    let partials = (0..<60).map { "{{>p\($0)}}" }.joined()
    for number in 0..<60 { try folder.write("templates/p\(number).mustache", "") }
    try folder.write("templates/t.mustache", "0\(partials)\n")
    try workspace.configure(
      #"{ "name": "t", "format": "template", "template": "\#(folder("templates/t.mustache"))", "file": "\#(folder("out/t"))" }"#
    )
    let program = try workspace.apply()
    #expect(try workspace.next(program, "t") == "written")
    for number in 1...20 {
      try folder.write("templates/t.mustache", "\(number)\(partials)\n")
      #expect(try workspace.next(program, "t") == "written")
      #expect(try folder.text("out/t") == "\(number)\n")
    }
    program.interrupt()
    #expect(program.end().code == 0)
  }

  /// A missing directory is reported once. The file is written when the directory is there, without a further save.
  @Test func aDirectoryThatComesLater() throws {
    try workspace.configure(#"{ "name": "k", "format": "kitty", "file": "\#(folder("later/k"))" }"#)
    let program = try workspace.apply()
    #expect(try workspace.next(program, "k") == "problem \(folder("later")): No such file or directory")
    try folder.write("schemes/dark.yaml", scheme("202020"))
    try folder.write("later/.keep", "")
    #expect(try workspace.next(program, "k") == "written")
    #expect(try folder.text("later/k").contains("background #202020"))
    program.interrupt()
    #expect(program.end().code == 0)
  }

  /// As in continuous integration: bundles by their directories, and no daemon.
  @Test func directoriesWithoutADaemon() throws {
    try folder.write(
      "brand/all.tokens.json",
      #"{ "a": { "$type": "number", "$value": 4 }, "b": { "$type": "number", "$value": "{a}" } }"#)
    workspace.daemon.kill()
    let output =
      #"{ "name": "c", "format": "css", "bundle": "\#(folder("brand"))", "file": "\#(folder("out/c"))", "options": { "references": "var" } }"#
    try check(output, socket: nil, code: 0, "c: wrote")
    #expect(try folder.text("out/c").contains("  --a: 4;\n  --b: var(--a);\n"))
    try check(output, socket: nil, code: 0, "is up to date")
    // An error without a last good value: the file stays.
    try folder.write("brand/all.tokens.json", #"{ "a": { "$type": "number", "$value": "x" } }"#)
    try check(output, socket: nil, code: 1, "the theme has errors and lacks `constants/a`")
    #expect(try folder.text("out/c").contains("  --a: 4;\n"))
    try check(
      output.replacingOccurrences(of: folder("brand"), with: folder("out")), socket: nil, code: 1, "is not a bundle")
    try check(
      output.replacingOccurrences(of: folder("out/c"), with: folder("brand/c.css")), socket: nil, code: 1,
      "lies in the bundle")
    // A daemon is waited for where a bundle is named.
    try check(
      output + ", " + workspace.kitty, socket: nil, code: 1, "no daemon listens in ",
      "c: not written: the theme has errors")
    try check(workspace.kitty, socket: nil, code: 4, "no daemon listens in ", "help: `livery doctor`")
  }

  /// A running `livery watch` may show something that was downloaded: it is followed by name alone.
  @Test func aWatchIsNotFollowed() throws {
    workspace.daemon.kill()
    let watch = try Program(
      livery, ["watch", "--format", "ndjson", folder("schemes")], environment: ["XDG_RUNTIME_DIR": folder.path])
    _ = try watch.event()
    let socket = folder("livery/schemes.sock")
    try check(
      workspace.kitty, socket: nil, code: 4, "help: `livery watch` listens at \(socket); --socket follows it")
    try check(workspace.kitty, socket: "livery/schemes.sock", code: 0, "kitty: wrote")
    watch.interrupt()
    #expect(watch.end().code == 0)
  }

  /// The configuration is a link into a directory of dotfiles, and is edited there.
  @Test func aConfigurationThatIsALink() throws {
    try folder.write("dotfiles/outputs.json", #"{ "outputs": [\#(workspace.kitty)] }"#)
    try FileManager.default.createSymbolicLink(
      atPath: folder("outputs.json"), withDestinationPath: folder("dotfiles/outputs.json"))
    let program = try workspace.apply()
    #expect(try workspace.next(program, "kitty") == "written")
    try folder.write(
      "dotfiles/outputs.json",
      #"{ "outputs": [{ "name": "foot", "format": "foot", "file": "\#(folder("out/foot"))" }] }"#)
    #expect(try workspace.next(program, "foot") == "written")
    program.interrupt()
    #expect(program.end().code == 0)
  }

  /// A program of this name keeps settings in files, and notes each value that is set.
  @Test func settingsAreSetWhereTheyDiffer() throws {
    let script = """
      #!/bin/sh
      # gsettings get|set SCHEMA KEY [VALUE]
      file=$HOME/settings/$3
      case $1 in
        get) [ -e "$file" ] || { echo "No such key" >&2; exit 1; }; cat "$file" ;;
        set) echo "'$4'" > "$file"; echo "$3=$4" >> "$HOME/set" ;;
      esac

      """
    try folder.write("bin/gsettings", script)
    #expect(chmod(folder("bin/gsettings"), 0o755) == 0)
    try folder.write("settings/color-scheme", "'default'\n")
    try folder.write("settings/gtk-theme", "'Adwaita'\n")
    try folder.write("set", "")
    let variables = ["PATH": "\(folder("bin")):/usr/bin:/bin"]
    func output(_ format: String, _ options: String = "") -> String {
      #"{ "name": "\#(format)", "format": "\#(format)", "file": "\#(folder("out/\(format)"))"\#(options) }"#
    }
    let outputs = [output("gsettings"), output("gtk3", #", "options": { "theme": "true" }"#), output("gtk4")]
      .joined(separator: ", ")
    // An older desktop has no accent colour, and a different theme is in use.
    try check(outputs, variables: variables, code: 0, "gsettings: wrote", "gtk3: wrote")
    #expect(try folder.text("set") == "color-scheme=prefer-dark\n")
    // Only the file differs.
    try folder.remove("out/gsettings")
    try check(outputs, variables: variables, code: 0, "gsettings: wrote")
    #expect(try folder.text("set") == "color-scheme=prefer-dark\n")
    try folder.write("settings/accent-color", "'green'\n")
    try folder.write("settings/gtk-theme", "'livery'\n")
    for name in ["gsettings", "gtk3", "gtk4"] { try folder.remove("out/\(name)") }
    try check(outputs, variables: variables, code: 0, "gtk3: wrote")
    let set = try folder.text("set").split(separator: "\n").dropFirst().sorted()
    #expect(set == ["accent-color=slate", "gtk-theme=Adwaita", "gtk-theme=livery"])
    // A service whose manager does not answer goes on with its own variables.
    try folder.write("bin/systemctl", "#!/bin/sh\nexit 1\n")
    #expect(chmod(folder("bin/systemctl"), 0o755) == 0)
    let service = variables.merging(["INVOCATION_ID": "1", "COLOR": "own"]) { $1 }
    try check(
      output("sh", #", "reload": ["sh", "-c", "echo $COLOR"]"#), variables: service, code: 0, "sh: wrote", "sh: own")
    // The manager's variables come before them, in each reload.
    try folder.write("bin/systemctl", "#!/bin/sh\necho DISPLAY=:77\n")
    try folder.remove("out/sh")
    try check(
      output("sh", #", "reload": ["sh", "-c", "echo on $DISPLAY"]"#),
      variables: service.merging(["DISPLAY": ":1"]) { $1 }, code: 0, "sh: on :77")
    // Without the program the reload fails.
    try folder.remove("bin/gsettings")
    try folder.remove("out/gsettings")
    try check(
      output("gsettings", #", "required": true"#), variables: ["PATH": folder("bin")], code: 1,
      "gsettings: `gsettings` cannot be run")
  }

  /// The earlier content comes back, for a directory as for a file.
  @Test func resets() throws {
    let catalog =
      #"{ "name": "mac", "format": "xcassets", "directory": "\#(folder("out/T.xcassets"))", "overwrite": true }"#
    try folder.write("out/T.xcassets/Contents.json", "mine")
    try check(catalog, code: 0, "mac: wrote")
    #expect(try folder.text("out/T.xcassets/Contents.json.before-livery") == "mine")
    try check(catalog, ["--reset", "mac"], code: 0, "mac: put back")
    #expect(try folder.names(in: "out/T.xcassets") == ["Contents.json"])
    #expect(try folder.text("out/T.xcassets/Contents.json") == "mine")
    try check(catalog, ["--reset", "mac"], code: 1, "nothing was kept")
    let style = #"{ "name": "mine", "format": "css", "file": "\#(folder("out/my.css"))" }"#
    try folder.write("out/my.css", "mine")
    try check(style, ["--reset", "mine"], code: 1, "nothing was kept", "did not write what is there")
    try folder.remove("out/my.css")
    try check(style, code: 0, "mine: wrote")
    try check(style, ["--reset", "mine"], code: 1, "nothing was kept", "remove the file")
  }
}
