// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison

/// What `livery explain` says of a code. The catalogue is the other files of this folder.
package struct Explanation: Sendable {
  /// What was found, as a sentence.
  package let meaning: String
  /// Why it is worth a finding, as a sentence.
  package let reason: String
  /// The way out, as a sentence.
  let remedy: String
  package let bad: Sample
  package let good: Sample
  let proof: Proof

  /// How it is known that the samples show what they are to show.
  package enum Proof: Sendable {
    /// The engine finds the code in the bad one and not in the good one.
    case engine
    /// It does when the system does not let this file of the bad one be read.
    case unreadable(String)
    /// A list has it when there are more findings like that in the bad one than a list may have.
    case repeated
  }

  /// A small bundle.
  package struct Sample: Sendable {
    package let files: [File]
  }

  package struct File: Sendable, Equatable {
    /// Relative to the bundle's root.
    @Bytewise package private(set) var path: String
    @Bytewise package private(set) var text: String
  }
}

extension Explanation {
  /// Samples of the same files but for one.
  ///
  /// - Parameters:
  ///   - surroundings: the other files, by their paths.
  init(
    _ meaning: String, reason: String, remedy: String, in path: String, with surroundings: [File] = [], bad: String,
    good: String, proof: Proof = .engine
  ) {
    self.init(
      meaning, reason: reason, remedy: remedy, bad: [File(path: path, text: bad)] + surroundings,
      good: [File(path: path, text: good)] + surroundings, proof: proof)
  }

  init(
    _ meaning: String, reason: String, remedy: String, bad: [File], good: [File], proof: Proof = .engine
  ) {
    self.meaning = meaning
    self.reason = reason
    self.remedy = remedy
    self.bad = Sample(files: bad)
    self.good = Sample(files: good)
    self.proof = proof
  }
}

extension [Explanation.File] {
  /// What makes one file, `theme.json`, a bundle of Redbeard's.
  static let redbeard = [Explanation.File("theme.inc.json", #"{ "themes": ["theme.json"] }"#)]
  static let inlThemes = [Explanation.File("livery.json", #"{ "dialect": "inlthemes" }"#)]
  static let flat = [Explanation.File("livery.json", #"{ "dialect": "flat" }"#)]
}

extension Explanation.File {
  init(_ path: String, _ text: String) { self.init(path: path, text: text) }

  /// A theme that is an XML property list with these entries.
  static func propertyList(_ entries: String, encoding: String = "UTF-8") -> String {
    """
    <?xml version="1.0" encoding="\(encoding)"?>
    <plist version="1.0">
      <dict>\(entries)</dict>
    </plist>
    """
  }
}
