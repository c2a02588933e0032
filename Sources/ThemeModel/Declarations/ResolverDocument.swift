// SPDX-License-Identifier: MIT

package import TextComparison

/// A resolver document of the Design Tokens format 2025.10: the sources of tokens of each context, in their order.
package struct ResolverDocument: Sendable, Hashable {
  /// A tree of tokens.
  package struct Source: Sendable, Hashable {
    /// Relative to the bundle's root; nil for the document itself.
    @Bytewise package private(set) var file: String?
    /// From the root of the file down to the tree.
    @Bytewise package private(set) var pointer: [String]
    /// Keys of members of the tree to ignore, since members beside a `$ref` replace them.
    @Bytewise package private(set) var leftOut: [String]
    /// From the root of the document down to the element of a list, or the set, that names or contains it.
    @Bytewise package private(set) var place: [String]
    /// The place in the document that names or contains it.
    package let range: ByteRange

    package init(file: String?, pointer: [String], leftOut: [String], place: [String], range: ByteRange) {
      self.file = file
      self.pointer = pointer
      self.leftOut = leftOut
      self.place = place
      self.range = range
    }
  }

  package struct Modifier: Sendable, Hashable {
    @Bytewise package private(set) var name: String
    /// In the order of the document; at least one.
    package let contexts: [Named]
    /// The default context.
    @Bytewise package private(set) var defaultContext: String?
    package let range: ByteRange

    package init(name: String, contexts: [Named], defaultContext: String?, range: ByteRange) {
      self.name = name
      self.contexts = contexts
      self.defaultContext = defaultContext
      self.range = range
    }
  }

  /// Sources with a name.
  package struct Named: Sendable, Hashable {
    @Bytewise package private(set) var name: String
    package let sources: [Source]

    package init(name: String, sources: [Source]) {
      self.name = name
      self.sources = sources
    }
  }

  package enum Item: Sendable, Hashable {
    case set(Named)
    case modifier(Modifier)
  }

  /// The maximum number of sources of a document, where sets count at each mention, and of a context.
  package static let maximumSources = 4_096
  /// The maximum number of references, in a document or from one to the next, that lead to each other.
  package static let maximumDepth = 64

  /// In the order of `resolutionOrder`.
  package let items: [Item]
  /// The modifiers in `items`.
  package let modifiers: [Modifier]
  /// The modifiers that the document has and `resolutionOrder` does not name.
  package let idleModifiers: [Modifier]
  /// By name: the number of a modifier, the idle ones after the others.
  let numbers: BytewiseDictionary<Int>
  /// By name in lower case: the numbers of all modifiers.
  let foldedNumbers: BytewiseDictionary<[Int]>
  /// By name in lower case: the contexts of all modifiers, in the order of these.
  let foldedContexts: BytewiseDictionary<[ContextName]>

  /// A context of a modifier.
  struct ContextName: Sendable, Hashable {
    /// The number of the modifier.
    let modifier: Int
    @Bytewise private(set) var name: String
  }

  package init(items: [Item], idleModifiers: [Modifier] = []) {
    self.items = items
    self.idleModifiers = idleModifiers
    modifiers = items.compactMap { if case .modifier(let modifier) = $0 { modifier } else { nil } }
    let all = modifiers + idleModifiers
    numbers = BytewiseDictionary(all.enumerated().map { ($1.name, $0) }) { first, _ in first }
    foldedNumbers = numbers.reduce(into: [:]) { $0[$1.key.lowercased(), default: []].append($1.value) }
    var contexts: BytewiseDictionary<[ContextName]> = [:]
    for (number, modifier) in all.enumerated() {
      for context in modifier.contexts {
        contexts[context.name.lowercased(), default: []].append(ContextName(modifier: number, name: context.name))
      }
    }
    foldedContexts = contexts
  }

  /// A single set.
  package init(set sources: [Source]) { self.init(items: [.set(Named(name: "", sources: sources))]) }

  /// The sources of all choices.
  package var allSources: [Source] {
    items.flatMap { item in
      switch item {
      case .set(let set): set.sources
      case .modifier(let modifier): modifier.contexts.flatMap(\.sources)
      }
    }
  }

  /// The context of each modifier by the modifier's name.
  package typealias Choice = BytewiseDictionary<String>

  /// The sources in a choice, the strongest last. A modifier that is not chosen has its default, else its first context.
  package func sources(in choice: Choice) -> [Source] {
    items.flatMap { item -> [Source] in
      switch item {
      case .set(let set): set.sources
      case .modifier(let modifier):
        modifier.contexts.first { Bytewise($0.name) == Bytewise(choice[modifier.name] ?? modifier.usualContext) }?
          .sources
          ?? []
      }
    }
  }

  /// The number of choices, as a decimal number of any length.
  package var permutationCount: String {
    var digits = [1]
    for modifier in modifiers {
      var carry = 0
      for index in digits.indices {
        carry += digits[index] * modifier.contexts.count
        digits[index] = carry % 10
        carry /= 10
      }
      while carry > 0 {
        digits.append(carry % 10)
        carry /= 10
      }
    }
    return digits.reversed().map(String.init).joined()
  }

  /// The choices for a check: all if there are at most `few`, else each context of each modifier with the defaults of the others.
  ///
  /// - Parameter maximum: the number of choices that are made.
  package func choicesToCheck(all few: Int, first maximum: Int) -> (first: [Choice], count: Int) {
    let usual = Choice(modifiers.map { ($0.name, $0.usualContext) }) { first, _ in first }
    let isFew = modifiers.reduce(1) { min($0 * $1.contexts.count, few + 1) } <= few
    var choices = [usual]
    var count = 1
    for modifier in modifiers {
      let others = modifier.contexts.map(\.name).filter { Bytewise($0) != Bytewise(modifier.usualContext) }
      count += (isFew ? count : 1) * others.count
      for choice in isFew ? choices : [usual] {
        for context in others.prefix(max(0, maximum - choices.count)) {
          var other = choice
          other[modifier.name] = context
          choices.append(other)
        }
      }
    }
    return (choices, count)
  }
}

extension ResolverDocument.Modifier {
  /// The context that serves when none is chosen.
  package var usualContext: String { defaultContext ?? contexts.first?.name ?? "" }
}
