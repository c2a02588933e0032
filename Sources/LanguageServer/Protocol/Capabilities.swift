// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// What a client can do, as far as it changes what the server sends.
struct ClientCapabilities {
  var encoding = PositionEncoding.utf16
  /// Whether it asks for findings by itself.
  var pullsDiagnostics = false
  var refreshesDiagnostics = false
  var registersForFiles = false
  var takesDocumentChanges = false
  var hasSnippets = false
  var showsMarkdown = false
  var hasHierarchicalSymbols = false
  var takesCodeActionLiterals = false

  init() {}

  init(_ json: JSONValue) {
    let offered = json["general"]?["positionEncodings"]?.array?.compactMap(\.string) ?? []
    // UTF-8 needs no count of characters. Every client has UTF-16.
    encoding = offered.contains("utf-8") ? .utf8 : offered.contains("utf-16") || offered.isEmpty ? .utf16 : .utf32
    let document = json["textDocument"]
    let workspace = json["workspace"]
    pullsDiagnostics = document?["diagnostic"]?.object != nil
    refreshesDiagnostics = workspace?["diagnostics"]?["refreshSupport"] == true
    registersForFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"] == true
    takesDocumentChanges = workspace?["workspaceEdit"]?["documentChanges"] == true
    hasSnippets = document?["completion"]?["completionItem"]?["snippetSupport"] == true
    showsMarkdown = document?["hover"]?["contentFormat"]?.array?.contains("markdown") ?? false
    hasHierarchicalSymbols = document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"] == true
    takesCodeActionLiterals = document?["codeAction"]?["codeActionLiteralSupport"]?.object != nil
  }
}

enum ServerCapabilities {
  static func json(for client: ClientCapabilities) -> JSONValue {
    [
      "positionEncoding": .string(client.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": true],
      "diagnosticProvider": ["interFileDependencies": true, "workspaceDiagnostics": true],
      "hoverProvider": true,
      "completionProvider": ["triggerCharacters": ["\"", "/", ":", "{", ".", "@", "#"], "resolveProvider": false],
      "definitionProvider": true, "declarationProvider": true, "typeDefinitionProvider": true,
      "referencesProvider": true, "documentHighlightProvider": true,
      "documentSymbolProvider": true, "workspaceSymbolProvider": true,
      "renameProvider": ["prepareProvider": true],
      "colorProvider": true,
      "codeActionProvider": ["codeActionKinds": ["quickfix", "source.fixAll"]],
      "documentLinkProvider": ["resolveProvider": false],
      "foldingRangeProvider": true,
      "inlayHintProvider": true,
      "codeLensProvider": ["resolveProvider": false],
      "executeCommandProvider": ["commands": [.string(LanguageServer.previewCommand)]],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
  }
}
