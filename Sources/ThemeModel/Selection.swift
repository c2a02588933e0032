// SPDX-License-Identifier: MIT

import TextComparison

/// The part of a snapshot that a consumer asked for: patterns over paths such as `styles/RBButton/titleColor`.
///
/// Segments are joined by `/`, with `~0` and `~1` for `~` and `/` inside an id; a leading slash is optional. `*` stands for
/// any run of characters within a segment, `**` for any run of segments. A pattern that matches a path selects all below it.
package struct Selection: Sendable, Hashable {
  /// Sorted, without repetitions; empty selects everything.
  package let patterns: [String]
  private let compiled: [[Segment]]

  private enum Segment: Sendable, Hashable {
    case anyPath
    case text(String)
    case pattern([UInt8])
  }

  package static let everything = Selection([])

  package init(_ patterns: [String]) {
    self.patterns = BytewiseSet(patterns).sorted()
    compiled = self.patterns.map { pattern in
      Path.segments(of: pattern, keepingEscapes: true).map { segment in
        if segment == "**" { return .anyPath }
        return segment.utf8.contains(UInt8(ascii: "*"))
          ? .pattern(Array(Path.unescape(segment).utf8)) : .text(Path.unescape(segment))
      }
    }
  }

  /// What a selection says of the value at a path.
  package enum Answer: Sendable {
    /// The value and all below it.
    case whole
    /// Perhaps something below it.
    case within
    case nothing
  }

  // What is compiled follows from the patterns.
  package static func == (left: Selection, right: Selection) -> Bool {
    Bytewise(left.patterns) == Bytewise(right.patterns)
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(Bytewise(patterns)) }

  package var isEverything: Bool { patterns.isEmpty }

  package func answer(_ path: [String]) -> Answer {
    if isEverything { return .whole }
    var answer = Answer.nothing
    for pattern in compiled {
      switch Self.match(pattern[...], path[...]) {
      case .whole: return .whole
      case .within: answer = .within
      case .nothing: break
      }
    }
    return answer
  }

  private static func match(_ pattern: ArraySlice<Segment>, _ path: ArraySlice<String>) -> Answer {
    guard let first = pattern.first else { return .whole }
    guard let segment = path.first else {
      return pattern.allSatisfy { $0 == .anyPath } ? .whole : .within
    }
    switch first {
    case .anyPath:
      var answer = match(pattern.dropFirst(), path)
      if case .whole = answer { return .whole }
      switch match(pattern, path.dropFirst()) {
      case .whole: answer = .whole
      case .within: answer = .within
      case .nothing: break
      }
      return answer
    case .text(let text):
      return Bytewise(text) == Bytewise(segment) ? match(pattern.dropFirst(), path.dropFirst()) : .nothing
    case .pattern(let glob):
      return matches(glob[...], Array(segment.utf8)[...]) ? match(pattern.dropFirst(), path.dropFirst()) : .nothing
    }
  }

  /// Glob matching with `*` alone, by backing up to the last star: O(pattern x text) at worst.
  private static func matches(_ glob: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    var glob = glob
    var text = text
    var retry: (glob: ArraySlice<UInt8>, text: ArraySlice<UInt8>)?
    while let byte = text.first {
      if glob.first == UInt8(ascii: "*") {
        glob = glob.dropFirst()
        retry = (glob, text)
      } else if glob.first == byte {
        glob = glob.dropFirst()
        text = text.dropFirst()
      } else if let last = retry {
        glob = last.glob
        text = last.text.dropFirst()
        retry = (glob, text)
      } else {
        return false
      }
    }
    return glob.allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

/// Paths within a snapshot: segments joined by `/`, escaped as RFC 6901 says.
package enum Path {
  package static func escape(_ segment: String) -> String {
    guard segment.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return segment }
    var result = ""
    for character in segment.unicodeScalars {
      switch character {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  package static func unescape(_ segment: String) -> String {
    guard segment.utf8.contains(UInt8(ascii: "~")) else { return segment }
    var result = String.UnicodeScalarView()
    var rest = segment.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, rest.first) {
      case ("~", "0"):
        result.append("~")
        rest.removeFirst()
      case ("~", "1"):
        result.append("/")
        rest.removeFirst()
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The segments of a path, unescaped unless told otherwise; a leading slash is optional.
  package static func segments(of path: String, keepingEscapes: Bool = false) -> [String] {
    // Bytes, since a slash and a combining mark behind it are one character.
    let bytes = path.utf8.first == UInt8(ascii: "/") ? path.utf8.dropFirst() : path.utf8[...]
    guard !bytes.isEmpty else { return [] }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      keepingEscapes ? String(Substring($0)) : unescape(String(Substring($0)))
    }
  }
}
