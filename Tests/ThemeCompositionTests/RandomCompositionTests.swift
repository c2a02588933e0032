// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import Testing
import ThemeComposition
import ThemeModel

/// Properties of every composition, over random styles and elements of few names, so that circles, chains, states and
/// clashes of kinds are frequent.
@Suite struct RandomCompositionTests {
  private static let dialects = [DialectName.redbeard, .oracle, .giotto, .inlthemes]

  @Test(arguments: dialects)
  func holdTogether(_ dialect: DialectName) {
    var seen: Set<String> = []
    for seed in 0..<500 {
      var random = RandomBundle(seed: UInt64(seed))
      let source = random.source()
      let element = random.element()
      let composition = compose(element, dialect: dialect, device: .pad, from: source)
      let fault =
        faultOfOrigins(composition, source) ?? faultOfDroppedLayers(composition, element, dialect, source)
      #expect(fault == nil, "seed \(seed): \(element.encoded.text)")
      for layer in composition.layers { seen.insert("\(layer.kind) \(word(layer.status))") }
    }
    // The names are few enough that everything happens.
    let usual = ["style applied", "style missing"]
    let wanted: [DialectName: [String]] = [
      .redbeard: [
        "class applied", "class dropped", "theme applied", "theme dropped", "theme missing", "identifier applied",
        "identifier dropped", "identifier missing", "change applied", "change dropped", "state applied",
      ],
      .oracle: ["class applied", "selector applied"] + usual, .giotto: ["variant applied"] + usual,
      .inlthemes: ["element applied", "element missing"],
    ]
    #expect(seen == Set(wanted[dialect] ?? []))
  }

  private func word(_ status: Layer.Status) -> String {
    switch status {
    case .applied: "applied"
    case .dropped: "dropped"
    case .missing: "missing"
    }
  }

  /// Origins are those of exactly the leaves, in order, of layers that are applied; and a source has the value that came
  /// from it.
  private func faultOfOrigins(_ composition: Composition, _ source: HandMadeSource) -> String? {
    var paths: [String] = []
    for origin in composition.origins where paths.last != origin.path { paths.append(origin.path) }
    let leaves = leafPaths(composition.properties, [])
    if paths != leaves.map({ $0.map(Path.escape).joined(separator: "/") }) {
      return "origins \(paths), leaves \(leaves)"
    }
    for leaf in leaves {
      let path = leaf.map(Path.escape).joined(separator: "/")
      let origins = composition.origins.filter { $0.path == path }
      if origins.contains(where: { composition.layers[$0.layer].status != .applied }) { return "\(path): not applied" }
      for origin in origins {
        let isFromSnapshot = composition.layers[origin.layer].path != nil
        // A part of a pushed change may name a style.
        if isFromSnapshot ? origin.source == nil : origin.source != nil && leaf.count == 1 {
          return "\(path): source and layer differ"
        }
      }
      let sources = origins.compactMap(\.source)
      guard sources.count == origins.count else { continue }
      let values = sources.map { value(at: Path.segments(of: $0).dropFirst(), in: .object(source.styles)) }
      guard joined(values) == value(at: leaf[...], in: composition.properties) else { return "\(path): \(sources)" }
    }
    return nil
  }

  /// The same comes out when the styles that only dropped layers have hold other properties.
  private func faultOfDroppedLayers(
    _ composition: Composition, _ element: Element, _ dialect: DialectName, _ source: HandMadeSource
  ) -> String? {
    let layers = composition.layers.filter { $0.status == .applied }
    let changes = element.changes.map { Value.object($0) }
    // Parts may name styles.
    let used = Set(layers.compactMap(\.id) + (changes + source.styles.map(\.value)).flatMap { themes(ofPartsIn: $0) })
    let dropped = Set(composition.layers.compactMap(\.id)).subtracting(used)
    var other = source
    for index in other.styles.indices where dropped.contains(other.styles[index].key) {
      guard case .object(let members) = other.styles[index].value else { continue }
      let words = members.filter { ["theme", "clearPreviousThemingValues"].contains($0.key) }
      other.styles[index].value = .object(words + [Value.Member(key: "fresh", value: .number(1))])
    }
    let again = compose(element, dialect: dialect, device: .pad, from: other)
    return again.properties == composition.properties ? nil : "dropped layers count: \(dropped)"
  }

