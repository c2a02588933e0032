// SPDX-License-Identifier: MIT

import TextComparison
package import ThemeModel

/// Suffixes of keys that count on one device alone: on a pad `margin_iPad` takes the place of `margin`. Redbeard.
package struct DeviceSuffixes: Sendable {
  /// The suffixes of the device, the preferred first.
  let active: [String]
  /// The suffixes of all devices.
  let all: [String]

  package init(active: [String], all: [String]) {
    self.active = active
    self.all = all
  }

  /// The suffixes of bundles whose manifest names none.
  package init(_ device: Context.Device?) {
    self.init(active: device == .pad ? ["_iPad"] : [], all: ["_iPad"])
  }

  /// Applies suffixes at any depth, as in theme files: a key with an active suffix replaces the key without a suffix, or stands
  /// alone; a key with any other suffix is dropped.
  func settle(_ members: [Value.Member]) -> [Value.Member] {
    let keys = BytewiseSet(members.map(\.key))
    // The rank of the preferred suffix, by the key without its suffix.
    var ranks: BytewiseDictionary<Int> = [:]
    var values: BytewiseDictionary<Value> = [:]
    for member in members {
      guard let (key, suffix) = split(member.key), let rank = rank(of: suffix) else { continue }
      if let best = ranks[key], best < rank { continue }
      ranks[key] = rank
      values[key] = member.value
    }
    return members.compactMap { member -> Value.Member? in
      guard let (key, suffix) = split(member.key) else {
        return Value.Member(key: member.key, value: settle(values[member.key] ?? member.value))
      }
      guard !keys.contains(key), ranks[key] != nil, ranks[key] == rank(of: suffix) else {
        return nil
      }
      return Value.Member(key: key, value: settle(member.value))
    }
  }

  private func settle(_ value: Value) -> Value {
    switch value {
    case .object(let members): .object(settle(members))
    case .array(let elements): .array(elements.map(settle))
    default: value
    }
  }

  /// A key without its suffix, and the suffix; nil for a key without a suffix.
  private func split(_ key: String) -> (key: String, suffix: String)? {
    let suffixes = all.filter { suffix in
      key.utf8.count > suffix.utf8.count && key.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
    guard let suffix = suffixes.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
    return (String(Substring(key.utf8.dropLast(suffix.utf8.count))), suffix)
  }

  private func rank(of suffix: String) -> Int? { active.firstIndex { Bytewise($0) == Bytewise(suffix) } }
}
