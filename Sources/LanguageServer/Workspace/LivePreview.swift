// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison

/// The unsaved texts that a running daemon has to show. The newest text of a file takes the place of one that was not sent yet.
package struct LivePreview {
  /// A text for a file; nil takes back the one that was sent.
  package struct Change: Equatable {
    /// Of the bundle, absolute.
    @Bytewise package var directory: String
    @Bytewise package var file: String
    package let text: [UInt8]?

    package init(directory: String, file: String, text: [UInt8]?) {
      _directory = Bytewise(directory)
      _file = Bytewise(file)
      self.text = text
    }
  }

  var isOn = false
  private var pending: [Change] = []
  /// The texts that the daemon shows or will show next: they were noted and not taken back.
  private var shown: [Change] = []
  /// The files of which the user knows that another program's text lies over the one in the editor.
  private var covered: [Change] = []

  init() {}

  private init(covered: [Change]) { self.covered = covered }

  /// Notes the text of a document.
  ///
  /// - Parameter isSaved: whether it is that of the file on disk, for which nothing is shown.
  mutating func note(_ text: [UInt8], _ file: String, in directory: String, isSaved: Bool) {
    guard isOn, !isSaved else { return removeOverlay(file, in: directory) }
    let change = Change(directory: directory, file: file, text: text)
    shown.removeAll { $0.isAbout(change) }
    shown.append(change)
    add(change)
  }

  mutating func removeOverlay(_ file: String, in directory: String) {
    let change = Change(directory: directory, file: file, text: nil)
    guard shown.contains(where: { $0.isAbout(change) }) else { return }
    shown.removeAll { $0.isAbout(change) }
    add(change)
  }

  /// Takes back everything, and shows nothing until it is turned on again.
  mutating func turnOff() {
    isOn = false
    for change in shown { removeOverlay(change.file, in: change.directory) }
  }

  private mutating func add(_ change: Change) {
    pending.removeAll { $0.isAbout(change) }
    pending.append(change)
  }

  /// Removes and returns the next change for the daemon.
  mutating func next() -> Change? { pending.isEmpty ? nil : pending.removeFirst() }

  var hasPending: Bool { !pending.isEmpty }

  /// Sends all texts once more, to a daemon that has restarted.
  mutating func sendAgain() { pending = shown }

  /// Shows nothing until it is turned on again, and takes nothing back: the daemon has nothing any more.
  mutating func forget() { self = LivePreview(covered: covered) }

  /// Notes that the text of another program lies over one. Returns true once for each file, so that the user learns of it.
  mutating func noteCovered(_ change: Change) -> Bool {
    let isShown = shown.contains { $0.isAbout(change) }
    guard isShown, !covered.contains(where: { $0.isAbout(change) }) else { return false }
    covered.append(Change(directory: change.directory, file: change.file, text: nil))
    return true
  }
}

extension LivePreview.Change {
  fileprivate func isAbout(_ other: Self) -> Bool {
    Bytewise(directory) == Bytewise(other.directory) && Bytewise(file) == Bytewise(other.file)
  }
}
