// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConnection
import TestSupport
import Testing

/// `livery log`, `diff`, `undo` and `uses` as an author meets them, on a running daemon.
@Suite(.serialized) struct HistoryCommandTests {
  private let workspace: HistoryWorkspace
  private let folder: ScratchDirectory

  init() throws {
    workspace = try HistoryWorkspace()
    folder = workspace.folder
  }

  @Test func logSaysWhatChangedWhenAndWhere() throws {
    try workspace.save("#00ff00")
    _ = try workspace.output("set", "constant", "accent", "#0000ff")
    let log = try workspace.output("log")
    let lines = log.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("3 set  ") == true, "\(log)")
    #expect(log.contains("2 save  "))
    #expect(log.contains("  colors.json:2:13\n"))
    #expect(log.contains("~ constants/accent     #ff0000 → #00ff00"), "\(log)")
    #expect(log.contains("1 start  "))
    #expect(try workspace.output("log", "-n", "1").contains("2 earlier generations: -n 3"))
    let json = try JSONValue(
      parsing: Array(workspace.output("log", "aurora", "--format", "json").utf8), maximumDepth: 64)
    let second = try #require(json["generations"]?.array?[1])
    #expect(second["kind"] == "save")
    #expect(second["changed"] == 3)
    #expect(second["patch"]?.array?.first?["path"] == "/constants/accent")
    // Only generations that changed such a value.
    #expect(try workspace.output("log", "--select", "styles/Big/x", code: 1).contains("no generation"))
    #expect(try !workspace.output("log", "--select", "constants/accent").contains("styles"))
  }

  @Test func diffComparesGenerations() throws {
    try workspace.save("#00ff00")
    #expect(try workspace.output("diff", "1", code: 1).contains("generation 1 → generation 2: 3 values differ"))
    #expect(try workspace.output("diff", "2").contains("no value differs"))
    #expect(try workspace.output("diff", "1", "2", "--select", "styles/Big", code: 1).contains("1 value differ"))
    #expect(try workspace.output("diff", "9", code: 3).contains("does not keep generation 9"))
    // A generation and the files on disk.
    #expect(try workspace.output("diff", "1", folder("aurora"), code: 1).contains("#ff0000 → #00ff00"))
    #expect(try workspace.output("diff", "2", folder("aurora")).contains("no value differs"))
    try workspace.save("broken")
    try folder.write("aurora/colors.json", "{")
    _ = try workspace.output("sync")
    #expect(try workspace.output("diff", "2", "4", code: 1).contains("generation 4 holds back 1 state"))
    let json = try JSONValue(
      parsing: Array(workspace.run(["diff", "1", "2", "--format", "json"], code: 1).output.utf8), maximumDepth: 64)
    #expect(json.object?.members.map(\.key) == ["from", "to", "patch", "diagnostics"])
    #expect(json["from"] == 1)
  }

  @Test func questionsAboutAnEarlierGeneration() throws {
    try workspace.save("#00ff00")
    #expect(try workspace.output("get", "constants/accent", "--raw", "--generation", "1") == "#ff0000\n")
    #expect(
      try workspace.output("list", "constants/accent", "--generation", "1") == "constants/accent   #ff0000\n")
    #expect(try workspace.output("why", "constants/accent", "--generation", "1").contains("#ff0000"))
    #expect(try workspace.output("get", "constants/accent", "--raw") == "#00ff00\n")
    #expect(
      try workspace.output("get", "constants/accent", "--generation", "9", code: 1)
        .contains("does not keep generation 9"))
  }

  @Test func undoTakesASaveBackAndAgain() throws {
    let first = try workspace.colors()
    try workspace.save("#00ff00")
    let second = try workspace.colors()
    let shown = try workspace.output("undo")
    #expect(shown.contains("-  \"accent\": \"#00ff00\"") && shown.contains("+  \"accent\": \"#ff0000\""), "\(shown)")
    #expect(shown.contains("nothing is written; `livery undo 1 --write` writes it, in \(workspace.folder("aurora"))\n"))
    #expect(try workspace.colors() == second)
    #expect(try workspace.output("undo", "--write").contains("generation 3 has the files of generation 1"))
    #expect(try workspace.colors() == first)
    #expect(try workspace.output("get", "constants/accent", "--raw") == "#ff0000\n")
    // Twice is a redo.
    _ = try workspace.output("undo", "--write")
    #expect(try workspace.colors() == second)
    _ = try workspace.output("undo", "1", "--write")
    #expect(try workspace.colors() == first)
    #expect(try workspace.output("undo", "3").contains("the newest generation has the files of generation 3"))
    #expect(try workspace.output("undo", "99", code: 1).contains("does not keep generation 99"))
    _ = try workspace.output("undo", "first", code: 2)
  }

  /// A removal that changed no value made no generation: the newest one still has the file. `undo` writes it again all the same.
  @Test func undoWritesARemovedFileThatChangedNoValue() throws {
    try folder.write("aurora/notes.json", "{}")
    try workspace.save("#00ff00")
    let second = try workspace.colors()
    try workspace.save("#0000ff")
    try folder.remove("aurora/notes.json")
    _ = try workspace.output("sync")
    // The newest generation has it, too.
    #expect(try workspace.output("undo", "3").contains("notes.json would be made"))
    let said = try workspace.output("undo", "2", "--write")
    #expect(said.contains("notes.json is made") && said.contains("colors.json is written"), "\(said)")
    #expect(try folder.text("aurora/notes.json") == "{}")
    #expect(try workspace.colors() == second)
    // A file that the manifest leaves out is there.
    try folder.write("aurora/livery.json", #"{ "exclude": ["notes.json"] }"#)
    _ = try workspace.output("sync")
    let shown = try workspace.output("undo", "3")
    #expect(shown.contains("colors.json") && !shown.contains("notes.json"), "\(shown)")
  }

  /// A file that a manifest hid was on disk all along: `undo` neither removes it nor writes it again.
  @Test func undoLeavesFilesThatAManifestHid() throws {
    try folder.write("aurora/drafts/more.json", #"{ "more": 1 }"#)
    try folder.write("aurora/theme.inc.json", #"{ "themes": ["colors.json", "buttons.json", "more.json"] }"#)
    _ = try workspace.output("sync")
    try folder.write("aurora/livery.json", #"{ "exclude": ["drafts"] }"#)
    _ = try workspace.output("sync")
    try folder.write("aurora/drafts/more.json", #"{ "more": 2 }"#)
    try folder.write("aurora/livery.json", "{}")
    _ = try workspace.output("sync")
    #expect(try workspace.output("get", "constants/more", "--raw") == "2\n")

    for (generation, manifest) in [("3", #"{ "exclude": ["drafts"] }"#), ("4", "{}")] {
      let shown = try workspace.output("undo", generation, "--write")
      #expect(!shown.contains("more.json"), "\(shown)")
      #expect(try folder.text("aurora/drafts/more.json") == #"{ "more": 2 }"#)
      #expect(try folder.text("aurora/livery.json") == manifest)
    }
    // A file that is removed after it came back is written again, also from before it was hidden.
    try folder.remove("aurora/drafts/more.json")
    _ = try workspace.output("sync")
    let again = try workspace.output("undo", "4", "--write")
    #expect(again.contains("drafts/more.json is made"), "\(again)")
    #expect(try folder.text("aurora/drafts/more.json") == #"{ "more": 2 }"#)
    // Of two generations that have the file, one has another text.
    #expect(try workspace.output("undo", "2", "--write").contains("drafts/more.json is written"))
    #expect(try folder.text("aurora/drafts/more.json") == #"{ "more": 1 }"#)
  }

  /// `undo` does not lead to half a save, such as the empty file of a shell before its command has written.
  @Test func undoPassesOverHalfASave() throws {
    let first = try workspace.colors()
    try folder.write("aurora/colors.json", "")
    _ = try workspace.output("sync")
    try workspace.save("#00ff00")
    let said = try workspace.output("undo", "--write")
    #expect(said.contains("generation 2 is passed over: it held back 1 state, as after half a save"), "\(said)")
    #expect(said.contains("generation 4 has the files of generation 1; `livery undo 3 --write` takes it back"))
    #expect(try workspace.colors() == first)
    // By its number it can be had.
    _ = try workspace.output("undo", "2", "--write")
    #expect(try workspace.colors() == "")
  }

  /// A file that the daemon could not read in a generation cannot be restored.
  @Test func undoPassesOverAnUnreadableFile() throws {
    let first = try workspace.colors()
    try workspace.save("#00ff00")
    let second = try workspace.colors()
    try folder.write("twin", second)
    try folder.remove("aurora/colors.json")
    #expect(symlink("../twin", folder("aurora/colors.json")) == 0)
    _ = try workspace.output("sync")
    try folder.remove("aurora/colors.json")
    try folder.write("aurora/colors.json", second)
    _ = try workspace.output("sync")
    let said = try workspace.output("undo", "--write")
    #expect(said.contains("is passed over: it could not read `colors.json`"), "\(said)")
    #expect(try workspace.colors() == first)
  }

  @Test func undoPromisesOnlyWhatAGenerationHas() throws {
    try workspace.save("#00ff00")
    try folder.write("aurora/colors.json", "{ \"accent\": \"#00ff00\" } // a thought")
    let said = try workspace.output("undo", "--write", "--force")
    #expect(said.contains("what `colors.json` had in no generation is lost"), "\(said)")
    #expect(!said.contains("takes it back"))
  }

  @Test func undoRemovesWhatCameAndMakesWhatWent() throws {
    try folder.write("aurora/more.json", #"{ "more": 1 }"#)
    try folder.remove("aurora/buttons.json")
    try folder.write("aurora/theme.inc.json", #"{ "themes": ["colors.json", "more.json"] }"#)
    _ = try workspace.output("sync")
    let shown = try workspace.output("undo", "1")
    #expect(shown.contains("more.json would be removed") && shown.contains("buttons.json would be made"), "\(shown)")
    _ = try workspace.output("undo", "1", "--write")
    #expect(try folder.names(in: "aurora") == ["buttons.json", "colors.json", "theme.inc.json"])
    #expect(try workspace.output("get", "styles/Button/color", "--raw") == "#ff0000\n")
  }

  @Test func undoLeavesForeignChanges() throws {
    try workspace.save("#00ff00")
    // A new indentation changes no value: no generation has these bytes.
    try folder.write("aurora/colors.json", "{ \"accent\": \"#00ff00\" }")
    let said = try workspace.output("undo", "--write", code: 1)
    #expect(
      said.contains("`colors.json` is left as it is: it differs from the newest generation; --force overwrites it"))
    #expect(said.contains("nothing is written"))
    #expect(try workspace.colors() == "{ \"accent\": \"#00ff00\" }")
    _ = try workspace.output("undo", "--write", "--force")
    #expect(try workspace.colors().contains("#ff0000"))
    // A hard link is also a file elsewhere, and a link may lead out of the bundle: neither is written.
    try workspace.save("#0000ff")
    #expect(link(folder("aurora/colors.json"), folder("twin")) == 0)
    #expect(try workspace.output("undo", "--write", "--force", code: 1).contains("it has 2 names (hard links)"))
    #expect(try folder.text("twin").contains("#0000ff"))
    try folder.remove("aurora/colors.json")
    #expect(symlink("../twin", folder("aurora/colors.json")) == 0)
    _ = try workspace.output("sync")
    #expect(
      try workspace.output("undo", "1", "--write", "--force", code: 1).contains("a link that leads out of the bundle"))
    #expect(try folder.text("twin").contains("#0000ff"))
  }

  @Test func usesSaysWhatAnEditWouldReach() throws {
    let subscriber = try Program(
      workspace.livery, ["subscribe", "--socket", folder("s"), "--name", "my editor", "--select", "styles/Big"])
    #expect(try subscriber.event()["event"] == "snapshot")
    let said = try workspace.output("uses", "constants/accent")
    #expect(said.contains("constants/accent: "), "\(said)")
    #expect(said.contains("styles/Button/color"))
    #expect(said.contains("styles/Big"))
    #expect(said.contains("followed by my editor (c"))
    #expect(try workspace.output("uses", "constants/acent", code: 1).contains("did you mean `constants/accent`?"))
    #expect(try workspace.output("uses", "styles/Big/x").contains("nothing depends on it"))
    // This process composes an element whose values it does not select.
    let stream = try VarlinkConnection(path: folder("s"))
    try stream.stream("io.livery.Theme.Register", JSONObject([("name", "my app"), ("select", ["constants/none"])]))
    _ = try stream.next()
    #expect(try !workspace.output("uses", "constants/accent").contains("my app"))
    _ = try VarlinkConnection(path: folder("s")).call(
      "io.livery.Theme.Compose", JSONObject([("element", ["class": "Big"])]))
    #expect(try workspace.output("uses", "constants/accent").contains("composed by my app (c"))
    subscriber.interrupt()
    _ = subscriber.end()
  }
}
