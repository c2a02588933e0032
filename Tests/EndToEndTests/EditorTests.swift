// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// The language server in real editors.
@Suite(.serialized) final class EditorTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["colors.json", "button.json"] }"#)
    try folder.write("bundle/colors.json", ##"{ "accent": "#ff0000", "gap": 4 }"##)
    try folder.write("bundle/button.json", #"{ "b": { "c":"ref://accent", "margin": "ref://gap" } }"#)
  }

  private func client(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients/\(name)").path
  }

  /// Neovim types into a buffer: a running program follows before any save, and is as before when the editor leaves without one.
  @Test func neovimShowsWhatIsTyped() throws {
    let daemon = try Program(
      Program.built("liveryd"),
      ["--socket", folder("s"), "--state-dir", folder("state"), "--log-level", "error", folder("bundle")])
    let follower = try Program(
      livery, ["subscribe", "--socket", folder("s"), "--reconnect", "--select", "constants/accent"])
    #expect(try follower.event()["event"] == "snapshot")
    let before = try folder.text("bundle/colors.json")
    let editor = try Program(
      "/usr/bin/env",
      [
        "-C", folder("bundle"), "LIVERY=\(livery)", "LIVERY_SOCKET=\(folder("s"))", "nvim", "--clean", "--headless",
        "-n",
      ]
        + ["-c", "luafile \(client("Editors/lsp.lua"))", "button.json"])
    #expect(try editor.line().contains("#ff0000"))
    #expect(try editor.line() == "declared colors.json:0")
    #expect(try editor.line().contains("did you mean `accent`"))
    #expect(try editor.line() == "typed")
    func accent() throws -> (JSONValue?, unsaved: Bool) {
      while true {
        let delta = try follower.event()["delta"]
        let color = delta?["patch"]?.array?.first?["value"]?["$value"]?["hex"]
        if color != nil { return (color, delta?["unsaved"] == true) }
      }
    }
    let typed = try accent()
    #expect(typed.0 == "#00ff00" && typed.unsaved)
    #expect(try folder.text("bundle/colors.json") == before)
    try folder.write("go", "")
    let left = try accent()
    #expect(left.0 == "#ff0000" && !left.unsaved)
    #expect(editor.end().code == 0)
    #expect(try folder.text("bundle/colors.json") == before)
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }

  /// Runs a script with pytest-lsp in the part of an editor.
  private func check(_ script: String, _ directory: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let editors = try Program(
      root.appending(path: ".build/python/bin/python3").path,
      [root.appending(path: "Tests/Editors/\(script)").path, livery, directory])
    let (output, end) = editors.outputAndEnd()
    #expect(output.hasSuffix("as promised\n"), "\(output)\(end.errors)")
  }

  /// Seven editors as pytest-lsp knows them: with their capabilities, units of characters, and ways to get findings.
  @Test func profilesOfEditors() throws { try check("profiles.py", folder("bundle")) }

  /// What an editor shows while a bundle moves away and back, with a hidden file and one by two names.
  @Test func filesThatComeAndGo() throws {
    try FileManager.default.createDirectory(atPath: folder("files"), withIntermediateDirectories: true)
    try check("files.py", folder("files"))
  }

  /// An editor that writes many requests before it reads an answer gets all answers.
  @Test func clientThatWritesFirst() throws {
    let members = (0..<1_000).map { "\"gap-\($0)\": \($0)" }
    try folder.write("first/theme.inc.json", #"{ "themes": ["theme.json"] }"#)
    try folder.write("first/theme.json", "{ \(members.joined(separator: ", ")) }")
    let editor = try Program("/usr/bin/python3", [client("Editors/writes_first.py"), livery, folder("first")])
    let (output, end) = editor.outputAndEnd()
    #expect(output == "as promised\n", "\(end.errors)")
  }

  // MARK: Folders

  /// Two bundles with the same ids in two folders of one editor know nothing of each other, and one is closed.
  @Test func foldersAreApart() throws {
    var uris: [String] = []
    for (folderName, gap) in [("left", "4"), ("right", "8")] {
      try folder.write("\(folderName)/theme.inc.json", #"{ "themes": ["colors.json", "button.json"] }"#)
      try folder.write("\(folderName)/colors.json", #"{ "gap": \#(gap) }"#)
      try folder.write("\(folderName)/button.json", #"{ "b": { "margin": "ref://gap", "c": "ref://\#(folderName)" } }"#)
      uris.append("file://\(folder(folderName))")
    }
    let folders = uris.map { #"{"uri":"\#($0)","name":"\#($0)"}"# }
    var messages = [
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"workspaceFolders":[\(folders.joined(separator: ","))],\
      "capabilities":{"workspace":{"workspaceEdit":{"documentChanges":true}},"textDocument":{"hover":{"contentFormat":["plaintext"]}}}}}
      """,
      #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
    ]
    for (index, uri) in uris.enumerated() {
      let text = try folder.text("\(["left", "right"][index])/button.json")
      let document = try JSONSerialization.data(withJSONObject: [
        "uri": "\(uri)/button.json", "languageId": "json", "version": 1, "text": text,
      ])
      let place = #""textDocument":{"uri":"\#(uri)/button.json"},"position":{"line":0,"character":24}"#
      messages += [
        """
        {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\(String(decoding: document, as: UTF8.self))}}
        """,
        #"{"jsonrpc":"2.0","id":\#(10 + index),"method":"textDocument/hover","params":{\#(place)}}"#,
        #"{"jsonrpc":"2.0","id":\#(20 + index),"method":"textDocument/rename","params":{\#(place),"newName":"space"}}"#,
      ]
    }
    messages += [
      """
      {"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[],"removed":[\(folders[1])]}}}
      """,
      #"{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"\#(uris[1])/button.json"}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
    ]
    let (output, code) = try end(messages)
    #expect(code == 0)
    let received = output.components(separatedBy: "Content-Length: ").dropFirst().compactMap { part in
      part.range(of: "\r\n\r\n").flatMap { try? JSONValue(parsing: Array(part[$0.upperBound...].utf8)) }
    }
    for (index, uri) in uris.enumerated() {
      let hover = received.first { $0["id"]?.number == Double(10 + index) }?["result"]
      #expect(hover?["contents"]?["value"]?.string?.contains(": \(["4", "8"][index])") == true)
      let rename = received.first { $0["id"]?.number == Double(20 + index) }?["result"]
      let files = rename?["documentChanges"]?.array?.compactMap { $0["textDocument"]?["uri"]?.string }
      #expect(files?.sorted() == ["\(uri)/button.json", "\(uri)/colors.json"])
      let sent = received.filter { $0["params"]?["uri"]?.string == "\(uri)/button.json" }.compactMap {
        $0["params"]?["diagnostics"]?.array?.count
      }
      #expect(sent == [[1], [1, 0]][index], "the findings of the closed folder are taken back")
    }
  }

  // MARK: The end

  /// The end of the server, with the messages of a file as its input.
  private func end(_ messages: [String], _ arguments: [String] = []) throws -> (output: String, code: Int32) {
    let framed = messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
    try folder.write("messages", framed)
    let command = ([livery, "lsp"] + arguments).joined(separator: " ")
    let server = try Program("/bin/sh", ["-c", "cat \(folder("messages")) | \(command)"])
    let (output, end) = server.outputAndEnd()
    return (output, end.code)
  }

  @Test func theEndOfTheClient() throws {
    let begin = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}"#
    let shutdown = #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#
    let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
    #expect(try end([begin, shutdown, exit]).code == 0)
    #expect(try end([begin, exit]).code == 1)
    #expect(try end([begin, shutdown]).code == 1, "the input ends without `exit`")
    let closed = try end([begin, shutdown, exit], ["--stdio"])
    #expect(closed.output.contains("\"id\":2") && closed.code == 0)
    // With the process that started the editor, the server ends too.
    let process = try Program("/bin/sleep", ["600"])
    let server = try Program(livery, ["lsp", "--clientProcessId", "\(process.identifier)"])
    process.kill()
    #expect(server.end().code == 1)
  }

  /// A message above the limit is skipped, and the next one is read.
  @Test func longMessages() throws {
    let server = try Program(
      "/bin/sh",
      [
        "-c",
        "{ printf 'Content-Length: 300000000\\r\\n\\r\\n'; head -c 300000000 /dev/zero; printf 'Content-Length: 33\\r\\n\\r\\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}'; } | \(livery) lsp",
      ])
    let (output, end) = server.outputAndEnd()
    #expect(output.contains("-32600") && end.code == 1, "\(output)")
  }

  /// The extension for Visual Studio Code, held against declarations of the interfaces that it uses.
  @Test func theExtensionHasTheRightTypes() throws {
    let compiler = try Program("/usr/bin/env", ["tsc", "--project", client("../../Editors/VSCode")])
    let (output, end) = compiler.outputAndEnd()
    #expect(end.code == 0, "\(output)")
  }

  @Test func emacsFindsAndExplains() throws {
    try folder.write("bundle/button.json", #"{ "b": { "c":"ref://accnt", "margin": "ref://gap" } }"#)
    let editor = try Program(
      "/usr/bin/env",
      [
        "-C", folder("bundle"), "LIVERY=\(livery)", "HOME=\(folder.path)", "emacs", "--batch", "-Q", "-l",
        client("Editors/lsp.el"),
      ])
    let errors = editor.end().errors
    #expect(errors.contains("LV1001") && errors.contains("did you mean `accent`"), "\(errors)")
    #expect(errors.contains("hover constants/gap: 4"), "\(errors)")
    #expect(errors.hasSuffix("ended\n"), "\(errors)")
  }
}
