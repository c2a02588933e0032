// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeModel
import ThemeResolver

/// The resolver alone, over constants that refer to each other in chains of up to 100, in files of a hundred. The files are
/// declared before; nothing is parsed or sent. The baseline does the same with a dictionary of strings.
///
/// The first four ids are `root`, which nearly all chains end at, and `fan-1`, `fan-1000`, `fan-100000` with exactly that
/// many dependents.
struct ResolveBenchmark {
  private static let fans = [1, 1_000, 100_000]
  private static let longestChain = 100
  private static let fileSize = 100

  /// The id that each id refers to. -1 for a colour.
  private let targets: [Int]
  private let names: [String]
  /// Ids whose chain ends at `root`.
  private let swept: Int

  init(valueCount: Int) {
    var targets = [Int](repeating: -1, count: Self.fans.count + 1)
    var names = ["root"] + Self.fans.map { "fan-\($0)" }
    for (index, fan) in Self.fans.enumerated() where targets.count + fan < valueCount {
      targets += [Int](repeating: index + 1, count: fan)
    }
    let first = targets.count
    var depths = [Int](repeating: 0, count: first)
    var seed: UInt64 = 1
    for index in first..<max(valueCount, first) {
      // SplitMix64; any good mixing function works.
      seed &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (seed ^ (seed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      mixed ^= mixed >> 31
      let target = first + Int(mixed % UInt64(index - first + 1))
      let isChained = target < index && depths[target] < Self.longestChain
      targets.append(isChained ? target : 0)
      depths.append(isChained ? depths[target] + 1 : 1)
    }
    names += (names.count..<targets.count).map { "color-\($0)" }
    self.targets = targets
    self.names = names
    swept = targets.count - first
  }

  /// Prints lines of a name, nanoseconds, and the number of executed values.
  func run(count: Int) {
    // As in the daemon.
    keepLargeBlocksApart()
    var resolver = Resolver(rules: Rules(), suffixes: [])
    // Each of the first four ids has a file of its own, so that its edit changes nothing else.
    let heads = Self.fans.count + 1
    var files = (0..<heads).map { $0..<$0 + 1 }
    files += stride(from: heads, to: targets.count, by: Self.fileSize).map {
      $0..<min($0 + Self.fileSize, targets.count)
    }
    let view = resolver.open(LoadPlan(files: files.indices.map { FileID($0) }))
    for (file, ids) in files.enumerated() { _ = resolver.update(FileID(file), declarations(of: ids, color: 0)) }
    let begin = MonotonicClock.system.now()
    let executed = resolver.resolve()
    tell("first", MonotonicClock.system.now() - begin, executed)
    tell("values", 0, targets.count)

    // As in the daemon, which keeps the states of the last 64 generations.
    var history: [ResolvedState] = []
    for round in 1...count {
      for head in 0..<heads where head == 0 || targets.contains(head) {
        let declarations = declarations(of: head..<head + 1, color: round)
        history.append(resolver.state(of: view))
        let begin = MonotonicClock.system.now()
        _ = resolver.update(FileID(head), declarations)
        let executed = resolver.resolve()
        // The id itself is executed as well.
        tell(
          head == 0 ? "sweep" : "change-\(Self.fans[head - 1])", MonotonicClock.system.now() - begin, executed - 1)
      }
    }
    withExtendedLifetime(history) {}
    // The baseline comes last, so that the resolver does not pay for the memory that it frees.
    for _ in 1...count { walk() }
  }

  private func tell(_ name: String, _ nanoseconds: UInt64, _ executed: Int) {
    print(name, nanoseconds, executed)
  }

  private func declarations(of ids: Range<Int>, color: Int) -> Declarations {
    var builder = DeclarationBuilder()
    for id in ids {
      builder.entry(names[id], in: .constants)
      let range = ByteRange(0, 9)
      if targets[id] < 0 {
        let color = Color(red: Double(color % 256) / 255, green: 0.5, blue: 0.5)
        builder.leaf(.literal, operand: builder.literal(.color(color)), range: range)
      } else {
        builder.leaf(.reference, operand: builder.id(names[targets[id]], in: .constants), range: range)
      }
    }
    return builder.declarations
  }

  /// Follows the references of all ids one by one in a dictionary, like a straightforward program.
  private func walk() {
    var values: [String: String] = [:]
    for (id, target) in targets.enumerated() { values[names[id]] = target < 0 ? "#808080" : "ref://\(names[target])" }
    let begin = MonotonicClock.system.now()
    var found = 0
    for name in names {
      var value = values[name]
      while let text = value, text.utf8.starts(with: "ref://".utf8) { value = values[String(text.dropFirst(6))] }
      if value != nil { found += 1 }
    }
    tell("walk", MonotonicClock.system.now() - begin, found)
  }
}
