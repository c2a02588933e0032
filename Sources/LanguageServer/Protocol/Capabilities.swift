// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// The abilities of a client that change the messages of the server.
struct ClientCapabilities {
  var encoding = PositionEncoding.utf16
  /// Whether it asks for findings by itself.
  var pullsDiagnostics = false
  var refreshesDiagnostics = false
  var registersForFiles = false
  var takesDocumentChanges = false
  /// Whether edits may say that they need a look.
  var takesAnnotations = false
  var hasSnippets = false
  var showsMarkdown = false
  /// Whether images in Markdown are shown.
  var showsImages = false
  var hasHierarchicalSymbols = false
  var takesCodeActionLiterals = false
  /// Whether it asks for the edits of an action when the user has chosen it.
  var resolvesEdits = false
  var showsProgress = false
  /// Whether it opens a document at a place when it is asked to.
  var showsDocuments = false

  init() {}

  init(_ json: JSONValue) {
    let offered = json["general"]?["positionEncodings"]?.array?.compactMap(\.string) ?? []
    // UTF-8 needs no count of characters. Every client has UTF-16.
    encoding = offered.contains("utf-8") ? .utf8 : offered == ["utf-32"] ? .utf32 : .utf16
    let document = json["textDocument"]
    let workspace = json["workspace"]
    let window = json["window"]
    pullsDiagnostics = document?["diagnostic"]?.object != nil
    refreshesDiagnostics = workspace?["diagnostics"]?["refreshSupport"] == true
    registersForFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"] == true
    takesDocumentChanges = workspace?["workspaceEdit"]?["documentChanges"] == true
    takesAnnotations = takesDocumentChanges && workspace?["workspaceEdit"]?["changeAnnotationSupport"]?.object != nil
    hasSnippets = document?["completion"]?["completionItem"]?["snippetSupport"] == true
    showsMarkdown = document?["hover"]?["contentFormat"]?.array?.contains("markdown") ?? false
    // The parser of Visual Studio Code, which shows them. Terminals show the text of an image.
    showsImages = json["general"]?["markdown"]?["parser"] == "marked"
    hasHierarchicalSymbols = document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"] == true
    takesCodeActionLiterals = document?["codeAction"]?["codeActionLiteralSupport"]?.object != nil
    let actions = document?["codeAction"]
    resolvesEdits =
      actions?["dataSupport"] == true
      && actions?["resolveSupport"]?["properties"]?.array?.contains("edit") ?? false
    showsProgress = window?["workDoneProgress"] == true
    showsDocuments = window?["showDocument"]?["support"] == true
  }
}

/// The commands that a client may have executed.
enum Commands {
  /// Turns the live preview on or off.
  static let livePreview = "livery.livePreview"
  /// Shows a document: the argument has the members of `window/showDocument`.
  static let show = "livery.show"
  static let all = [livePreview, show]
}

enum ServerCapabilities {
  static func json(for client: ClientCapabilities) -> JSONValue {
    [
      "positionEncoding": .string(client.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": true],
      "diagnosticProvider": ["interFileDependencies": true, "workspaceDiagnostics": true],
      "hoverProvider": true,
      "completionProvider": ["triggerCharacters": ["\"", "/", ":", "{", ".", "@", "#", "$"], "resolveProvider": true],
      "definitionProvider": true, "declarationProvider": true, "typeDefinitionProvider": true,
      "referencesProvider": ["workDoneProgress": true], "documentHighlightProvider": true,
      "documentSymbolProvider": true, "workspaceSymbolProvider": ["workDoneProgress": true],
      "typeHierarchyProvider": true,
      "renameProvider": ["prepareProvider": true, "workDoneProgress": true],
      "colorProvider": true,
      "codeActionProvider": [
        "codeActionKinds": ["quickfix", "refactor.extract", "refactor.inline", "source.fixAll"],
        "resolveProvider": true,
      ],
      "documentLinkProvider": ["resolveProvider": false],
      "foldingRangeProvider": true, "selectionRangeProvider": true,
      "inlayHintProvider": true,
      "codeLensProvider": ["resolveProvider": false],
      "semanticTokensProvider": [
        "legend": SemanticTokenKind.legend, "full": true, "range": true,
      ],
      "documentFormattingProvider": true, "documentRangeFormattingProvider": true,
      "executeCommandProvider": ["commands": .array(Commands.all.map(JSONValue.string))],
      "workspace": [
        "workspaceFolders": ["supported": true, "changeNotifications": true],
        "fileOperations": ["willRename": ["filters": [["scheme": "file", "pattern": ["glob": "**"]]]]],
      ],
    ]
  }
}

/// The files of which the client is to tell when they change on disk.
enum WatchedFiles {
  static var registration: JSONValue {
    let patterns = ["**/*.json", "**/*.plist", "**/*.xml", "**/*.yaml", "**/*.yml", "**/*.tokens"]
    let watchers = patterns.map { JSONValue.object(JSONObject([(key: "globPattern", value: .string($0))])) }
    return [
      "registrations": [
        [
          "id": "files", "method": "workspace/didChangeWatchedFiles",
          "registerOptions": ["watchers": .array(watchers)],
        ]
      ]
    ]
  }
}
