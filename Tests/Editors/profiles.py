# SPDX-License-Identifier: GPL-2.0-or-later
"""The language server as editors use it, with the capabilities that each of them states: pytest-lsp sends and reads typed messages of
the protocol, and warns of what an editor did not say that it can read.

Usage: profiles.py LIVERY BUNDLE.
"""

import asyncio
import pathlib
import sys
import warnings

import lsprotocol.types as lsp
from pytest_lsp import ClientServerConfig, client_capabilities

livery, bundle = sys.argv[1], pathlib.Path(sys.argv[2])
PROFILES = ["neovim@0.7", "neovim@0.8", "neovim@0.9", "neovim@0.10", "neovim@0.11", "emacs@29", "visual-studio-code@1.65"]


async def session(profile):
    client = await ClientServerConfig(server_command=[livery, "lsp"]).start()
    capabilities = client_capabilities(profile)
    folder = lsp.WorkspaceFolder(uri=bundle.as_uri(), name="bundle")
    parameters = lsp.InitializeParams(capabilities=capabilities, process_id=None, root_uri=bundle.as_uri(), workspace_folders=[folder])
    answer = await client.initialize_session(parameters)
    encoding = answer.capabilities.position_encoding
    file = bundle / "button.json"
    text = '{ "😀": 1, "b": { "c": "ref://accnt" } }'
    document = lsp.TextDocumentItem(uri=file.as_uri(), language_id="json", version=1, text=text)
    pulls = capabilities.text_document.diagnostic is not None
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=document))
    here = lsp.TextDocumentIdentifier(uri=file.as_uri())
    if pulls:
        report = await client.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(text_document=here))
        findings = report.items
    else:
        while not client.diagnostics.get(file.as_uri()):
            await client.wait_for_notification("textDocument/publishDiagnostics")
        findings = client.diagnostics[file.as_uri()]
    finding = next(one for one in findings if one.code == "LV1001")
    # The place of the reference, as this client counts.
    before = text[: text.index("ref:")]
    widths = {"utf-8": len(before.encode()), "utf-16": len(before.encode("utf-16-le")) // 2, "utf-32": len(before)}
    width = widths[encoding or "utf-16"]
    assert width - 1 <= finding.range.start.character <= width + len("ref://"), (profile, encoding, finding.range)
    change = lsp.TextDocumentContentChangePartial(
        range=lsp.Range(lsp.Position(0, width), lsp.Position(0, width + len("ref://accnt"))), text="ref://accent"
    )
    version = lsp.VersionedTextDocumentIdentifier(uri=file.as_uri(), version=2)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(text_document=version, content_changes=[change]))
    place = lsp.Position(0, width + 8)
    hover = await client.text_document_hover_async(lsp.HoverParams(text_document=here, position=place))
    assert "#ff0000" in hover.contents.value, hover
    found = await client.text_document_definition_async(lsp.DefinitionParams(text_document=here, position=place))
    assert found[0].uri.endswith("colors.json"), found
    items = await client.text_document_completion_async(lsp.CompletionParams(text_document=here, position=place))
    assert any(item.label == "accent" for item in items.items), items
    # The item that an editor chooses becomes the whole reference, and the style at the place is none.
    item = next(item for item in items.items if item.label == "accent")
    edit = item.text_edit.range
    assert (edit.start.character, edit.end.character) == (width, width + len("ref://accent")), (profile, edit)
    assert item.text_edit.new_text == "ref://accent" and all(item.label != "b" for item in items.items), items
    edit = await client.text_document_rename_async(lsp.RenameParams(text_document=here, position=place, new_name="main"))
    changes = edit.document_changes or list(edit.changes.items())
    assert len(changes) == 2, edit
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text_document=here))
    assert [symbol.name for symbol in symbols] == ["😀", "b"], symbols
    await client.shutdown_session()
    return f"{profile} {encoding or 'utf-16'} {'pulls' if pulls else 'is pushed'}"


async def main():
    for profile in PROFILES:
        print(await asyncio.wait_for(session(profile), 60), flush=True)


warnings.simplefilter("ignore")
asyncio.run(main())
print("as promised")
