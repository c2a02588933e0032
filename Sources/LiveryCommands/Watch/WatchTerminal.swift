// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TerminalIO
import WatchRendering

/// The terminal of `livery watch`: its screen, its keys, and the editor to which it is lent. Without a screen nothing here does
/// anything.
struct WatchTerminal {
  /// Nil where lines are printed.
  let screen: TerminalScreen?
  let keyboard: WatchKeyboard?
  let editor: WatchEditor

  var hasScreen: Bool { screen != nil }

  /// Whether an editor has the terminal.
  var isEditing: Bool { editor.isOpen }

  // MARK: The screen

  /// Enters the screen and draws it. An end of the program then leaves the screen.
  func setUp(_ state: WatchState) {
    guard let screen else { return }
    keyboard?.enable()
    rescueScreen(.output, writing: TerminalScreen.leaving)
    screen.enter()
    redraw(state)
  }

  /// Leaves the screen.
  func giveBack() {
    guard let screen else { return }
    screen.leave()
    rescueScreen(.output, writing: nil)
    keyboard?.restore()
  }

  /// Draws the whole screen.
  func redraw(_ state: WatchState) {
    screen?.invalidate()
    screen?.update(state)
  }

  /// The first line to show after keys that scroll.
  func scrolled(_ state: WatchState, by scrolling: Scrolling) -> Int {
    screen?.scrolled(state, by: scrolling) ?? 0
  }

  // MARK: Keys

  func listen() throws(SystemError) { try keyboard?.listen() }

  /// The pressed keys; nil when the terminal is gone.
  func readKeys(_ readiness: EventLoop.Readiness) -> [PressedKey]? {
    guard let keyboard else { return [] }
    return keyboard.read(readiness)
  }

  /// Forgets the keys that were typed but not read.
  func dropTypedKeys() { keyboard?.dropTyped() }

  // MARK: The editor

  /// Lends the terminal to an editor.
  func edit(_ command: String) throws(SystemError) {
    giveBack()
    // The editor reads the keys from now on.
    try keyboard?.pause()
    try editor.open(command)
  }

  /// Takes note that the editor has ended. Returns a warning if it has failed.
  func editorEnded() -> String? { editor.ended() }

  /// Takes the terminal back from an editor.
  func resume(_ state: WatchState) {
    try? keyboard?.listen()
    setUp(state)
  }
}
