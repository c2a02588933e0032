# SPDX-License-Identifier: GPL-2.0-or-later
"""The language server while files come and go under an editor: a bundle that moves away and back, a hidden file, and one file by two
names. Of each file, the editor shows the findings that were sent last.

Usage: files.py LIVERY DIRECTORY. The directory is empty, and is filled.
"""

import asyncio
import pathlib
import shutil
import sys

import lsprotocol.types as lsp
from pytest_lsp import ClientServerConfig

livery, folder = sys.argv[1], pathlib.Path(sys.argv[2])
WATCHES = lsp.WorkspaceClientCapabilities(
    did_change_watched_files=lsp.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
)


class Editor:
    """- watches: whether the editor tells of files that change; else the server watches them itself."""

    def __init__(self, watches):
        self.watches = watches

    async def start(self):
        self.client = await ClientServerConfig(server_command=[livery, "lsp"]).start()
        capabilities = lsp.ClientCapabilities(workspace=WATCHES if self.watches else None)
        uri = folder.as_uri()
        await self.client.initialize_session(
            lsp.InitializeParams(
                capabilities=capabilities, root_uri=uri, workspace_folders=[lsp.WorkspaceFolder(uri=uri, name="w")]
            )
        )

    def open(self, path):
        item = lsp.TextDocumentItem(uri=path.as_uri(), language_id="json", version=1, text=path.read_text())
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=item))

    def change(self, path, text):
        here = lsp.VersionedTextDocumentIdentifier(uri=path.as_uri(), version=2)
        whole = lsp.TextDocumentContentChangeWholeDocument(text=text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(text_document=here, content_changes=[whole]))

    def close(self, path):
        here = lsp.TextDocumentIdentifier(uri=path.as_uri())
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(text_document=here))

    def tell(self, *paths):
        if not self.watches:
            return
        events = [lsp.FileEvent(uri=path.as_uri(), type=lsp.FileChangeType.Changed) for path in paths]
        self.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams(changes=events))

    def codes(self, path):
        return [finding.code for finding in self.client.diagnostics.get(path.as_uri()) or []]

    async def shows(self, **expected):
        """Waits until the files show these findings."""
        while any(self.codes(self.paths[name]) != codes for name, codes in expected.items()):
            await self.client.wait_for_notification("textDocument/publishDiagnostics")


async def session(watches):
    bundle = folder / "bundle"
    shutil.rmtree(bundle, ignore_errors=True)
    (bundle / ".backup").mkdir(parents=True)
    (bundle / "theme.inc.json").write_text('{ "themes": ["a.json", "sub/b.json"] }')
    (bundle / "a.json").write_text('{ "ink": "ref://nothing" }')
    (bundle / "sub").mkdir()
    (bundle / "sub/b.json").write_text('{ "paper": "ref://nowhere", "page": "ref://paper" }')
    (bundle / ".backup/a.json").write_text('{ "ink": "ref://hidden" }')
    (folder / "giotto").mkdir(exist_ok=True)
    (folder / "giotto/theme.plist").write_text(
        '<plist version="1.0"><dict><key>formatVersion</key><integer>2</integer><key>Constants</key><dict/><key>Labels</key>'
        "<dict><key>Page</key><dict><key>_superstyle</key><string>None</string></dict></dict></dict></plist>"
    )
    # The root file of a bundle lists a file beside its own directory.
    for path, text in {
        "screens/app/theme.inc.json": '{ "themes": ["colors.json", "common/fonts.json"] }',
        "screens/app/colors.json": '{ "page": "ref://paper" }',
        "screens/common/fonts.json": '{ "ink": "ref://nothing" }',
        # One of two bundles, whose file lies in it under a different path.
        "apart/one/theme.inc.json": '{ "themes": ["colors.json"] }',
        "apart/one/parts/colors.json": "{}",
        "apart/colors.json": '{ "ink": "ref://nothing" }',
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    link = folder / "link"
    link.unlink(missing_ok=True)
    link.symlink_to("bundle")

    editor = Editor(watches)
    editor.paths = {
        "root": bundle / "theme.inc.json", "a": bundle / "a.json", "b": bundle / "sub/b.json",
        "hidden": bundle / ".backup/a.json", "linked": link / "a.json", "labels": folder / "giotto/theme.plist",
        "app": folder / "screens/app/theme.inc.json", "page": folder / "screens/app/colors.json",
        "fonts": folder / "screens/common/fonts.json", "one": folder / "apart/one/theme.inc.json",
        "stray": folder / "apart/colors.json",
    }
    await editor.start()
    editor.open(bundle / "a.json")
    await editor.shows(a=["LV1001"], b=["LV1001"])
    # A hidden file belongs to no bundle.
    editor.open(bundle / ".backup/a.json")
    # The last document over a file has its findings.
    editor.open(link / "a.json")
    await editor.shows(a=[], linked=["LV1001"], root=[], hidden=[])
    editor.close(link / "a.json")
    await editor.shows(a=["LV1001"], linked=[])
    # A directory that goes takes its files along.
    # An editor may tell of the directory or of its files, and by a link.
    sub, file = bundle / "sub", bundle / "sub/b.json"
    for gone, back in [(sub, file), (file, sub), (link / "sub", file), (sub, sub)]:
        (bundle / "sub").rename(folder / "kept")
        editor.tell(gone)
        await editor.shows(b=[], root=["LV1006"])
        (folder / "kept").rename(bundle / "sub")
        editor.tell(back)
        await editor.shows(b=["LV1001"], root=[])
    # A bundle begins where all of its files are, and no higher.
    editor.open(editor.paths["page"])
    editor.open(editor.paths["stray"])
    editor.open(editor.paths["one"])
    await editor.shows(app=[], page=["LV1001"], fonts=["LV1001"], one=[], stray=[])
    # A bundle stays one while a mistake hides that it is one: here the file alone tells of it.
    labels = folder / "giotto/theme.plist"
    editor.open(labels)
    await editor.shows(labels=["LV1017"])
    right = labels.read_text()
    for text, codes in [(right.replace("<dict>", "<dic>", 1), ["LV0001"]), (right, ["LV1017"])]:
        editor.change(labels, text)
        await editor.shows(labels=codes)
        labels.write_text(text)
        editor.tell(labels)
        # The answer comes behind all that the save leads to.
        here = lsp.TextDocumentIdentifier(uri=labels.as_uri())
        await editor.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text_document=here))
        assert editor.codes(labels) == codes, editor.codes(labels)
    # Includes follow a folder.
    moves = [lsp.FileRename(old_uri=(bundle / "sub").as_uri(), new_uri=(bundle / "parts").as_uri())]
    edit = await editor.client.workspace_will_rename_files_async(lsp.RenameFilesParams(files=moves))
    assert [change[0].new_text for change in edit.changes.values()] == ["parts/b.json"], edit
    # So does the bundle itself.
    bundle.rename(folder / "away")
    editor.tell(bundle)
    await editor.shows(a=[], b=[], root=[])
    (folder / "away").rename(bundle)
    editor.tell(bundle)
    await editor.shows(a=["LV1001"], b=["LV1001"])
    await editor.client.shutdown_session()
    return "told" if watches else "watching"


async def main():
    for watches in [True, False]:
        print(await asyncio.wait_for(session(watches), 60), flush=True)


asyncio.run(main())
print("as promised")
