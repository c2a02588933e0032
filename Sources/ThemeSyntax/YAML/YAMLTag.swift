// SPDX-License-Identifier: GPL-2.0-or-later

/// The tag of a value, with its prefix: `tag:yaml.org,2002:str`.
struct YAMLTag {
  private let text: String

  /// Nil without a tag. `!` alone makes a scalar a text.
  init?(_ text: UnsafeMutablePointer<UInt8>?) {
    guard let text else { return nil }
    self.text = String(cString: text)
  }

  private static let prefix = "tag:yaml.org,2002:"

  /// Whether it is the core schema's tag of a name.
  func isCore(_ name: String) -> Bool { text == Self.prefix + name || text == "!" }

  /// As an author writes it, for messages.
  var shown: String { text.hasPrefix(Self.prefix) ? "!!\(text.dropFirst(Self.prefix.count))" : text }
}
