// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel
import ThemeSyntax

extension Tokens {
  package func plan(
    for context: Context, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]
  ) -> Plan {
    var plan = Plan(load: nil)
    switch root(in: files) {
    case .ambiguous(let paths):
      var finding = Finding(
        .ambiguousFile, "the bundle has \(paths.count) resolver documents: \(listing(of: paths))",
        file: files.file(at: paths[1]),
        help: "name one of them as `root` in livery.json: { \"dialect\": \"tokens\", \"root\": \"\(paths[0])\" }")
      plan.files = paths.compactMap(files.file(at:))
      if let last = files.last(Self.rootChoice).first {
        // Their own findings are listed, too, in each order of events.
        for file in plan.files { _ = files.resolver(in: file) }
        finding.heldChoice = Self.rootChoice
        load(last, for: context, &plan, in: files)
      }
      plan.findings.append(finding)
    case .file(let path):
      guard let file = files.file(at: path) else {
        plan.findings.append(
          Finding(.noRoot, "there is no `\(path)` in the bundle", help: "correct `root` in livery.json"))
        return plan
      }
      load(files.root(file, Self.rootChoice, &plan), for: context, &plan, in: files)
    case .all(let paths):
      let sources = paths.compactMap(files.file(at:))
      guard !sources.isEmpty else {
        plan.findings.append(noSource(in: files))
        return plan
      }
      loadAll(sources, &plan, in: files)
      if let finding = findingOfNames(paths, in: files) { plan.findings.append(finding) }
    }
    return plan
  }

  private func noSource(in files: some BundleFiles) -> Finding {
    let yaml = files.paths.first { FileFormat(named: $0) == .yaml }
    var help = yaml.map { "rename `\($0)` to `\(stem(of: $0)).tokens.yaml`" } ?? "name a file NAME.tokens.json"
    if yaml == nil, !settings.isNamed {
      help += ", or write { \"dialect\": \"tokens\" } in livery.json to read each .json file"
    }
    return Finding(.noRoot, "the bundle has no file of design tokens", help: help)
  }

  /// About the first file that is named as design tokens, in a bundle that read files with other names before.
  private func findingOfNames(_ paths: [String], in files: some BundleFiles) -> Finding? {
    guard !settings.isNamed, let named = paths.first(where: Self.isNamedAsTokens),
      let other = paths.first(where: { !Self.isNamedAsTokens($0) })
    else { return nil }
    var finding = Finding(
      .ambiguousFile,
      "beside this file the bundle reads only files that are named like it: `\(other)` would not be read",
      file: files.file(at: named),
      help:
        "rename the other files to NAME.tokens.json, or write { \"dialect\": \"tokens\" } in livery.json to read all")
    finding.heldChoice = Self.rootChoice
    return finding
  }

  /// The choice of the resolver document, of the only file, or of the first file of all.
  private static let rootChoice = FileChoice.root(Bytewise(""))

  private func load(_ root: FileID, for context: Context, _ plan: inout Plan, in files: some BundleFiles) {
    plan.choices[Self.rootChoice] = [root]
    plan.root = files.path(of: root)
    if let document = files.resolver(in: root) {
      load(document, root, for: context, &plan, in: files)
    } else if settings.root == nil, !Self.isNamedAsResolver(files.path(of: root)) {
      // The root of the last generation, in which there was no resolver document. Those of now are in the plan already.
      let documents = Set(plan.files)
      let sources = sourcePaths(in: files).compactMap(files.file(at:)).filter { !documents.contains($0) }
      loadAll(sources, &plan, in: files)
    } else {
      load([root], &plan, in: files)
    }
  }

  /// Loads all files as one source.
  private func loadAll(_ sources: [FileID], _ plan: inout Plan, in files: some BundleFiles) {
    // One without the name of design tokens says that such files are read, although no manifest asks for them.
    let first = sources.first { Self.isNamedAsTokens(files.path(of: $0)) == settings.isNamed } ?? sources.first
    plan.choices[Self.rootChoice] = first.map { [$0] } ?? []
    // Without a name, so that the context keeps its meaning and its last good values when a file is added or renamed.
    plan.root = ""
    load(sources, &plan, in: files)
    plan.load?.reportsRepeated = true
  }

  private enum Root {
    case file(String)
    /// No resolver document: these files are one source.
    case all([String])
    case ambiguous([String])
  }

  private func root(in files: some BundleFiles) -> Root {
    if let root = settings.root { return .file(root) }
    let documents = files.paths.filter { Self.isNamedAsResolver($0) && !$0.utf8.contains(UInt8(ascii: "/")) }
    if documents.count > 1 { return .ambiguous(documents) }
    return documents.first.map { .file($0) } ?? .all(sourcePaths(in: files))
  }

  // MARK: Resolver documents

  /// The document that chooses the sources; nil without one.
  private func document(in files: some BundleFiles) -> ResolverDocument? {
    guard case .file(let path) = root(in: files) else { return nil }
    return files.file(at: path).flatMap { files.resolver(in: $0) }
  }

  private func load(
    _ document: ResolverDocument, _ file: FileID, for context: Context, _ plan: inout Plan, in files: some BundleFiles
  ) {
    let (choice, findings) = document.choice(context.modifiers, themes: context.themes, reportsMissing: true)
    plan.findings += findings.map { finding in
      var finding = finding
      if finding.range != nil { finding.file = file }
      return finding
    }
    plan.alternatives = document.modifiers.compactMap { modifier in
      choice[modifier.name].map { "\(modifier.name)=\($0)" }
    }
    var expansion = SourceExpansion(documents: [file])
    for source in document.sources(in: choice) { expand(source, in: file, &expansion, &plan, files) }
    load(expansion.loadedSources, &plan, in: files)
    plan.files = expansion.readDocuments + plan.files
  }

  /// A tree within a file.
  struct Base: Hashable {
    let file: FileID
    @Bytewise private(set) var pointer: [String]
  }

  /// The sources of a document, in their order, and the files around them.
  private struct SourceExpansion {
    /// As often as they are named.
    var sources: [FileID] = []
    /// The trees of the sources.
    var bases: [Base] = []
    /// The documents and sets that were read, each as often as it was.
    var documents: [FileID] = []
    /// The sets that are being expanded.
    var open: [FileID] = []
    /// The sources and sets that were visited, each as often as it is named.
    var visits = 0
    /// The paths of the bundle.
    var paths = NameSuggester()

    var readDocuments: [FileID] {
      var seen: Set<FileID> = []
      return documents.filter { seen.insert($0).inserted }
    }

    /// Each source once: of a source that is named twice, the last place counts.
    var loadedSources: [FileID] {
      var seen: Set<FileID> = []
      return sources.reversed().filter { seen.insert($0).inserted }.reversed()
    }
  }

  /// Adds a source. A source that is a set in its file stands for the sources of the set.
  private func expand(
    _ source: ResolverDocument.Source, in document: FileID, _ expansion: inout SourceExpansion, _ plan: inout Plan,
    _ files: some BundleFiles
  ) {
    expansion.visits += 1
    guard expansion.visits <= ResolverDocument.maximumSources else {
      if expansion.visits == ResolverDocument.maximumSources + 1 {
        plan.findings.append(
          Finding(
            .limit, "with its sets the document has more than \(ResolverDocument.maximumSources) sources",
            file: document,
            range: source.range, help: "name each set once, or divide the document into several bundles"))
      }
      return
    }
    expansion.documents.append(document)
    guard let number = file(of: source, document, &expansion, &plan, in: files) else { return }
    let base = source.file == nil ? document : files.file(at: files.path(of: number)) ?? number
    guard source.file != nil, let set = files.resolver(in: number) else {
      expansion.sources.append(number)
      expansion.bases.append(Base(file: base, pointer: source.pointer))
      return
    }
    guard !expansion.open.contains(number) else {
      plan.findings.append(
        Finding(
          .resolver, "this set refers to itself by way of another file", file: document, range: source.range,
          help: "remove one of the references"))
      return
    }
    guard expansion.open.count < ResolverDocument.maximumDepth else {
      plan.findings.append(
        Finding(
          .limit, "more than \(ResolverDocument.maximumDepth) resolver documents lead to each other here",
          file: document, range: source.range, help: "let them name their files"))
      return
    }
    expansion.documents.append(number)
    expansion.open.append(number)
    for inner in set.sources(in: [:]) where expansion.visits <= ResolverDocument.maximumSources {
      expand(inner, in: base, &expansion, &plan, files)
    }
    expansion.open.removeLast()
  }

  /// The file of a source, or the part of a file. A file that is gone keeps its content of the last generation. In place of a file that
  /// was not there in the last generation, lacks the part, or could never be read, the one that the same place named then stays.
  private func file(
    of source: ResolverDocument.Source, _ document: FileID, _ expansion: inout SourceExpansion, _ plan: inout Plan,
    in files: some BundleFiles
  ) -> FileID? {
    func part(of base: FileID) -> FileID {
      if source.pointer.isEmpty, source.leftOut.isEmpty { return base }
      return files.file(of: .value(at: Bytewise(source.pointer), leftOut: Bytewise(source.leftOut)), in: base)
    }
    guard let path = source.file else { return part(of: document) }
    let named = FileChoice.theme(Bytewise(path))
    let placed = FileChoice.source(document, place: Bytewise(source.place))
    var held = files.last(placed).first.map { (choice: placed, file: $0) }
    var finding: Finding
    if let base = files.file(at: path) {
      plan.choices[named] = [base]
      let file = part(of: base)
      guard files.isMissing(file) else {
        if let held, held.file != file, !files.isServable(file) {
          plan.unread[file] = placed
          plan.files.append(file)
          plan.choices[placed] = [held.file]
          return held.file
        }
        plan.choices[placed] = [file]
        return file
      }
      finding = Finding(
        .resolver, "nothing is at the pointer of this source", file: document, range: source.range,
        help: "write the pointer to a group or a set in that file")
    } else {
      let (message, help) = files.absence(
        of: path, at: [path],
        help: expansion.paths.didYouMean(path, among: { files.paths }) ?? "write the file, or remove this source")
      finding = Finding(.missingFile, message, file: document, range: source.range, help: help)
      if let base = files.last(named).first {
        plan.choices[named] = [base]
        held = (named, part(of: base))
      }
    }
    finding.heldChoice = held?.choice
    plan.choices[placed] = held.map { [$0.file] }
    plan.findings.append(finding)
    return held?.file
  }

  /// Contexts of modifiers that `themes` can name: `CONTEXT` where one modifier has it, and `MODIFIER=CONTEXT`.
  package func themes(in files: some BundleFiles) -> [String] {
    guard let document = document(in: files) else { return [] }
    var counts: BytewiseDictionary<Int> = [:]
    for modifier in document.modifiers {
      for context in modifier.contexts { counts[context.name, default: 0] += 1 }
    }
    let unique = counts.keys.filter { counts[$0] == 1 }
    let full = document.modifiers.flatMap { modifier in modifier.contexts.map { "\(modifier.name)=\($0.name)" } }
    return (unique + full).sortedBytewise()
  }

  package func contexts(in files: some BundleFiles, first maximum: Int) -> CoveringContexts {
    let modified = document(in: files).flatMap { $0.modifiers.isEmpty ? nil : $0 }
    let choices = modified?.choicesToCheck(all: Self.maximumPermutations, first: maximum)
    return CoveringContexts(
      (choices?.first ?? []).lazy.map { Context(modifiers: $0) }, first: maximum, of: choices?.count ?? 0)
  }

  /// A document with up to this many permutations is checked in all of them.
  private static let maximumPermutations = 64

  /// The defaults are among the contexts of a document with modifiers.
  package func checksEmptyContext(in files: some BundleFiles) -> Bool {
    document(in: files)?.modifiers.isEmpty ?? true
  }

  /// The number of choices that contexts make, and of those that the modifiers allow, as a decimal number; nil without modifiers.
  package func permutations(
    in files: some BundleFiles, among contexts: [Context]
  ) -> (checked: Int, all: String)? {
    guard let document = document(in: files), !document.modifiers.isEmpty else { return nil }
    let choices = contexts.map { document.activeChoice($0.modifiers, themes: $0.themes) }
    return (Set(choices).count, document.permutationCount)
  }

  // MARK: Sources

  /// Loads sources and the additions that follow from all of them.
  private func load(_ sources: [FileID], _ plan: inout Plan, in files: some BundleFiles) {
    plan.load = LoadPlan(files: sources)
    plan.files += sources
    let outlines = files.outlines(of: sources).map { $0 ?? TokenOutline() }
    guard let additions = TokenAdditions(outlines, sources, last: files.lastConstants) else { return }
    plan.additions = additions.additions
    plan.lacksInherited = additions.lacksInherited
    plan.findings += additions.findings
  }

  /// The paths of the files that are one source without a resolver document, sorted.
  private func sourcePaths(in files: some BundleFiles) -> [String] {
    let paths = files.paths.filter { !Self.isOfPackage($0) }
    let named = paths.filter(Self.isNamedAsTokens)
    if !named.isEmpty, !settings.isNamed, !readsAnyName(files) { return named }
    return paths.filter { path in
      switch FileFormat(named: path) {
      case .json: true
      case .yaml: Self.isNamedAsTokens(path)
      case .xmlPropertyList, .binaryPropertyList, nil: Self.isNamedAsTokens(path)
      }
    }
  }

  package func survey(_ files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> [Finding] {
    usesOfDeprecatedTokens(in: files) + misnamedResolvers(in: files)
  }

  private func usesOfDeprecatedTokens(in files: some BundleFiles) -> [Finding] {
    let sources = allSources(in: files)
    // Most bundles have no deprecated tokens.
    guard sources.contains(where: { files.mayHave(key: "$deprecated", in: $0.file) }) else { return [] }
    var trees: [FileID: SourceTree] = [:]
    var nodes: [(file: FileID, tree: SourceTree, root: SourceTree.Node)] = []
    for source in sources {
      guard let tree = trees[source.file] ?? files.tree(of: source.file) else { continue }
      trees[source.file] = tree
      guard let root = tree.root, let node = tree.node(at: source.pointer, below: root) else { continue }
      nodes.append((source.file, tree, node))
    }
    return DeprecatedTokens(nodes).findings
  }

  /// Whether the last generation read a file that is not named as design tokens, and that is still there.
  private func readsAnyName(_ files: some BundleFiles) -> Bool {
    files.last(Self.rootChoice).contains { last in
      let path = files.path(of: last)
      return !Self.isNamedAsTokens(path) && !Self.isNamedAsResolver(path) && files.file(at: path) != nil
    }
  }

  /// Resolver documents that only their names keep from being used, in a bundle without another one: at the bundle's root and among
  /// the sources.
  private func misnamedResolvers(in files: some BundleFiles) -> [Finding] {
    guard case .all(let sources) = root(in: files) else { return [] }
    return files.paths.compactMap { path in
      guard FileFormat(named: path) == .json, !hasDirectory(path) || sources.containsBytewise(path),
        let file = files.file(at: path), files.mayHave(key: "resolutionOrder", in: file),
        let tree = files.tree(of: file), isMisnamedResolver(tree, path)
      else { return nil }
      return Finding(
        .orphanFile, "this resolver document is not used, since its name does not end in `.resolver.json`", file: file,
        help: (hasDirectory(path) ? "" : "rename it to `\(stem(of: path)).resolver.json`, or ")
          + "write { \"root\": \"\(path)\" } in livery.json")
    }
  }

  /// The sources of all contexts.
  private func allSources(in files: some BundleFiles) -> [Base] {
    switch root(in: files) {
    case .ambiguous: return []
    case .all(let paths): return paths.compactMap(files.file(at:)).map { Base(file: $0, pointer: []) }
    case .file(let path):
      let named = namedSources(in: files)
      guard named.isEmpty, let file = files.file(at: path), files.resolver(in: file) == nil else { return named }
      return [Base(file: file, pointer: [])]
    }
  }

  /// The sources of all contexts that the resolver document names, each once; none without one.
  func namedSources(in files: some BundleFiles) -> [Base] {
    guard case .file(let path) = root(in: files), let file = files.file(at: path),
      let document = files.resolver(in: file)
    else { return [] }
    var plan = Plan(load: nil)
    var expansion = SourceExpansion()
    for source in document.allSources { expand(source, in: file, &expansion, &plan, files) }
    var seen: Set<Base> = []
    return expansion.bases.filter { seen.insert($0).inserted }
  }
}
