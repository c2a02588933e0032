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
    renderer.forget(file)
    filesOverLimit.remove(file)
    defer { noteFindings(of: file) }
    switch files[file].content {
    case .gone:
      files[file].reading = nil
      serve(nil, of: file, [])
    case .unreadable(let finding): hold(file, [finding])
    case .bytes(let bytes):
      counters.filesParsed += 1
      let (tree, findings) = parseThemeFile(bytes, path: files[file].path, limits: limits.ofSyntax)
      let isHeld = findings.contains(where: \.code.holdsBack)
      if isRecognizedByContent { noteClaims(of: file, tree, isHeld: isHeld) }
      if isHeld { return hold(file, findings, recovered: tree) }
      let declarations = dialect.declarations(of: tree, path: files[file].path)
      guard hasRoom(for: declarations.nodes.count, of: file) else {
        filesOverLimit.insert(file)
        return hold(file, [tooManyValues], recovered: tree)
      }
      files[file].reading = .init(findings: findings + declarations.findings)
      serve(declarations, of: file, bytes)
    }
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
  private func hasRoom(for count: Int, of file: FileID) -> Bool {
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
    let changed = resolver.update(file, declarations)
    counters.declarationsChanged += changed.count
    for place in changed.prefix(max(0, Self.mostCauses - pendingCauses.count)) { pendingCauses.append((file, place)) }
  }

  private func hold(_ file: FileID, _ findings: [Finding], recovered tree: SourceTree? = nil) {
    var reading = FileTable.Reading(findings: findings)
    if files[file].served != nil {
      reading.heldBackSince = files[file].reading?.heldBackSince ?? generation
    } else if let tree {
      let declarations = dialect?.declarations(of: tree, path: files[file].path) ?? Declarations()
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
