// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The words of the findings, by the kind of an issue.
extension Report {
  /// The finding of an issue without its place.
  func text(of issue: Issue) -> Finding {
    switch issue.kind {
    case .unknownReference(let target) where isGroup(target): return groupFinding(target)
    case .unknownReference(let target) where database.node(issue.origin).flags.contains(.isPointer):
      return pointerFinding(target, [])
    case .unknownReference(let target):
      let finding = Finding(
        .unknownReference, "unknown reference `\(database.text(target))`",
        help: "declare this id in a file that the bundle loads")
      return missing(target, issue, finding)
    case .missingParent(let target):
      if let finding = baseStyleFinding(target) { return finding }
      let isReference = database.rules.missingParent == .unknownReference
      let finding = Finding(
        database.rules.missingParent, "unknown \(isReference ? "reference" : "style") `\(database.text(target))`",
        help: "declare this \(isReference ? "id" : "style") in a file that the bundle loads")
      return missing(target, issue, finding)
    case .looksLikeConstant(let target):
      let finding = Finding(
        .looksLikeConstant, "`\(database.text(target))` looks like a constant, but is not defined",
        help: "define the constant, or write a text that begins with other characters")
      return missing(target, issue, finding)
    case .halfFont(let missing): return FontFinding.half(missing: missing)
    case .badFontName(let found):
      return FontFinding.badName(
        database.rules.fontPair?.font ?? "", found: found.map(typeInWords))
    case .badFontSize: return FontFinding.badSize(database.rules.fontPair?.size ?? "")
    case .badInherits(let target):
      return Finding(
        .badInherits, "`\(database.text(target))` is not an object, so this cannot inherit from it",
        help: "inherit from an id whose value is an object")
    case .inheritCycle: preconditionFailure("the finding of a cycle includes these issues")
    case .kindClash, .replaced:
      return Finding(
        .kindClash, "this replaces a value of another kind",
        help: "use the same kind for this key in all files, or remove one of the values")
    case .repeated:
      return Finding(
        .kindClash, "this token is given twice, and this value counts", help: "remove one of them, or rename it")
    case .suffixWithoutBase:
      return Finding(
        .suffixWithoutBase, "this key has a device suffix, but other devices have no value",
        help: "add the key without the suffix")
    case .wrongType(let found, let needed):
      return Finding(
        .typeMismatch, "expected \(typeInWords(needed)) here, but this is \(typeInWords(found))",
        help: "refer to \(typeInWords(needed))")
    case .badFontPart(let part, let source, let found, let needed):
      return FontFinding.badPart(
        part, source: source, found: typeInWords(found), needed: typeInWords(needed),
        isLookup: database.node(issue.origin).operation == .lookup)
    case .badColor(let text, _):
      var finding = Finding(.badColor, "`\(text)` is not a valid colour", help: database.rules.invalidColorHelp)
      if let respelling = Finding.Respelling(threeDigitColor: text) {
        finding.respelling = respelling
        finding.help = "write \(respelling.meant)"
      }
      return finding
    case .alphaOutOfRange:
      return Finding(.outOfRange, "alpha must be a number from 0 to 1", help: "write 0 for clear, 1 for opaque")
    case .fontSizeOutOfRange:
      return Finding(.outOfRange, "the font size must be above 0", help: "give the size in points")
    case .token(let problem):
      let meant = problem.text.flatMap(token)
      var finding = Finding(problem.code, problem.message, help: meant.map { "write \"{\($0)}\"" } ?? problem.help)
      finding.part = problem.path
      finding.replacement = problem.replacement
      return finding
    case .badPointer(let target, _) where isGroup(target): return groupFinding(target)
    case .badPointer(let target, let keys): return pointerFinding(target, keys)
    case .tooDeep:
      return Finding(
        .limit, "with its references resolved this has more than \(view.limits.depth) levels",
        help: "refer to a flatter object or array")
    case .tooLarge:
      return Finding(
        .limit, "with its references resolved this has more than \(view.limits.values) values",
        help: "refer to smaller objects and arrays, or fewer of them")
    }
  }

  /// Notes in a finding that no file declares an id, so that a similar name can be suggested.
  private func missing(_ target: SymbolID, _ issue: Issue, _ finding: Finding) -> Finding {
    var finding = finding
    let place = database.location(of: issue.origin)
    let nowhere = "declared nowhere in \(view.fileCount) \(view.fileCount == 1 ? "file" : "files")"
    finding.missing = Finding.Missing(name: database.text(target), space: database.space(database.declared(target)))
    let mistake = ReferenceMistake(target, issue, view, database)
    finding.related = [.init(message: mistake?.reason ?? nowhere, file: place.file, range: place.range)]
    if let mistake { finding.help = mistake.help }
    return finding
  }

  /// The finding for a style that has to be one of the default theme, and is declared in another theme alone. Nil for any other.
  private func baseStyleFinding(_ target: SymbolID) -> Finding? {
    guard database.space(target) == .baseStyles, let origin = view.state.origin(of: database.declared(target)) else {
      return nil
    }
    let name = database.text(target)
    let place = database.location(of: origin)
    var finding = Finding(
      database.rules.missingParent, "`\(name)` is not a style of the default theme",
      related: [.init(message: "`\(name)` is declared here", file: place.file, range: place.range)],
      help: "name a style of the default theme here, or declare `\(name)` there")
    finding.missing = Finding.Missing(name: name, space: .baseStyles)
    return finding
  }

  // MARK: Groups of tokens

  /// Whether an id that is not declared is a group of design tokens.
  private func isGroup(_ target: SymbolID) -> Bool {
    guard database.space(target) == .constants,
      let group = database.known(database.name(target), in: .types)
    else { return false }
    return view.state.symbol(group)?.isDeclared ?? false
  }

  /// The token that a text without its braces, or without one of them, names.
  private func token(named text: String) -> String? {
    var path = Substring(text)
    if path.utf8.first == UInt8(ascii: "{") { path.removeFirst() }
    if path.utf8.last == UInt8(ascii: "}") { path.removeLast() }
    let name = String(path)
    return database.symbol(named: name, in: .constants).flatMap { view.state.symbol($0)?.isDeclared } ?? false
      ? name : nil
  }

  private func pointerFinding(_ target: SymbolID, _ keys: [String]) -> Finding {
    let names = database.text(target).utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
    let pointer = (names + (keys.isEmpty ? [] : ["$value"] + keys)).map(Path.escape).joined(separator: "/")
    return Finding(
      .badPointer, "nothing is at `#/\(pointer)`",
      help: keys.isEmpty
        ? "point at a token in a file that the bundle loads" : "point at a part of the value that its author wrote")
  }

  private func groupFinding(_ target: SymbolID) -> Finding {
    let name = database.text(target)
    let root = "\(name).$root"
    let hasRoot = database.symbol(named: root, in: .constants).flatMap { view.state.symbol($0)?.isDeclared } ?? false
    var finding = Finding(
      .notAToken, "`\(name)` is a group, and has no value",
      help: hasRoot ? "write `{\(root)}`" : "refer to a token of the group: `{\(name).NAME}`")
    if hasRoot { finding.respelling = .init(written: name, meant: root) }
    return finding
  }
}
