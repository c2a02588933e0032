// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The declarations that follow from all sources of a plan: inherited tokens, and tokens that a later source replaces by a group.
///
/// An inherited token is an alias of the written token, so that it follows each change. A group whose reference fails, and what has a
/// wrong shape, keeps the tokens that it had in the last generation: each is declared without a value, so that it keeps its last one.
struct TokenAdditions {
  private let sources: [FileID]
  private var builders: [Int: DeclarationBuilder] = [:]
  private(set) var findings: [Finding] = []
  private var inheritance: TokenInheritance
  /// Whether a reference to a group fails, or a token or group has a wrong shape.
  let lacksInherited: Bool

  /// Nil if there are no additions.
  ///
  /// - Parameter last: the paths of the tokens in the last generation.
  init?(_ outlines: [TokenOutline], _ sources: [FileID], last: [String] = []) {
    let hasInheritance = outlines.contains(where: \.hasInheritance)
    guard hasInheritance || Self.replaceEachOther(outlines) else { return nil }
    var tree = TokenTree(outlines)
    guard hasInheritance || !tree.replaced.isEmpty else { return nil }
    self.sources = sources
    inheritance = TokenInheritance(tree)
    let misshapen = tree.misshapen
    lacksInherited = !misshapen.isEmpty || !inheritance.failures.isEmpty
    var kept: [(path: String, by: TokenTree.Failing)] = []
    if lacksInherited, !last.isEmpty {
      let inherited = inheritance.inheritedTokens()
      let missing = last.filter { !inherited.contains($0) }
      func keep(_ failures: [TokenTree.Failing]) {
        let new = Self.kept(failures, of: missing, beside: tree)
        guard !new.isEmpty else { return }
        kept += new
        tree = TokenTree(outlines + [TokenOutline(tokens: kept.map(\.path))])
        inheritance = TokenInheritance(tree)
      }
      keep(misshapen)
      // References to kept tokens do not fail.
      keep(inheritance.failures)
    }
    addReplaced(tree)
    for token in kept { declareKept(token.path, by: token.by) }
    addReferences(tree)
    addInherited()
    // Beyond the limit every group exceeds it: one finding is enough.
    let excess = inheritance.problems.firstIndex(where: \.isTooLong)
    for (index, problem) in inheritance.problems.enumerated() where !problem.isTooLong || index == excess {
      findings.append(finding(problem, tree))
    }
  }

  /// Whether some source may have a token where another one has a group, so that the tree has to decide. Costs a search for each token.
  private static func replaceEachOther(_ outlines: [TokenOutline]) -> Bool {
    guard outlines.count > 1 else { return false }
    // An outline has all groups around its tokens.
    let groups = BytewiseSet(outlines.lazy.flatMap(\.groups).map(\.path))
    return outlines.contains { $0.tokens.contains(where: groups.contains) }
  }

  /// In the order of the sources.
  var additions: [Plan.Addition] {
    builders.sorted { $0.key < $1.key }.map {
      Plan.Addition(home: sources[$0.key], declarations: $0.value.declarations)
    }
  }

  // MARK: Failed references