  private func themes(ofPartsIn value: Value) -> [String] {
    guard case .object(let members) = value else { return [] }
    return members.flatMap { member -> [String] in
      guard case .object(let part) = member.value else { return [] }
      let own = part.compactMap { member -> String? in
        guard member.key == "theme", case .string(let text) = member.value else { return nil }
        return text.hasPrefix("ref://") ? String(text.dropFirst("ref://".count)) : text
      }
      return own + themes(ofPartsIn: member.value)
    }
  }

  private func leafPaths(_ value: Value, _ path: [String]) -> [[String]] {
    guard case .object(let members) = value, !members.isEmpty || path.isEmpty else { return [path] }
    return members.flatMap { leafPaths($0.value, path + [$0.key]) }
  }

  private func value(at path: ArraySlice<String>, in value: Value) -> Value? {
    guard let key = path.first else { return value }
    guard case .object(let members) = value, let member = members.first(where: { $0.key == key }) else { return nil }
    return self.value(at: path.dropFirst(), in: member.value)
  }

  /// One value, or all calls of several.
  private func joined(_ values: [Value?]) -> Value? {
    guard values.count != 1 else { return values[0] }
    var all: [[Value]] = []
    for value in values {
      guard case .calls(let calls)? = value else { return nil }
      all += calls
    }
    return .calls(all)
  }
}

/// SplitMix64, and random values from it.
private struct RandomBundle: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  private mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &self)] }

  private mutating func some<T>(_ choices: [T], upTo count: Int) -> [T] {
    let length = Int.random(in: 0...count, using: &self)
    var result: [T] = []
    for _ in 0..<length { result.append(pick(choices)) }
    return result
  }

  mutating func source() -> HandMadeSource {
    let ids = ["A", "B", "A>B", "A > C", "A>B>C", "~A", "~B", "A_IPAD", "C_IPAD", "a/b~"]
    var styles: [Value.Member] = []
    for id in ids.shuffled(using: &self).dropLast(2) {
      styles.append(Value.Member(key: id, value: .object(properties(depth: 0))))
    }
    return HandMadeSource(styles: styles)
  }

  mutating func element() -> Element {
    var changes: [[Value.Member]] = []
    for _ in 0..<pick([0, 0, 1, 2]) { changes.append(properties(depth: 0)) }
    return Element(
      className: pick([nil, "A", "B", "M.A"]), containers: some(["A", "B", "C"], upTo: 3),
      identifier: pick([nil, nil, "B", "a/b~", "none"]), styles: some(["A", "B", "C", "~A", "none"], upTo: 3),
      elementId: pick([nil, "A", "a/b~", "none"]), states: some(["on", "up", "x"], upTo: 3), changes: changes)
  }

  private mutating func properties(depth: Int) -> [Value.Member] {
    var members: [Value.Member] = []
    for key in ["x", "y", "x/y", "on", "up"].shuffled(using: &self).prefix(pick([0, 1, 2, 3, 4])) {
      members.append(Value.Member(key: key, value: value(depth: depth + 1)))
    }
    if pick([false, false, true]) {
      let inner: Value = depth < 2 ? .object(properties(depth: depth + 1)) : .string("A")
      members.append(Value.Member(key: "theme", value: pick([.string("A"), .string("B"), .string("none"), inner])))
    }
    if pick([false, false, false, true]) {
      members.append(Value.Member(key: "clearPreviousThemingValues", value: .bool(true)))
    }
    return members
  }

  private mutating func value(depth: Int) -> Value {
    let number = Double(Int.random(in: 0..<100, using: &self))
    switch Int.random(in: 0..<(depth < 4 ? 8 : 4), using: &self) {
    case 0: return .number(number)
    case 1: return .array([.number(number)])
    case 2, 3: return .calls([[.number(number)]])
    default: return .object(properties(depth: depth))
    }
  }
}
