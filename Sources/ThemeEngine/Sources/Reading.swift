// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeResolver
import ThemeSyntax

/// From bytes to declarations: what files say now, and the last good of those that cannot be read.
extension ThemeEngine {
  /// Takes over the manifest. One that cannot be read leaves the last good one.
  func readManifest(_ file: FileID) {
    renderer.forget(file)
    var new = Manifest()
    let since = files[file].reading?.heldBackSince ?? files[file].past?.heldSince ?? generation
    files[file].reading = .init(findings: [])
    files[file].served = nil
    switch files[file].content {
    case .gone: break
    case .unreadable(let finding): new = holdManifest(file, [finding], since)
    case .bytes(let bytes):
      let (tree, findings) = parseJSON(bytes)
      // Comments and trailing commas are nothing beyond the format here.
      let faults = findings.filter { !$0.code.isStrict }
      if findings.contains(where: \.code.holdsBack) {
        new = holdManifest(file, faults, since)
      } else {
        let read = ManifestReader.read(tree)
        files[file].reading = .init(findings: read.findings + faults)
        files[file].served = .init(bytes, Declarations(), version: nextVersion(of: file))
        new = read.manifest
      }
    }
    holds.unpublishedFiles.insert(file)
    noteFindings(of: file)
    guard new != manifest else { return }
    manifest = new
    files.exclude(manifest.excludes)
  }

  /// What the manifest said in the last generation, while it cannot be read.
  private func holdManifest(_ file: FileID, _ findings: [Finding], _ since: Int) -> Manifest {
    files[file].reading = .init(findings: findings)
    guard let past = files[file].past else { return Manifest() }
    files[file].reading?.heldBackSince = since
    files[file].served = .init(past.bytes, Declarations(), version: past.version)
    return ManifestReader.read(parseJSON(past.bytes).tree).manifest
  }

  /// Reads and resolves everything anew, since another dialect or other settings change how. What is held back stays so.
  func restart() {
    guard let dialect, let choice else { return }
    for (context, open) in contexts where open.view != nil {
      let state = open.published?.state ?? state(context)
      contexts[context]?.lastGood = state
      contexts[context]?.view = nil
    }
    for (key, view) in views { holds.keep(resolver.foreignPast(of: view), of: key) }
    restarts += 1
    limits = choice.limits
    var limits = limits.ofResolver
    limits.smallSlots = smallSlots
    resolver = Resolver(rules: dialect.rules, suffixes: dialect.suffixes, limits: limits, identity: restarts + 1)
    views = [:]
    declaredValues = 0
    for file in files.all where files[file].path != Manifest.path && file != FileTable.modifications {
      files[file].served = nil
      // When it began to be held back is not forgotten.
      if files[file].reading?.heldBackSince == nil {
        files[file].reading = nil
        filesWithFindings.remove(file)
      }
    }
    // What may be over a limit now is served as it was, since it could be read once.
    for file in files.all
    where files[file].past != nil && files[file].reading != nil && files[file].path != Manifest.path { read(file) }
    declareModifications()
  }

  /// Parses a file's content and hands what it declares to the resolver; what cannot be read leaves the last good state.
  func read(_ file: FileID) {
    guard let dialect else { return }
    switch files[file].content {
    case .gone:
      beginReading(file)
      files[file].reading = nil
      // It may be expected, see `letGo`.
      servePast(of: file)
      holds.goneFiles.insert(file)
      noteFindings(of: file)
    case .unreadable(let finding):
      beginReading(file)
      hold(file, [finding])
      noteFindings(of: file)
    case .bytes(let bytes):
      if readRegion(of: file, bytes) { return }
      let parsed = ParsedFile(bytes, path: files[file].path, dialect: dialect, limits: limits.ofSyntax)
      take(parsed, of: file, bytes)
    }
  }

  /// Reads those of some files that were not read yet, in this order. They are parsed on all threads that there are.
  func ensureRead(_ wanted: [FileID]) {
    guard let dialect else { return }
    var work: [(file: FileID, path: String, bytes: [UInt8])] = []
    var seen: Set<FileID> = []
    for file in wanted where files[file].reading == nil && seen.insert(file).inserted {
      switch files[file].content {
      case .gone, .unreadable: read(file)
      case .bytes(let bytes): work.append((file, files[file].path, bytes))
      }
    }
    let limits = limits.ofSyntax
    workers.inOrder(work.count) { [work] number in
      ParsedFile(work[number].bytes, path: work[number].path, dialect: dialect, limits: limits)
    } take: { number, parsed in
      take(parsed, of: work[number].file, work[number].bytes)
    }
  }

  /// Takes over what was read of a file of which one id changed.
  func takeRegion(of file: FileID, _ bytes: [UInt8], count: Int, findings: [Finding], changed: [ByteRange?]) {
    beginReading(file)
    counters.filesParsed += 1
    declaredValues += count - (files[file].served?.valueCount ?? 0)
    files[file].served?.bytes = bytes
    files[file].served?.valueCount = count
    let version = nextVersion(of: file)
    files[file].served?.version = version
    files[file].reading = .init(findings: findings)
    note(changed, in: file)
    noteFindings(of: file)
  }

  /// Parses a file for a look at it.
  func parse(_ bytes: [UInt8], path: String, _ limits: SyntaxLimits) -> (tree: SourceTree, findings: [Finding]) {
    let parsed = parseThemeFile(bytes, path: path, limits: limits)
    counters.nodesDiscarded += parsed.tree.nodeCount
    return parsed
  }

