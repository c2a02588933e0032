// SPDX-License-Identifier: GPL-2.0-or-later

/// The version that a server names.
package struct ServerVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let numbers: [Int]

  /// The oldest version for other uses than tests: older ones lose updates when a node of a cluster fails.
  package static let recommended = ServerVersion(numbers: [2, 10, 27])

  private init(numbers: [Int]) { self.numbers = numbers }

  /// Nil for a text of a different form. A suffix such as `-RC.1` is left out.
  package init?(_ text: String) {
    let release = text.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
    let parts = release.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(Substring(part))) : nil
    }
    guard parts.count == 3, numbers.count == 3 else { return nil }
    self.numbers = numbers
  }

  package static func < (left: ServerVersion, right: ServerVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  package var description: String { numbers.map(String.init).joined(separator: ".") }

  /// Why the version is too old; nil for a recent one.
  package var warning: String? {
    self < Self.recommended
      ? "the server is nats-server \(self), which is for tests alone: use \(Self.recommended) or newer" : nil
  }
}
