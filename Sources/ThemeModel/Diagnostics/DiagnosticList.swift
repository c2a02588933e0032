// SPDX-License-Identifier: MIT

import JSONText

/// The findings in a snapshot, an event or a reply: all of them, or the most severe ones and the number of the rest, so that one
/// broken file makes no message too long for its reader.
///
/// Errors of files that keep their last good state are chosen first, then errors of values that do, other errors, warnings and infos;
/// of equal ones, the first in the order of lists. The chosen findings keep that order, and `more-findings` comes last.
package struct DiagnosticList: Sendable, Hashable {
  package private(set) var entries: [Diagnostic]
  /// The errors among all findings, listed or not.
  package let errorCount: Int
  /// The warnings among all findings, listed or not.
  package let warningCount: Int
  /// The files and directories that cannot be read, listed or not.
  package let unreadableCount: Int
  /// Whether the list is short enough wherever its findings lie.
  private let isShortAnywhere: Bool

  /// Entries of a list, the one that counts the rest included.
  package static let maximumEntries = 1000
  /// Bytes of a list as JSON.
  package static let maximumBytes = 1 << 20
  /// Bytes that are kept for the entry that counts the rest.
  private static let lastEntry = 512

  /// - Parameter found: in the order of lists. What single files do not list is counted with the rest.
  package init(_ found: [Diagnostic]) {
    let omitted = found.reduce(0) { $0 + ($1.omitted?.count ?? 0) }
    let all = omitted == 0 ? found : found.filter { $0.omitted == nil }
    entries = all
    errorCount = all.count { $0.severity == .error }
    warningCount = all.count { $0.severity == .warning }
    unreadableCount = all.count { $0.code == .unreadable && !$0.file.isEmpty }
    let isComplete = all.count <= Self.maximumEntries && omitted == 0
    let first = isComplete ? Array(all.indices) : Array(Self.ranked(all).prefix(Self.maximumEntries - 1))
    let bytes = first.reduce(2) { $0 + all[$1].maximumJSONBytes }
    isShortAnywhere = bytes <= (isComplete ? Self.maximumBytes : Self.maximumBytes - Self.lastEntry)
    if isComplete, isShortAnywhere || Self.isShort(all) { return }
    let chosen = isShortAnywhere ? first : Self.fitting(Self.ranked(all), of: all)
    entries = chosen.sorted().map { all[$0] }
    entries.append(.moreFindings(all.count - entries.count + omitted))
  }

  /// The findings by their places in the list: those that matter most come first.
  private static func ranked(_ all: [Diagnostic]) -> [Int] {
    Rank.allCases.flatMap { rank in all.indices.filter { Rank(all[$0]) == rank } }
  }

  /// The list with its findings at other places, in the same order. Nil if it may be too long with them.
  ///
  /// - Parameter moved: the entries, equal apart from places.
  package func at(places moved: [Diagnostic]) -> DiagnosticList? {
    guard isShortAnywhere else { return nil }
    var list = self
    list.entries = moved
    return list
  }

  /// The findings, by their places in the list, that fit into a list with the entry that counts the rest.
  ///
  /// - Parameter ranked: those that matter most come first.
  private static func fitting(_ ranked: [Int], of all: [Diagnostic]) -> [Int] {
    var bytesLeft = maximumBytes - lastEntry
    var chosen: [Int] = []
    for index in ranked {
      // A finding that does not fit is skipped: a later one may be shorter.
      guard chosen.count < maximumEntries - 1, all[index].minimumJSONBytes <= bytesLeft else { continue }
      let size = all[index].jsonBytes + 1
      guard size <= bytesLeft else { continue }
      bytesLeft -= size
      chosen.append(index)
    }
    return chosen
  }

  private enum Rank: CaseIterable {
    case heldFile, heldBack, error, warning, info

    init(_ diagnostic: Diagnostic) {
      switch diagnostic.severity {
      case .error where diagnostic.heldBackSince == nil: self = .error
      case .error: self = diagnostic.code.holdsBack ? .heldFile : .heldBack
      case .warning: self = .warning
      case .info: self = .info
      }
    }
  }

  /// Whether findings fit into a list. Encodes them unless their texts alone do not fit.
  private static func isShort(_ all: [Diagnostic]) -> Bool {
    if all.reduce(0, { $0 + $1.minimumJSONBytes }) > maximumBytes { return false }
    return all.reduce(2) { $0 + $1.jsonBytes + 1 } <= maximumBytes
  }
}

extension Diagnostic {
  /// Bytes of the JSON form.
  fileprivate var jsonBytes: Int {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.count
  }

  /// Bytes that the JSON form has at least: those of its texts.
  fileprivate var minimumJSONBytes: Int {
    let texts = [message, file, id, path, help].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    let places = related.reduce(0) { $0 + $1.message.utf8.count + $1.file.utf8.count + 24 }
    let edits = fix?.edits.reduce(0) { $0 + $1.text.utf8.count + file.utf8.count + 24 } ?? 0
    return texts + places + edits
  }

  /// Bytes that the JSON form has at most, with a comma; `Int.max / 4096` where contexts are part of it, which are not counted here.
  fileprivate var maximumJSONBytes: Int {
    guard contexts.isEmpty else { return Int.max / 4096 }
    let texts = [message, file, id, path, help].reduce(0) { $0 + ($1?.maximumJSONBytes ?? 0) }
    let places = related.reduce(0) { $0 + $1.message.maximumJSONBytes + $1.file.maximumJSONBytes + Self.bytesOfPlace }
    let edits = fix?.edits.reduce(0) { $0 + $1.text.maximumJSONBytes + file.maximumJSONBytes + Self.bytesOfPlace } ?? 0
    return texts + places + edits + (fix?.title.maximumJSONBytes ?? 0) + Self.bytesOfMembers
  }

  /// Bytes of a range with the names of its members: six numbers of 16 digits.
  private static let bytesOfPlace = 192
  /// Bytes of the other members with their names, that of the range included.
  private static let bytesOfMembers = 448

  fileprivate static func moreFindings(_ count: Int) -> Diagnostic {
    let (noun, verb) = count == 1 ? ("finding", "is") : ("findings", "are")
    return Diagnostic(
      code: .moreFindings, severity: DiagnosticCode.moreFindings.severity,
      message: "\(count) more \(noun) \(verb) not listed", file: "", range: nil,
      help: "`livery check` lists them, of each rule the first \(FindingList.maximumOfRule) in a file")
  }
}

extension String {
  /// Bytes of the text within a string of JSON at most.
  fileprivate var maximumJSONBytes: Int {
    var text = self
    // Bytes side by side take a fraction of a walk over `utf8`.
    return text.withUTF8 { bytes in
      var (controls, others) = (0, 0)
      // Without a branch, so that the compiler takes several bytes at a time.
      for byte in bytes {
        controls &+= byte < 0x20 || byte == 0x7F ? 1 : 0
        others &+=
          byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/") ? 1 : 0
      }
      return bytes.count + 5 * controls + others
    }
  }
}
