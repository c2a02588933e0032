// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel

/// The declarations that are derived from several files of a plan, each linked as a file. Plans with equal additions share them.
struct PlanAdditions {
  private var served: [Key: Served] = [:]
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
    /// The version of its home's state from which it has its places; nil once they moved.
    var homeVersion: Int?
  }

  /// Links an addition, or reuses one with equal declarations, with the present places. Returns its number as a file.
  mutating func link(_ addition: Plan.Addition, in linked: LinkedFiles) -> FileID {
    let key = Key(addition)
    let homeVersion = linked.files[addition.home].served?.version
    let file: FileID
    if let known = served[key] {
      let isPlaced = homeVersion != nil && known.homeVersion == homeVersion
      if isPlaced, linked.files[known.file].served != nil { return known.file }
      file = known.file
    } else {
      file = linked.files.number(of: free[addition.home]?.popLast() ?? newPart(), in: addition.home)
    }
    served[key] = Served(file: file, homeVersion: homeVersion)
    linked.serve(addition.declarations, of: file, [], addition.declarations.findings)
    return file
  }

  /// Records that the places of a home's additions moved: the next plan links them again, also if an earlier state of the home is
  /// served again.
  mutating func noteMove(in home: FileID) {
    for key in served.keys where key.home == home { served[key]?.homeVersion = nil }
  }

  private mutating func newPart() -> FilePart {
    defer { next += 1 }
    return .addition(next)
  }

  mutating func drop(except used: () -> Set<FileID>, in linked: LinkedFiles) {
    guard !served.isEmpty else { return }
    let used = used()
    for (key, addition) in served where !used.contains(addition.file) {
      served[key] = nil
      linked.forgetAddition(addition.file)
      if let (base, part) = linked.files[addition.file].part { free[base, default: []].append(part) }
    }
  }
}
