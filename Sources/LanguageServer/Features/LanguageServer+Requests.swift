// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// The requests about files and places.
extension LanguageServer {
  func answerFeature(_ method: String, _ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    switch method {
    case "textDocument/diagnostic": try pulledDiagnostics(parameters)
    case "workspace/diagnostic": workspaceDiagnostics(parameters)
    case "textDocument/hover": try hover(parameters)
    case "textDocument/completion": try completion(parameters)
    case "textDocument/definition", "textDocument/declaration", "textDocument/typeDefinition":
      try definition(parameters)
    case "textDocument/references": try references(parameters)
    case "textDocument/documentHighlight": try highlights(parameters)
    case "textDocument/documentSymbol": try documentSymbols(parameters)
    case "workspace/symbol": workspaceSymbols(parameters)
    case "textDocument/prepareRename": try prepareRename(parameters)
    case "textDocument/rename": try rename(parameters)
    case "textDocument/documentColor": try documentColors(parameters)
    case "textDocument/colorPresentation": try colorPresentations(parameters)
    case "textDocument/codeAction": try codeActions(parameters)
    case "textDocument/documentLink": try documentLinks(parameters)
    case "textDocument/foldingRange": try foldingRanges(parameters)
    case "textDocument/inlayHint": try inlayHints(parameters)
    case "textDocument/codeLens": try codeLenses(parameters)
    default: throw .unknownMethod(method)
    }
  }
}
