// SPDX-License-Identifier: GPL-2.0-or-later

import MessageDigest
import TextComparison
import ThemeEngine

/// An unsaved text over a file of a bundle.
struct Overlay {
  let number: OverlayNumber
  @Bytewise var file: String
  let connection: ConnectionNumber
  let process: Int32
  let user: UInt32
  /// Seconds since 1970.
  let since: Int
  var bytes: [UInt8]
  /// The SHA-256 of the file below, as it was read last; nil if it could not be read.
  var fileDigest: String?
  /// Whether the file was changed since.
  var isFileChanged = false

  /// The change that the engine gets in place of the file.
  var change: FileChange { FileChange(path: file, content: .bytes(bytes), isUnsaved: true) }
}

/// Overlays are counted from 1. A number is never used again while the daemon lives.
struct OverlayNumber: Hashable {
  let value: Int

  init(_ value: Int) { self.value = value }

  /// The name on the socket: `o7`.
  var name: String { "o\(value)" }
}

/// The unsaved texts that lie over files of a bundle. Without input and output.
///
/// Of several texts for one file, the last one that was set is in force. When it is removed, the text before it is in force
/// again.
struct OverlayTable {
  /// In the order in which their texts were set.
  private(set) var overlays: [Overlay] = []

  var isEmpty: Bool { overlays.isEmpty }

  /// The overlay that is in force over a file.
  func inForce(over file: String) -> Overlay? { overlays.last { Bytewise($0.file) == Bytewise(file) } }

  /// The overlay of a connection over a file.
  func overlay(of connection: ConnectionNumber, over file: String) -> Overlay? {
    overlays.first { $0.connection == connection && Bytewise($0.file) == Bytewise(file) }
  }

  /// Lays a text over its file, in place of an earlier one of its connection.
  mutating func set(_ overlay: Overlay) {
    overlays.removeAll { $0.number == overlay.number }
    overlays.append(overlay)
  }

  /// Removes an overlay. Returns its file; nil for an unknown number.
  mutating func remove(_ number: OverlayNumber) -> String? {
    guard let index = overlays.firstIndex(where: { $0.number == number }) else { return nil }
    return overlays.remove(at: index).file
  }

  /// Withholds changes of files with overlays from the engine. A save with the text of the overlay ends the overlay.
  ///
  /// - Returns: the changes for the engine: of files without an overlay, and of files whose overlay has ended.
  mutating func withhold(_ changes: [FileChange]) -> [FileChange] {
    if isEmpty { return changes }
    var rest: [FileChange] = []
    for change in changes {
      guard let overlay = inForce(over: change.path) else {
        rest.append(change)
        continue
      }
      guard case .bytes(let bytes) = change.content, Self.saysTheSame(bytes, overlay.bytes) else {
        markChanged(change)
        continue
      }
      _ = remove(overlay.number)
      markChanged(change)
      rest.append(inForce(over: change.path)?.change ?? change)
    }
    return rest
  }

  /// Notes that a file was changed under its overlays. A rescan lists unchanged files, too.
  private mutating func markChanged(_ change: FileChange) {
    let digest: String? = if case .bytes(let bytes) = change.content { sha256(bytes) } else { nil }
    for index in overlays.indices
    where Bytewise(overlays[index].file) == Bytewise(change.path) && overlays[index].fileDigest != digest {
      overlays[index].fileDigest = digest
      overlays[index].isFileChanged = true
    }
  }

  /// Whether two texts are equal, apart from the forms of line ends and a byte order mark.
  static func saysTheSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    if left == right { return true }
    return plain(left).elementsEqual(plain(right))
  }

  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var rest = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\r") else {
        plain.append(byte)
        continue
      }
      if rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
      plain.append(UInt8(ascii: "\n"))
    }
    return plain
  }
}
