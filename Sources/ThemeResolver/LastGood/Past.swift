// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
package import ThemeModel

/// The last published state of a context. A view reads it only where evaluation or inheritance fails.
package struct Past: Sendable {
  enum Source: Sendable {
    /// A state of the same resolver, whose numbers are valid.
    case state(ResolvedState)
    /// A state of another resolver, with its ids by section and name.
    case foreign(ResolvedState, BytewiseDictionary<SymbolID>)
    /// Values by path. The value of a path also answers for paths below it.
    case values(PathValues)
  }

  let source: Source
  /// Failures without an earlier good value. They keep having none.
  package let unheld: Set<HeldPlace>

  init(_ source: Source, unheld: Set<HeldPlace> = []) {
    self.source = source
    self.unheld = unheld
  }

  /// A past of which some values are known, by section, id and keys.
  package init(values: PathValues, unheld: Set<HeldPlace> = []) {
    self.init(.values(values), unheld: unheld)
  }

  /// A state of another resolver as the past of a view. Costs O(ids).
  package init(foreign state: ResolvedState, unheld: Set<HeldPlace> = []) {
    self.init(.foreign(state, state.symbolsByName()), unheld: unheld)
  }

  /// The recorded values, if the past was made of such.
  package var recordedValues: PathValues? {
    switch source {
    case .values(let values): values
    case .state, .foreign: nil
    }
  }

  /// The ids of all constants, in no order. Costs O(ids).
  package var constants: [String] {
    switch source {
    case .state(let state), .foreign(let state, _):
      return state.resolvedSymbols().filter { $0.section == .constants }.map(\.name)
    case .values(let values):
      return values.keys.compactMap { path in
        let path = path.wrappedValue
        return path.count == 2 && path[0] == ResolvedState.Section.constants.rawValue ? path[1] : nil
      }
    }
  }

  /// Calls `body` with the keys of all values, with repetitions. Does nothing for a state of the same resolver, whose keys
  /// have numbers.
  func forEachKey(_ body: (String) -> Void) {
    switch source {
    case .state: break
    case .foreign(let state, _): for index in 0..<state.names.count { body(state.names[index]) }
    case .values(let values): for value in values.values { value.forEachKey(body) }
    }
  }

  /// The value at keys in an id. Nil if there was none.
  func value(of symbol: SymbolID, at keys: [NameID], _ database: Database) -> Value? {
    switch source {
    case .state(let state):
      return state.section(of: symbol) == nil ? nil : state.value(of: symbol, at: keys, database)
    case .foreign(let state, let symbols):
      let name = database.text(symbol)
      let known = database.space(symbol).sections.lazy.compactMap { symbols["\($0.rawValue)/\(name)"] }
      guard let known = known.first else { return nil }
      return state.value(of: known).flatMap { $0.part(at: keys.map(database.names.text)) }
    case .values(let values):
      let keys = keys.map(database.names.text)
      for section in database.space(symbol).sections {
        let path = [section.rawValue, database.text(symbol)] + keys
        for length in (2...path.count).reversed() {
          guard let value = values[Bytewise(Array(path.prefix(length)))] else { continue }
          // A token was recorded as the object that it prints as. References to its parts need the token.
          if let part = value.part(at: path.dropFirst(length)) { return part.token.map(Value.typed) ?? part }
        }
      }
      return nil
    }
  }
}

extension ResolvedState {
  /// The values of all ids, by section and name. Costs O(size of the snapshot).
  package var allValues: PathValues {
    resolvedSymbols().reduce(into: [:]) { values, id in
      values[Bytewise([id.section.rawValue, id.name])] = value(of: id.symbol)
    }
  }

  /// The value at keys in an id, by the numbers of the keys.
  fileprivate func value(of symbol: SymbolID, at keys: [NameID], _ database: Database) -> Value? {
    guard let id = self.symbol(symbol), id.isDeclared else { return nil }
    var slot = Int(id.first)
    for (index, key) in keys.enumerated() {
      if case .copy(let value) = outcomes[slot].kind {
        // The keys may be newer than this state.
        return values[Int(value.index)].part(at: keys[index...].map(database.names.text))
      }
      guard let object = object(at: slot), let member = member(key, of: object) else { return nil }
      slot = member
    }
    return value(at: slot)
  }

  private func member(_ key: NameID, of object: Int) -> Int? {
    var child = object + 1
    let end = object + Int(slots[object].size)
    while child < end {
      if slots[child].name == key { return child }
      child += Int(slots[child].size)
    }
    return nil
  }
}

extension Value {
  fileprivate func forEachKey(_ body: (String) -> Void) {
    guard case .object(let members) = self else { return }
    for member in members {
      body(member.key)
      member.value.forEachKey(body)
    }
  }

  /// The part of a value at keys. Nil if there is none.
  func part(at keys: some Sequence<String>) -> Value? {
    var value = self
    for key in keys {
      guard case .object(let members) = value, let member = members.first(where: { Bytewise($0.key) == Bytewise(key) })
      else { return nil }
      value = member.value
    }
    return value
  }
}

extension Declarations.Space {
  /// The sections in which an id of the space may appear. None for ids that no snapshot has.
  var sections: [ResolvedState.Section] {
    switch self {
    case .shared: [.constants, .styles]
    case .constants: [.constants]
    case .styles: [.styles]
    case .baseStyles, .order, .ownTypes, .types: []
    }
  }
}
