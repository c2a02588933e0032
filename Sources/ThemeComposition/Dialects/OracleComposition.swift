// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// The properties of an element by Oracle's documentation of theme.json. First come the styles of its class: for the class alone,
/// then inside containers, where longer chains lie over shorter ones, and equal ones follow the order of the file. Then come the
/// requested style ids, in order.
///
/// A class is its name, with or without its module: which class inherits from which is unknown here. `A>B>C` is an A inside a B inside a C; other
/// containers may lie between them. The calls of a setter add up over the layers, in order, as applying each style
/// would call it again.
enum OracleComposition: DialectComposition {
  static func compose(
    _ element: Element, device: Context.Device?, suffixes: DeviceSuffixes?, from source: some StyleSource
  ) -> Composition {
    var stack = LayerStack()
    let ranks = BytewiseDictionary(
      source.styleOrder.enumerated().map { number, id in (id, number) }, uniquingKeysWith: { $1 })
    let selectors = source.styleIDs.enumerated().compactMap { number, id -> (length: Int, number: Int, id: String)? in
      guard !id.hasPrefix("~") else { return nil }
      let chain = id.split(separator: ">", omittingEmptySubsequences: false).map(trimmingBlanks)
      return isMatch(chain, element) ? (chain.count, ranks[id] ?? number, id) : nil
    }
    for selector in selectors.sorted(by: { ($0.length, $0.number) < ($1.length, $1.number) }) {
      stack.append(selector.length == 1 ? .class : .selector, selector.id, from: source)
    }
    for id in element.styles {
      stack.append(.style, id.hasPrefix("~") ? id : "~\(id)", from: source)
    }
    return stack.composition()
  }

  /// `~id` is a style that an element asks for; `A>B` is the class A within B.
  static func element(ofStyle id: String) -> Element {
    if id.utf8.first == UInt8(ascii: "~") { return Element(styles: [id]) }
    let classes = id.utf8.split(separator: UInt8(ascii: ">")).map { String(Substring($0)) }
    return Element(className: classes.first, containers: Array(classes.dropFirst()))
  }
}

private func isMatch(_ chain: [Substring], _ element: Element) -> Bool {
  guard let name = element.className, let first = chain.first, isClass(name, first) else { return false }
  var wanted = chain.dropFirst()
  for container in element.containers where wanted.first.map({ isClass(container, $0) }) ?? false {
    wanted.removeFirst()
  }
  return wanted.isEmpty
}

/// Whether a selector's class is that of an element: `App.UILabel` is a `UILabel`.
private func isClass(_ name: String, _ wanted: Substring) -> Bool {
  let wanted = Bytewise(String(wanted))
  return Bytewise(name) == wanted || name.split(separator: ".").last.map { Bytewise(String($0)) == wanted } ?? false
}

private func trimmingBlanks(_ text: Substring) -> Substring {
  var text = text
  while text.first?.isWhitespace == true { text.removeFirst() }
  while text.last?.isWhitespace == true { text.removeLast() }
  return text
}
