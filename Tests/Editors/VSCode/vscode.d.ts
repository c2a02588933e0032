// SPDX-License-Identifier: GPL-2.0-or-later
// What the extension uses of Visual Studio Code's API, with the types that its documentation gives.

declare module "vscode" {
  export interface Disposable {
    dispose(): unknown;
  }
  export interface ExtensionContext {
    readonly subscriptions: { dispose(): unknown }[];
  }
  export interface WorkspaceConfiguration {
    get<T>(section: string, defaultValue: T): T;
  }
  export namespace workspace {
    export function getConfiguration(section?: string): WorkspaceConfiguration;
  }
  export namespace commands {
    export function registerCommand(command: string, callback: (...args: unknown[]) => unknown): Disposable;
  }
  export namespace window {
    export function setStatusBarMessage(text: string, hideAfterTimeout: number): Disposable;
  }
}
