// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel

/// The declarations that are derived from several files of a plan, each linked as a file. Plans with equal additions share them.
struct PlanAdditions {
  private var numbers: [Key: FileID] = [:]
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

  /// Links an addition, or reuses one with equal declarations, with the present places. Returns its number as a file.
  mutating func link(_ addition: Plan.Addition, in linked: LinkedFiles) -> FileID {
    let key = Key(addition)
    let part: FilePart
    if let file = numbers[key] {
      if linked.files[file].served != nil,
        linked.files[file].contentVersion == linked.files[addition.home].contentVersion
      {
        return file
      }
      part = linked.files[file].part?.1 ?? .addition(0)
    } else {
      if let reused = free[addition.home]?.popLast() {
        part = reused
      } else {
        part = .addition(next)
        next += 1
      }
    }
    let file = linked.files.number(of: part, in: addition.home)
    numbers[key] = file
    linked.files[file].contentVersion = linked.files[addition.home].contentVersion
    linked.serve(
      addition.declarations, of: file, linked.files[addition.home].served?.bytes ?? [], addition.declarations.findings)
    return file
  }

  mutating func drop(except used: () -> Set<FileID>, in linked: LinkedFiles) {
    guard !numbers.isEmpty else { return }
    let used = used()
    for (key, file) in numbers where !used.contains(file) {
      numbers[key] = nil
      linked.forgetAddition(file)
      if let (base, part) = linked.files[file].part { free[base, default: []].append(part) }
    }
  }
}
