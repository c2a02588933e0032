// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel

/// The declarations that are derived from several files of a plan, each linked as a file. Plans with equal additions share them.
struct PlanAdditions {
  /// Plans whose additions have different places, as of different `$extends` members, have one each.
  private var served: [Key: [Served]] = [:]
  private var next = 0
  /// Numbers whose declarations were dropped.
  private var free: [FileID: [FilePart]] = [:]

  /// The declarations of an addition without their places.
  private struct Key: Hashable {
    let home: FileID
    let names: [String]
    let ids: [Declarations.ID]
    let entries: [Declarations.Entry]
    let nodes: [Node]

    struct Node: Hashable {
      let operation: Declarations.Operation
      let flags: UInt8
      let key: UInt32
      let operand: UInt32
      let end: UInt32
    }

    init(_ addition: Plan.Addition) {
      home = addition.home
      names = addition.declarations.names
      ids = addition.declarations.ids
      entries = addition.declarations.entries
      nodes = addition.declarations.nodes.map {
        Node(operation: $0.operation, flags: $0.flags.rawValue, key: $0.key, operand: $0.operand, end: $0.end)
      }
    }
  }

  private struct Served {
    let file: FileID
    /// The version of its home's state from which it has its places.
    var homeVersion: Int?
  }

  /// Links an addition, or reuses one with equal declarations, places and findings. Places of an earlier state of its home are
  /// replaced. Returns its number as a file.
  mutating func link(_ addition: Plan.Addition, in linked: LinkedFiles) -> FileID {
    let key = Key(addition)
    let known = served[key] ?? []
    let homeVersion = linked.files[addition.home].served?.version
    if let same = known.firstIndex(where: { linked.isServed(addition.declarations, of: $0.file) }) {
      served[key]?[same].homeVersion = homeVersion
      return known[same].file
    }
    let file: FileID
    if let past = known.firstIndex(where: { $0.homeVersion != homeVersion }) {
      served[key]?[past].homeVersion = homeVersion
      file = known[past].file
    } else {
      file = linked.files.number(of: free[addition.home]?.popLast() ?? newPart(), in: addition.home)
      served[key, default: []].append(Served(file: file, homeVersion: homeVersion))
    }
    linked.serve(addition.declarations, of: file, SourceText([]), addition.declarations.findings)
    return file
  }

  /// Records that a home's additions have the places of its present state: they moved with its text, or none did.
  mutating func notePlaces(in home: FileID, of linked: LinkedFiles) {
    let homeVersion = linked.files[home].served?.version
    // By position: to look a key up costs a pass over its declarations.
    for position in served.indices where served[position].key.home == home {
      for index in served.values[position].indices { served.values[position][index].homeVersion = homeVersion }
    }
  }

  private mutating func newPart() -> FilePart {
    defer { next += 1 }
    return .addition(next)
  }

  mutating func drop(except used: () -> Set<FileID>, in linked: LinkedFiles) {
    guard !served.isEmpty else { return }
    let used = used()
    for (key, additions) in served where !additions.allSatisfy({ used.contains($0.file) }) {
      let kept = additions.filter { used.contains($0.file) }
      served[key] = kept.isEmpty ? nil : kept
      for addition in additions where !used.contains(addition.file) {
        linked.forgetAddition(addition.file)
        if let (base, part) = linked.files[addition.file].part { free[base, default: []].append(part) }
      }
    }
  }
}
