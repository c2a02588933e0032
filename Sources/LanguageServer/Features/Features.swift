// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison

/// The requests about files and places, and the functions that answer them.
enum Features {
  typealias Feature = @Sendable (FeatureRequest) throws(ResponseError) -> JSONValue

  static let byMethod: BytewiseDictionary<Feature> = [
    "textDocument/hover": HoverFeature.hover,
    "textDocument/completion": CompletionFeatures.completion,
    "completionItem/resolve": CompletionFeatures.resolvedCompletion,
    "textDocument/definition": DefinitionFeatures.definition,
    "textDocument/declaration": DefinitionFeatures.declaration,
    "textDocument/typeDefinition": DefinitionFeatures.typeDefinition,
    "textDocument/references": DefinitionFeatures.references,
    "textDocument/documentHighlight": DefinitionFeatures.highlights,
    "textDocument/prepareTypeHierarchy": HierarchyFeatures.typeHierarchy,
    "typeHierarchy/supertypes": HierarchyFeatures.parents,
    "typeHierarchy/subtypes": HierarchyFeatures.heirs,
    "textDocument/documentSymbol": SymbolFeatures.documentSymbols,
    "workspace/symbol": SymbolFeatures.workspaceSymbols,
    "textDocument/prepareRename": RenameFeatures.prepareRename,
    "textDocument/rename": RenameFeatures.rename,
    "workspace/willRenameFiles": FileRenameFeature.willRenameFiles,
    "textDocument/documentColor": ColorFeatures.documentColors,
    "textDocument/colorPresentation": ColorFeatures.colorPresentations,
    "textDocument/codeAction": CodeActionFeature.codeActions,
    "codeAction/resolve": CodeActionFeature.resolvedCodeAction,
    "textDocument/documentLink": LinkFeature.documentLinks,
    "textDocument/foldingRange": StructureFeatures.foldingRanges,
    "textDocument/selectionRange": StructureFeatures.selectionRanges,
    "textDocument/inlayHint": HintFeatures.inlayHints,
    "textDocument/codeLens": HintFeatures.codeLenses,
    "textDocument/semanticTokens/full": SemanticTokenFeature.semanticTokens,
    "textDocument/semanticTokens/range": SemanticTokenFeature.semanticTokens,
    "textDocument/formatting": FormattingFeature.formatting,
    "textDocument/rangeFormatting": FormattingFeature.formatting,
  ]
}
