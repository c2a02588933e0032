// SPDX-License-Identifier: GPL-2.0-or-later

/// What is noted about slots, such as issues: by id and by slot, so that an id with many notes costs no pass over them for each of its
/// slots.
struct SlotNotes<Note: Sendable>: Sendable {
  private var notes: [SymbolID: [UInt32: [Note]]] = [:]
  /// Grows with each change of the notes.
  private(set) var revision = 0

  var isEmpty: Bool { notes.isEmpty }

  mutating func add(_ note: Note, at place: SlotPlace) {
    notes[place.symbol, default: [:]][place.offset, default: []].append(note)
    revision += 1
  }

  mutating func removeAll(at place: SlotPlace) {
    guard !notes.isEmpty, notes[place.symbol]?.removeValue(forKey: place.offset) != nil else { return }
    if notes[place.symbol]?.isEmpty ?? false { notes[place.symbol] = nil }
    revision += 1
  }

  /// Returns whether there were notes.
  mutating func removeAll(of symbol: SymbolID) -> Bool {
    guard !notes.isEmpty, notes.removeValue(forKey: symbol) != nil else { return false }
    revision += 1
    return true
  }

  /// The notes of one slot, counted from the root of its id.
  func notes(of symbol: SymbolID, slot: UInt32) -> [Note] { notes[symbol]?[slot] ?? [] }

  /// The notes of slots that lie side by side. Costs O(slots).
  func notes(of symbol: SymbolID, in slots: Range<UInt32>) -> [Note] {
    guard !notes.isEmpty, let own = notes[symbol] else { return [] }
    return slots.flatMap { own[$0] ?? [] }
  }

  /// The notes of an id, in no order.
  func notes(of symbol: SymbolID) -> some Sequence<Note> { (notes[symbol] ?? [:]).values.joined() }

  /// All notes, in no order.
  var all: some Sequence<(symbol: SymbolID, note: Note)> {
    notes.lazy.flatMap { symbol, own in own.values.joined().map { (symbol, $0) } }
  }
}
