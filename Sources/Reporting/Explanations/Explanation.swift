// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison

/// The page of `livery explain` for a code. The other files of this folder have the pages as constants: data of more than 400
/// lines.
package struct Explanation: Sendable {
  /// The finding in one or more sentences, as the two texts below.
  package let meaning: String
  /// Why it is reported.
  package let reason: String
  /// The fix, in words.
  package let remedy: String
  /// The files of a small bundle with the finding.
  package let bad: [File]
  /// The files of a small bundle without findings.
  package let good: [File]
  let proof: Proof

  /// The way in which a test proves the samples.
  enum Proof: Sendable {
    /// The engine reports the code in the bad sample, and no finding in the good one.
    case engine
    /// The engine does so if the system refuses to read this file of the bad sample.
    case unreadable(String)
    /// The code ends a list with too many findings of the bad sample.
    case repeated
  }

  package struct File: Sendable, Equatable {
    /// Relative to the bundle's root.
    @Bytewise package private(set) var path: String
    @Bytewise package private(set) var text: String
  }

  /// Samples that differ in the theme file of a Redbeard bundle.
  init(_ meaning: String, reason: String, remedy: String, bad: String, good: String, proof: Proof = .engine) {
    self.init(
      meaning, reason: reason, remedy: remedy, in: "theme.json", with: .redbeard, bad: bad, good: good, proof: proof)
  }

  /// Samples that differ in one file.
  ///
  /// - Parameter others: the files that both samples have.
  init(
    _ meaning: String, reason: String, remedy: String, in path: String, with others: [File] = [], bad: String,
    good: String, proof: Proof = .engine
  ) {
    self.init(
      meaning, reason: reason, remedy: remedy, bad: [File(path, bad)] + others, good: [File(path, good)] + others,
      proof: proof)
  }

  init(_ meaning: String, reason: String, remedy: String, bad: [File], good: [File], proof: Proof = .engine) {
    self.meaning = meaning
    self.reason = reason
    self.remedy = remedy
    self.bad = bad
    self.good = good
    self.proof = proof
  }
}

extension [Explanation.File] {
  /// Makes a bundle of Redbeard of `theme.json`.
  static let redbeard = [Explanation.File("theme.inc.json", #"{ "themes": ["theme.json"] }"#)]
  static let inlThemes = [Explanation.File("livery.json", #"{ "dialect": "inlthemes" }"#)]
  static let flat = [Explanation.File("livery.json", #"{ "dialect": "flat" }"#)]
}

extension Explanation.File {
  init(_ path: String, _ text: String) { self.init(path: path, text: text) }

  /// A `theme_default.json` of Giotto with these groups.
  static func giotto(constants: String = "{}", _ groups: String...) -> String {
    """
    {
      "formatVersion": 2,
      "Constants": \(constants),
      \(groups.joined(separator: ",\n  "))
    }
    """
  }

  /// A `theme.json` of Oracle.
  static func oracle(resources: String = "{}", _ styles: String) -> String {
    """
    [
      \(resources),
      \(styles)
    ]
    """
  }

  /// An XML property list with these entries.
  static func propertyList(_ entries: String, encoding: String = "UTF-8") -> String {
    """
    <?xml version="1.0" encoding="\(encoding)"?>
    <plist version="1.0">
      <dict>\(entries)</dict>
    </plist>
    """
  }
}
