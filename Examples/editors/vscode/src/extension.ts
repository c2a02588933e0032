// SPDX-License-Identifier: MIT

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** Starts the language server for theme files. Files of no bundle get nothing from it. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const settings = vscode.workspace.getConfiguration("livery");
  const server: ServerOptions = { command: settings.get<string>("path", "livery"), args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: ["json", "jsonc", "yaml", "xml"].map((language) => ({ scheme: "file", language })),
    initializationOptions: {
      livePreview: settings.get<boolean>("livePreview", false),
      bundles: settings.get<string[]>("bundles", []),
    },
  };
  const started = new LanguageClient("livery", "Livery", server, options);
  client = started;
  context.subscriptions.push(
    vscode.commands.registerCommand("livery.toggleLivePreview", async () => {
      const isOn = await started.sendRequest<boolean>("workspace/executeCommand", { command: "livery.livePreview" });
      vscode.window.setStatusBarMessage(isOn ? "Livery: unsaved texts are shown" : "Livery: saved texts are shown", 3000);
    })
  );
  await started.start();
}

/** Stops the server, and with it what it shows of unsaved texts. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}
