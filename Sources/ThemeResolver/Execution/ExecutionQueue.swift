// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections

/// The slots that wait for execution, in waves: all slots at one height run before any slot above, in the order in which
/// they lie in memory.
struct ExecutionQueue: Sendable {
  struct Wave: Sendable {
    /// In any order, with repetitions. A slot whose target changed waits in the wave after its target, even if its id stands
    /// higher: the height of the id is looked up in that wave, so that queueing touches no memory of the id.
    var slots: [UInt32] = []
    /// Ids whose result is verified even if none of their slots runs.
    var symbols: [SymbolID] = []
  }

  private var waves = HeightQueue(empty: Wave())
  private var sorting = DenseSorting()
  /// The slots of the current wave, sorted, each once.
  private(set) var slots: [UInt32] = []
  /// The places in `slots` of the current id's slots that still wait. The last one runs first.
  private(set) var waiting = 0..<0
  /// Computed slots of the current id whose parts changed, the last one on top. Each runs once, after all its parts.
  private var computed: [UInt32] = []
  /// Whether a slot of the current id has a new value.
  private(set) var hasChanged = false
  /// Whether a new value of the current id may change its expanded size.
  private(set) var mayResize = false
  private(set) var executed = 0

  mutating func begin() { executed = 0 }

  mutating func add(slot: UInt32, height: Int) { waves[height].slots.append(slot) }

  /// Adds all slots that refer to an id.
  @inline(__always) mutating func add(_ references: Dependents, of symbol: SymbolID, height: Int) {
    if references.count(of: symbol) > 0 { references.append(of: symbol, to: &waves[height].slots) }
  }

  /// Adds all slots that refer to some ids.
  mutating func add(_ references: Dependents, of symbols: [UInt32], height: Int) {
    let slots = references.slots(of: symbols)
    if !slots.isEmpty { waves[height].slots += slots }
  }

  /// Adds an id whose result is verified after the slots at its height ran.
  mutating func add(symbol: SymbolID, height: Int) { waves[height].symbols.append(symbol) }

  /// Moves slots of this wave to the wave of their id.
  mutating func postpone(_ slots: Range<Int>, to height: Int) {
    waves[height].slots.append(contentsOf: self.slots[slots])
  }

  /// Begins the lowest wave. Returns its height and its ids. Nil when no wave is left.
  mutating func beginWave() -> (height: Int, symbols: [SymbolID])? {
    guard let (height, wave) = waves.popFirst() else {
      slots = []
      return nil
    }
    slots = wave.slots
    sorting.sortUniquely(&slots)
    return (height, wave.symbols)
  }

  /// Keeps some slots of this wave. The others were executed in another way.
  mutating func keep(_ others: [UInt32]) { slots = others }

  /// The place of the first slot that is not below `slot`, searched from the place after `place`.
  @inline(__always) func firstSlot(from slot: UInt32, after place: Int) -> Int {
    var place = place + 1
    while place < slots.count, slots[place] < slot { place += 1 }
    return place
  }

  /// Begins an id with these waiting slots.
  mutating func begin(_ slots: Range<Int>) {
    waiting = slots
    hasChanged = false
    mayResize = false
  }

  /// Begins an id with waiting slots that no wave has.
  ///
  /// - Parameter slots: sorted.
  mutating func begin(alone slots: [UInt32]) {
    self.slots = slots
    begin(0..<slots.count)
  }

  /// The next slot of the current id. Nil after the last. Slots come backwards, so that parts precede computed slots.
  mutating func next() -> UInt32? {
    let slot = waiting.last.map { slots[$0] }
    if let parent = computed.last, slot.map({ $0 < parent }) ?? true { return computed.popLast() }
    if slot != nil { waiting.removeLast() }
    return slot
  }

  /// Adds a computed slot, which is executed after its parts that wait.
  mutating func add(computed slot: UInt32) {
    // Waiting slots lie below the computed slot that was added last, or before it.
    if computed.last != slot { computed.append(slot) }
  }

  /// Whether a slot of the current id still waits. O(log waiting slots).
  func isWaiting(_ slot: UInt32) -> Bool {
    var range = waiting
    while let first = range.first {
      let middle = first + range.count / 2
      if slots[middle] == slot { return true }
      range = slots[middle] < slot ? middle + 1..<range.upperBound : first..<middle
    }
    return false
  }

  mutating func countExecuted(_ count: Int = 1) { executed += count }

  mutating func noteChange(mayResize: Bool) {
    hasChanged = true
    if mayResize { self.mayResize = true }
  }
}