  private func beginReading(_ file: FileID) {
    renderer.forget(file)
    filesOverLimit.remove(file)
  }

  private func take(_ parsed: ParsedFile, of file: FileID, _ bytes: [UInt8]) {
    beginReading(file)
    defer { noteFindings(of: file) }
    counters.filesParsed += 1
    counters.bytesParsed += bytes.count
    if parsed.isHeld { counters.nodesDiscarded += parsed.tree.nodeCount }
    if isRecognizedByContent { noteClaims(of: file, parsed.tree, isHeld: parsed.isHeld) }
    if parsed.isHeld { return hold(file, parsed.findings, recovered: parsed.declarations) }
    if parsed.declarations.isMisshapen, let past = files[file].past, !past.isMisshapen {
      return hold(file, parsed.findings + parsed.declarations.findings)
    }
    guard hasRoom(for: parsed.declarations.nodes.count, of: file) else {
      filesOverLimit.insert(file)
      return hold(file, [tooManyValues], recovered: parsed.declarations)
    }
    files[file].reading = .init(findings: parsed.findings + parsed.declarations.findings)
    serve(parsed.declarations, of: file, bytes)
  }

  /// Tries files again that were held back because the bundle had too many values.
  ///
  /// - Returns: whether one of them asks for other files than before.
  func readOverLimit() -> Bool {
    filesOverLimit.sorted().reduce(false) { readAnew($1) || $0 }
  }

  /// Reads a file that was read before. Returns whether it asks for other files than before.
  func readAnew(_ file: FileID) -> Bool {
    let links = files[file].served?.links
    read(file)
    return files[file].served?.links != links
  }

  /// Whether a file may declare so many values. One that declares fewer than before always may: or else nothing could be
  /// mended once a limit was lowered.
  func hasRoom(for count: Int, of file: FileID) -> Bool {
    let before = files[file].served?.valueCount ?? 0
    return count == 0 || count < before || declaredValues - before + count <= limits.values
  }

  private var tooManyValues: Finding {
    Finding(
      .limit, "with this file the bundle declares more values than its limit of \(limits.values)",
      help: "raise `values` of `limits` in `\(Manifest.path)`, or make several bundles of it")
  }

  func noteFindings(of file: FileID) {
    if files[file].reading?.findings.isEmpty ?? true {
      filesWithFindings.remove(file)
    } else {
      filesWithFindings.insert(file)
    }
    if files[file].reading?.heldBackSince == nil { heldFiles.remove(file) } else { heldFiles.insert(file) }
  }

  /// Declarations remembered as the cause of a generation.
  private static var mostCauses: Int { 64 }

  private func serve(_ declarations: Declarations?, of file: FileID, _ bytes: [UInt8]) {
    if files[file].served?.links != declarations?.links, files[file].served != nil {
      pendingCauses.append((file, nil))
    }
    declaredValues += (declarations?.nodes.count ?? 0) - (files[file].served?.valueCount ?? 0)
    counters.valuesTaken += (declarations?.nodes.count ?? 0) + (files[file].served?.valueCount ?? 0)
    let version = nextVersion(of: file)
    files[file].served = declarations.map { .init(bytes, $0, version: version) }
    note(resolver.update(file, declarations), in: file)
  }

  private func note(_ changed: [ByteRange?], in file: FileID) {
    counters.declarationsChanged += changed.count
    for place in changed.prefix(max(0, Self.mostCauses - pendingCauses.count)) { pendingCauses.append((file, place)) }
  }

  /// Has a file go on declaring what it declared in the last generation.
  private func hold(_ file: FileID, _ findings: [Finding], recovered declarations: Declarations = Declarations()) {
    var reading = FileTable.Reading(findings: findings)
    servePast(of: file)
    if files[file].served != nil {
      reading.heldBackSince = files[file].reading?.heldBackSince ?? files[file].past?.heldSince ?? generation
    } else {
      reading.recoveredIDs = declarations.entries.map(declarations.name)
    }
    files[file].reading = reading
  }

  /// Has a file declare what it declared in the last generation, nothing when it was not there.
  func servePast(of file: FileID) {
    guard let dialect, files[file].past?.version != files[file].served?.version else { return }
    guard let past = files[file].past else { return serve(nil, of: file, []) }
    serve(dialect.declarations(of: tree(of: past, file), path: files[file].path), of: file, past.bytes)
    files[file].served?.version = past.version
  }

  /// Has files that are gone, and that nothing expects, declare nothing any more.
  func letGo() {
    guard !holds.goneFiles.isEmpty else { return }
    let expected = contexts.values.reduce(into: Set<FileID>()) { $0.formUnion($1.expectedFiles) }
    for file in holds.goneFiles where !files[file].exists && !expected.contains(file) { serve(nil, of: file, []) }
    holds.goneFiles = holds.goneFiles.filter { !files[$0].exists && expected.contains($0) }
  }

  private func nextVersion(of file: FileID) -> Int {
    holds.lastVersion += 1
    holds.unpublishedFiles.insert(file)
    return holds.lastVersion
  }

  /// What a file asks for by name; reads it when nobody did yet.
  func links(of file: FileID) -> [Declarations.Link] {
    if files[file].reading == nil { read(file) }
    return files[file].served?.links ?? []
  }
}
