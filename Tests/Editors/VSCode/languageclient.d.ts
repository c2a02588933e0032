// SPDX-License-Identifier: GPL-2.0-or-later
// What the extension uses of vscode-languageclient 9, with the types that its source gives.

declare module "vscode-languageclient/node" {
  export interface Executable {
    command: string;
    args?: string[];
  }
  export type ServerOptions = Executable | { run: Executable; debug: Executable };
  export interface DocumentFilter {
    scheme?: string;
    language: string;
  }
  export interface LanguageClientOptions {
    documentSelector?: (string | DocumentFilter)[];
    initializationOptions?: unknown;
  }
  export class LanguageClient {
    constructor(id: string, name: string, serverOptions: ServerOptions, clientOptions: LanguageClientOptions);
    sendRequest<R>(method: string, param: unknown): Promise<R>;
    start(): Promise<void>;
    stop(timeout?: number): Promise<void>;
  }
}