  /// The tokens of the last generation that are at a place of a wrong shape or below a failing group, and that no source has any more,
  /// each with the innermost one. Costs the lengths of the paths.
  private static func kept(
    _ failures: [TokenTree.Failing], of last: [String], beside tree: TokenTree
  ) -> [(path: String, by: TokenTree.Failing)] {
    if failures.isEmpty { return [] }
    let failing = BytewiseDictionary(failures.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    return last.sortedBytewise().compactMap { path in
      var group = path
      while !group.isEmpty {
        if let failing = failing[group] { return tree.hasToken(on: path, from: group) ? nil : (path, failing) }
        group = TokenPath.parent(of: group)
      }
      return nil
    }
  }

  private mutating func declareKept(_ path: String, by failing: TokenTree.Failing) {
    var builder = builders.removeValue(forKey: failing.source) ?? DeclarationBuilder()
    builder.entry(path, in: .constants)
    builder.leaf(.invalid, range: failing.range)
    builders[failing.source] = builder
  }

  private mutating func addReplaced(_ tree: TokenTree) {
    var seen = BytewiseSet()
    var reported = BytewiseSet()
    for replaced in tree.replaced where replaced.isToken {
      if let node = tree.node(at: replaced.path), tree.nodes[node].isToken { continue }
      guard seen.insert(replaced.path) else { continue }
      declareAbsent(replaced.path, by: reported.insert(replaced.by) ? replaced.by : nil)
    }
  }

  private mutating func declareAbsent(_ path: String, by other: String? = nil) {
    // Over all sources.
    let last = sources.count - 1
    var builder = builders.removeValue(forKey: last) ?? DeclarationBuilder()
    builder.entry(path, in: .constants)
    let operand = other.map { builder.id($0, in: .constants) }
    builder.leaf(.absent, operand: operand ?? Declarations.noName, flags: .replaces, range: ByteRange(0, 0))
    builders[last] = builder
  }

  /// Removes the wrong declaration of a `$ref`: the token if it names a group, the members if it names a token.
  private mutating func addReferences(_ tree: TokenTree) {
    for (path, node) in tree.inheriting where tree.nodes[node].inherited?.reference.isReference ?? false {
      if inheritance.tree.nodes[node].isToken {
        var waiting = [(node, path)]
        while let (node, path) = waiting.popLast() {
          for name in tree.nodes[node].names {
            guard let child = tree.child(name, of: node) else { continue }
            let path = TokenPath.joined(path, name)
            if tree.nodes[child].isToken { declareAbsent(path) }
            waiting.append((child, path))
          }
        }
      } else {
        declareAbsent(path)
      }
    }
  }

  private mutating func addInherited() {
    var found: [(path: String, inherited: TokenInheritance.Inherited, edge: Int)] = []
    inheritance.forEachInherited { found.append(($0, $1, $2)) }
    for (path, inherited, edge) in found {
      guard let reference = inheritance.tree.nodes[edge].inherited else { continue }
      let range = reference.reference.range
      var builder = builders.removeValue(forKey: reference.source) ?? DeclarationBuilder()
      switch inherited {
      case .token(let home):
        builder.entry(path, in: .constants)
        builder.leaf(.reference, operand: builder.id(home, in: .constants), flags: .replaces, range: range)
      case .group(let typeFrom, let isWritten):
        if let typeFrom {
          builder.entry(path, in: .ownTypes)
          builder.leaf(.reference, operand: builder.id(typeFrom, in: .ownTypes), flags: .replaces, range: range)
        }
        if !isWritten { builder.declareTypes(of: path, range) }
      }
      builders[reference.source] = builder
    }
  }

  // MARK: Findings

  private func finding(_ problem: TokenInheritance.Problem, _ tree: TokenTree) -> Finding {
    let inherited = tree.nodes[problem.group].inherited
    let place = (file: inherited.map { sources[$0.source] }, range: inherited?.reference.range)
    func finding(_ code: DiagnosticCode, _ message: String, _ help: String) -> Finding {
      Finding(code, message, file: place.file, range: place.range, id: problem.path, help: help)
    }
    switch problem.kind {
    case .notAGroup(let target, let isToken):
      return finding(
        .badInherits,
        isToken ? "`\(target)` is a token, and only groups can be extended" : "there is no group `\(target)`",
        isToken ? "refer to the token by `$value`" : "write the path of a group in the files of the bundle")
    case .related(let target):
      return finding(
        .badInherits,
        Bytewise(target) == Bytewise(problem.path)
          ? "a group cannot extend itself" : "a group cannot extend a group around it or within it",
        "move the shared tokens into a group of their own")
    case .cycle(let members):
      let groups = members.sorted().map { (node: $0, path: inheritance.paths[$0] ?? "") }
      let names = groups.map { "`\($0.path)`" }.joined(separator: ", ")
      var cycle = finding(.cycle, "the groups \(names) extend each other", "remove one of these `$extends`")
      if groups.count == 1 { cycle.message = "the group \(names) needs its own tokens to be extended" }
      cycle.related = groups.compactMap { group in
        tree.nodes[group.node].inherited.map { inherited in
          .init(
            message: "`\(group.path)` extends `\(inherited.reference.target)` here", file: sources[inherited.source],
            range: inherited.reference.range)
        }
      }
      return cycle
    case .tooLong:
      return finding(
        .limit, "the groups that this one extends have too many groups or tokens",
        "make the chain of groups that extend each other shorter")
    case .membersBesideToken:
      return finding(
        .shape, "this refers to a token, so that the members beside it do not count", "move the members into a group")
    case .missing(let target):
      return finding(.badPointer, "nothing is at `\(target)`", "write the path of a token or group")
    }
  }
}
