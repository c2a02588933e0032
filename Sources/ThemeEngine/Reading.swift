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
    files[file].reading = .init(findings: [])
    switch files[file].content {
    case .gone: break
    case .unreadable(let finding):
      files[file].reading = .init(findings: [finding])
      new = manifest
    case .bytes(let bytes):
      let (tree, findings) = parseJSON(bytes)
      let read = ManifestReader.read(tree)
      let isHeld = findings.contains(where: \.code.holdsBack)
      // Comments and trailing commas are nothing beyond the format here.
      files[file].reading = .init(findings: (isHeld ? [] : read.findings) + findings.filter { !$0.code.isStrict })
      new = isHeld ? manifest : read.manifest
    }
    noteFindings(of: file)
    guard new != manifest else { return }
    manifest = new
    files.exclude(manifest.excludes)
  }

  /// Reads and resolves everything anew, since another dialect or other settings change how. What is held back stays so.
  func restart() {
    guard let dialect, let choice else { return }
    for context in contexts.keys {
      let state = state(context)
      contexts[context]?.lastGood = state
      contexts[context]?.view = nil
    }
    restarts += 1
    let areLimitsOther = limits != choice.limits
    limits = choice.limits
    resolver = Resolver(
      rules: dialect.rules, suffixes: dialect.suffixes, limits: limits.ofResolver, identity: restarts + 1)
    views = [:]
    declaredValues = 0
    var held: [FileID] = []
    for file in files.all where files[file].path != Manifest.path && file != FileTable.modifications {
      // What may be over a limit now is served as it was, since it could be read once.
      if let served = files[file].served, areLimitsOther || files[file].reading?.heldBackSince != nil {
        let tree = parseThemeFile(served.bytes, path: files[file].path, limits: BundleLimits.ceiling.ofSyntax).tree
        let declarations = dialect.declarations(of: tree, path: files[file].path)
        files[file].served = .init(served.bytes, declarations)
        declaredValues += declarations.nodes.count
        _ = resolver.update(file, declarations)
        held.append(file)
      } else {
        files[file].reading = nil
        files[file].served = nil
        filesWithFindings.remove(file)
      }
    }
    for file in held { read(file) }
    declareModifications()
  }

  /// Parses a file's content and hands what it declares to the resolver; what cannot be read leaves the last good state.
  func read(_ file: FileID) {
    guard let dialect else { return }
    switch files[file].content {
    case .gone:
      beginReading(file)
      files[file].reading = nil
      serve(nil, of: file, [])
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

  /// Reads files, in this order, that nobody needed before. They are parsed on all threads that there are.
  func readAll(_ unread: [FileID]) {
    guard let dialect else { return }
    var work: [(file: FileID, path: String, bytes: [UInt8])] = []
    for file in unread {
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
    files[file].reading = .init(findings: findings)
    note(changed, in: file)
    noteFindings(of: file)
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
    if isRecognizedByContent { noteClaims(of: file, parsed.tree, isHeld: parsed.isHeld) }
    if parsed.isHeld { return hold(file, parsed.findings, recovered: parsed.declarations) }
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
  }

  /// Declarations remembered as the cause of a generation.
  private static var mostCauses: Int { 64 }

  private func serve(_ declarations: Declarations?, of file: FileID, _ bytes: [UInt8]) {
    if files[file].served?.links != declarations?.links, files[file].served != nil {
      pendingCauses.append((file, nil))
    }
    declaredValues += (declarations?.nodes.count ?? 0) - (files[file].served?.valueCount ?? 0)
    files[file].served = declarations.map { .init(bytes, $0) }
    note(resolver.update(file, declarations), in: file)
  }

  private func note(_ changed: [ByteRange?], in file: FileID) {
    counters.declarationsChanged += changed.count
    for place in changed.prefix(max(0, Self.mostCauses - pendingCauses.count)) { pendingCauses.append((file, place)) }
  }

  private func hold(_ file: FileID, _ findings: [Finding], recovered declarations: Declarations = Declarations()) {
    var reading = FileTable.Reading(findings: findings)
    if files[file].served != nil {
      reading.heldBackSince = files[file].reading?.heldBackSince ?? generation
    } else {
      reading.recoveredIDs = declarations.entries.map(declarations.name)
    }
    files[file].reading = reading
  }

  /// What a file asks for by name; reads it when nobody did yet.
  func links(of file: FileID) -> [Declarations.Link] {
    if files[file].reading == nil { read(file) }
    return files[file].served?.links ?? []
  }
}
