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
      files[file].reading = .init(findings: isHeld ? findings : findings + read.findings)
      new = isHeld ? manifest : read.manifest
    }
    noteFindings(of: file)
    guard new != manifest else { return }
    manifest = new
    files.exclude(manifest.excludes)
  }

  /// Reads and resolves everything anew, since another dialect or other settings change how. What is held back stays so.
  func restart() {
    guard let dialect else { return }
    for context in contexts.keys {
      let state = state(context)
      contexts[context]?.lastGood = state
      contexts[context]?.view = nil
    }
    restarts += 1
    resolver = Resolver(rules: dialect.rules, suffixes: dialect.suffixes, identity: restarts + 1)
    views = [:]
    for file in files.all where files[file].path != Manifest.path && file != FileTable.modifications {
      if let served = files[file].served, files[file].reading?.heldBackSince != nil {
        let declarations = dialect.declarations(
          of: parseThemeFile(served.bytes, path: files[file].path).tree, path: files[file].path)
        _ = resolver.update(file, declarations)
      } else {
        files[file].reading = nil
        files[file].served = nil
        filesWithFindings.remove(file)
      }
    }
    declareModifications()
  }

  /// Parses a file's content and hands what it declares to the resolver; what cannot be read leaves the last good state.
  func read(_ file: FileID) {
    guard let dialect else { return }
    renderer.forget(file)
    defer { noteFindings(of: file) }
    switch files[file].content {
    case .gone:
      files[file].reading = nil
      serve(nil, of: file, [])
    case .unreadable(let finding): hold(file, [finding])
    case .bytes(let bytes):
      counters.filesParsed += 1
      let (tree, findings) = parseThemeFile(bytes, path: files[file].path)
      let isHeld = findings.contains(where: \.code.holdsBack)
      if isRecognizedByContent { noteClaims(of: file, tree, isHeld: isHeld) }
      if isHeld { return hold(file, findings, recovered: tree) }
      let declarations = dialect.declarations(of: tree, path: files[file].path)
      files[file].reading = .init(findings: findings + declarations.findings)
      serve(declarations, of: file, bytes)
    }
  }

  func noteFindings(of file: FileID) {
    if files[file].reading?.findings.isEmpty ?? true {
      filesWithFindings.remove(file)
    } else {
      filesWithFindings.insert(file)
    }
  }

  private func serve(_ declarations: Declarations?, of file: FileID, _ bytes: [UInt8]) {
    if files[file].served?.links != declarations?.links, files[file].served != nil {
      pendingCauses.append((file, nil))
    }
    files[file].served = declarations.map { .init(bytes: bytes, links: $0.links) }
    let changed = resolver.update(file, declarations)
    counters.declarationsChanged += changed.count
    pendingCauses += changed.map { (file, $0) }
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
