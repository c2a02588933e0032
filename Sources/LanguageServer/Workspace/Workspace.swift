// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// The folders, bundles and open documents of an editor.
final class Workspace {
  private let files: any WorkspaceFiles
  private(set) var client = ClientCapabilities()
  private var folders: [String] = []
  /// Directories that the user calls bundles.
  private var namedBundles: [String] = []
  /// By URI.
  private var documents: BytewiseDictionary<TextDocument> = [:]
  /// By directory.
  private(set) var bundles: BytewiseDictionary<OpenBundle> = [:]
  /// The bundles of paths, nil for paths without one: until files come or go.
  private var located: BytewiseDictionary<Location> = [:]
  /// The URIs whose files have others now, since `takeRetiredURIs`.
  private var retiredURIs: [String] = []
  /// For the user, since `takeRemarks`.
  private var remarks: [String] = []
  /// The documents of bundles that changed since `settle`, by URI.
  private var changed: BytewiseSet = []

  private enum Location {
    case bundle(directory: String, file: String)
    case none
  }

  init(files: any WorkspaceFiles) { self.files = files }

  /// Has the client show a text beside the answer of a request. Of many, the first ones are enough.
  func remark(_ text: String) {
    if remarks.count < Self.maximumRemarks { remarks.append(text) }
  }

  func takeRemarks() -> [String] {
    defer { remarks = [] }
    return remarks
  }

  private static let maximumRemarks = 8

  // MARK: Folders

  func initialize(_ parameters: JSONValue) {
    client = ClientCapabilities(parameters["capabilities"] ?? .null)
    for folder in parameters["workspaceFolders"]?.array ?? [] { add(folder) }
    if folders.isEmpty, let root = parameters["rootUri"]?.string.flatMap(DocumentURI.path) { folders = [root] }
    let names = parameters["initializationOptions"]?["bundles"]?.array?.compactMap(\.string) ?? []
    // A relative path is one in the first folder.
    namedBundles = names.map { name in
      name.utf8.first == UInt8(ascii: "/") ? name : folders.first.map { "\($0)/\(name)" } ?? name
    }
  }

  /// Opens and closes folders. Returns the bundles that lost documents to others, and those that are closed with their folders.
  func changeFolders(added: [JSONValue], removed: [JSONValue]) -> (changed: [OpenBundle], closed: [OpenBundle]) {
    for folder in added { add(folder) }
    for folder in removed {
      let path = folder["uri"]?.string.flatMap(DocumentURI.path)
      folders.removeAll { Bytewise($0) == Bytewise(path) }
    }
    let changed = relocateDocuments()
    return (changed, closeUnusedBundles())
  }

  private func add(_ folder: JSONValue) {
    if let path = folder["uri"]?.string.flatMap(DocumentURI.path) { folders.append(path) }
  }

  /// Gives each document to the bundle of its file, which folders and manifests decide. Returns the bundles that lost one.
  private func relocateDocuments() -> [OpenBundle] {
    forgetBundles()
    locate(documents.values.map(\.path))
    var changedBundles: BytewiseSet = []
    for (uri, document) in documents.sortedMembers {
      let new = bundle(of: document.path)
      for (directory, old) in bundles.sortedMembers where old !== new?.0 {
        guard let file = old.file(of: uri) else { continue }
        old.close(file)
        apply(files.read([file], in: directory), to: old)
        changedBundles.insert(directory)
      }
      guard let (bundle, file) = new, bundle.document(of: file) == nil else { continue }
      bundle.open(document, as: file)
      changed.insert(uri)
    }
    return changedBundles.sorted().compactMap { bundles[$0] }
  }

  /// Closes the bundles without a document that lie in no folder.
  private func closeUnusedBundles() -> [OpenBundle] {
    closeBundles { directory, bundle in bundle.documents.isEmpty && !isInFolder(directory) }
  }

  /// Whether the directory of a bundle is there, in a folder or named by the user.
  private func isInFolder(_ directory: String) -> Bool {
    (folders + namedBundles).contains { files.isDirectory(directory, within: $0) }
  }

  private func closeBundles(where isEnded: (String, OpenBundle) -> Bool) -> [OpenBundle] {
    let ended = bundles.sortedMembers.filter { isEnded($0.key, $0.value) }
    for (directory, _) in ended { bundles[directory] = nil }
    return ended.map(\.value)
  }

  private func forgetBundles() {
    located = [:]
    files.forgetBundles()
  }

  // MARK: Documents

  /// Opens a document. Returns its file, nil for one of no bundle. Of several documents over one file, by a link perhaps, the last that
  /// was opened or changed counts.
  func open(_ parameters: JSONValue) throws(ResponseError) -> (OpenBundle, String)? {
    guard let document = parameters["textDocument"], let uri = document["uri"]?.string,
      let text = document["text"]?.string
    else { throw .invalidParameters("`textDocument` has `uri` and `text`") }
    guard let path = DocumentURI.path(of: uri) else { return nil }
    let version = document["version"]?.number.flatMap { Int(exactly: $0) } ?? 0
    let new = TextDocument(uri: uri, path: path, version: version, lines: TextLines(Array(text.utf8)))
    documents[uri] = new
    // A manifest may have come since.
    located = [:]
    guard let (bundle, file) = bundle(of: path) else { return nil }
    retire(bundle.document(of: file)?.uri, for: uri)
    bundle.open(new, as: file)
    changed.insert(uri)
    return (bundle, file)
  }

  /// Changes the text of a document. Returns its file; nil for one of no bundle.
  func change(_ parameters: JSONValue) throws(ResponseError) -> (OpenBundle, String)? {
    guard let uri = parameters["textDocument"]?["uri"]?.string, let changes = parameters["contentChanges"]?.array
    else { throw .invalidParameters("a change has `textDocument` and `contentChanges`") }
    guard var document = documents[uri] else { return nil }
    try document.apply(changes, client.encoding)
    document.version = parameters["textDocument"]?["version"]?.number.flatMap { Int(exactly: $0) } ?? document.version
    documents[uri] = document
    guard let (bundle, file) = bundle(of: document.path) else { return nil }
    retire(bundle.document(of: file)?.uri, for: uri)
    bundle.change(document, as: file)
    changed.insert(uri)
    return (bundle, file)
  }

  /// Closes a document: its file is read from disk again, or shown by another document over it. Returns the file, nil for one of no
  /// bundle, and whether its bundle is closed: with the last document, if it lies in no folder.
  func close(_ parameters: JSONValue) throws(ResponseError) -> (bundle: OpenBundle, file: String, isClosed: Bool)? {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw .invalidParameters("`textDocument` has a `uri`")
    }
    guard let document = documents[uri] else { return nil }
    documents[uri] = nil
    changed.remove(uri)
    guard let (bundle, file) = bundle(of: document.path), Bytewise(bundle.document(of: file)?.uri) == Bytewise(uri)
    else { return nil }
    bundle.close(file)
    let other = documents.values.first { other in
      guard let (otherBundle, otherFile) = self.bundle(of: other.path, opens: false) else { return false }
      return otherBundle === bundle && Bytewise(otherFile) == Bytewise(file)
    }
    if other == nil, !closeUnusedBundles().isEmpty { return (bundle, file, true) }
    apply(files.read([file], in: bundle.directory), to: bundle)
    if let other {
      bundle.open(other, as: file)
      changed.insert(other.uri)
    }
    retire(uri, for: bundle.uri(of: file))
    return (bundle, file, false)
  }

  private func retire(_ old: String?, for new: String) {
    if let old, Bytewise(old) != Bytewise(new) { retiredURIs.append(old) }
  }

  /// The URIs whose files are shown under others since the last call: findings that were sent for them are to be taken back.
  func takeRetiredURIs() -> [String] {
    defer { retiredURIs = [] }
    return retiredURIs
  }

  /// Notes that a document was saved.
  func saved(_ parameters: JSONValue) -> (OpenBundle, String)? {
    guard let uri = parameters["textDocument"]?["uri"]?.string, let document = documents[uri],
      let (bundle, file) = bundle(of: document.path)
    else { return nil }
    bundle.savedTexts[file] = document.bytes
    // Known documents stay where they are, for the next keystroke.
    files.forgetBundles()
    return (bundle, file)
  }

  /// Whether texts changed since `settle`.
  var hasChanges: Bool { !changed.isEmpty }

  /// Gives the engines the texts that changed. Returns the files, by bundle.
  func settle() -> [(bundle: OpenBundle, files: [String])] {
    guard hasChanges else { return [] }
    defer { changed = [] }
    var settled: BytewiseDictionary<[String]> = [:]
    for uri in changed.sorted() {
      guard let document = documents[uri], let (bundle, file) = bundle(of: document.path) else { continue }
      settled[bundle.directory, default: []].append(file)
    }
    return settled.sortedMembers.compactMap { directory, files in
      guard let bundle = bundles[directory] else { return nil }
      let changes = files.compactMap { file in
        bundle.document(of: file).map { FileChange(path: file, content: .bytes($0.bytes)) }
      }
      apply(changes, to: bundle)
      return (bundle, files)
    }
  }

  /// Reads files that changed on disk, except open ones. Returns the bundles that read some, or lost a document, and those that are
  /// closed, since their directories are gone or belong to other bundles.
  ///
  /// - Parameter paths: of files, and of directories that came or went.
  func filesChanged(_ paths: [String]) -> (changed: [OpenBundle], closed: [OpenBundle]) {
    forgetBundles()
    let paths = paths.map(files.withoutLinks)
    locate(paths + documents.values.map(\.path))
    let parents = BytewiseSet(paths.map { directory(of: $0) })
    let closed = closeBundles { root, _ in hasPath(around: root, in: parents) && isEnded(root) }
    var changed: BytewiseSet = []
    // A manifest may come between a file and its bundle, and a directory may become one.
    let isManifest = paths.contains { Bytewise(lastSegment($0)) == Bytewise(BundleSettings.manifestPath) }
    if isManifest || documents.values.contains(where: { isOfNoBundle($0) && hasPath(around: $0.path, in: parents) }) {
      for bundle in relocateDocuments() { changed.insert(bundle.directory) }
    }
    for (bundle, paths) in openedFiles(at: BytewiseSet(paths)) {
      var changes: [FileChange] = []
      for change in files.read(paths, in: bundle.directory) {
        if bundle.document(of: change.path) == nil {
          changes.append(change)
        } else if case .bytes(let bytes) = change.content {
          bundle.savedTexts[change.path] = bytes
        }
      }
      guard !changes.isEmpty else { continue }
      apply(changes, to: bundle)
      changed.insert(bundle.directory)
    }
    return (changed.sorted().compactMap { bundles[$0] }, closed)
  }

  /// Gives files of a bundle their new contents. A manifest may let in files that were not read.
  private func apply(_ changes: [FileChange], to bundle: OpenBundle) {
    let before = bundle.engine.settings.bounds
    bundle.apply(changes)
    let bounds = bundle.engine.settings.bounds
    guard bounds != before else { return }
    let known = BytewiseSet(bundle.engine.paths)
    let new = files.paths(of: bundle.directory, bounds).filter { path in
      Bytewise(path) != Bytewise(BundleSettings.manifestPath) && !known.contains(path) && !bounds.excludes(path)
    }
    if !new.isEmpty { bundle.apply(files.read(new, in: bundle.directory)) }
  }

  /// Whether a path, or a directory around it, is one of these.
  private func hasPath(around path: String, in paths: BytewiseSet) -> Bool {
    var path = path
    while !path.isEmpty {
      if paths.contains(path) { return true }
      path = directory(of: path)
    }
    return false
  }

  /// Whether the directory of a bundle is gone, or lies in another bundle. One whose files tell nothing of a bundle now, because of a
  /// mistake perhaps, stays one.
  private func isEnded(_ root: String) -> Bool {
    guard files.isDirectory(root, within: root) else { return true }
    let manifest = "\(root)/\(BundleSettings.manifestPath)"
    guard let found = files.bundles(of: [manifest], within: folders, named: namedBundles)[0] else { return false }
    return Bytewise(found.directory) != Bytewise(root)
  }

  private func isOfNoBundle(_ document: TextDocument) -> Bool {
    guard case .bundle(let directory, _) = locate(document.path) else { return true }
    return bundles[directory] == nil
  }

  /// The files of open bundles at these paths, and those in directories there: the known ones, and those on disk.
  private func openedFiles(at paths: BytewiseSet) -> [(bundle: OpenBundle, files: [String])] {
    var found: BytewiseDictionary<BytewiseSet> = [:]
    var others = paths
    locate(paths.sorted())
    for path in paths.sorted() {
      guard let (bundle, file) = bundle(of: path, opens: false) else { continue }
      found[bundle.directory, default: []].insert(file)
      if bundle.engine.source(of: file) != nil { others.remove(path) }
    }
    let directories = BytewiseSet(others.sorted().filter(files.isDirectory))
    for (root, bundle) in bundles.sortedMembers where !others.isEmpty {
      let isTouched = hasPath(around: root, in: directories) || directories.contains { isWithin($0, root) }
      let onDisk = isTouched ? files.paths(of: root, bundle.engine.settings.bounds) : []
      let known = bundle.engine.paths.filter { hasPath(around: "\(root)/\($0)", in: others) }
      found[root, default: []].formUnion(
        onDisk.filter { hasPath(around: "\(root)/\($0)", in: directories) } + known)
    }
    return found.sortedMembers.compactMap { root, files in bundles[root].map { ($0, files.sorted()) } }
  }

  // MARK: Bundles

  /// The bundle of a file, loaded if it was not.
  func bundle(of path: String, opens: Bool = true) -> (OpenBundle, String)? {
    guard case .bundle(let directory, let file) = locate(path) else { return nil }
    if let known = bundles[directory] { return (known, file) }
    guard opens, let engine = files.load(directory) else { return nil }
    let bundle = OpenBundle(directory: directory, engine, client.encoding)
    bundles[directory] = bundle
    return (bundle, file)
  }

  /// The bundle of a file, or the open one around a directory.
  func bundle(around path: String) -> (OpenBundle, String)? {
    bundle(of: path) ?? enclosing(path).map { ($0.bundle, $0.path) }
  }

  /// The directory of the bundle that a message is about, if it was not read yet.
  func unreadBundle(of message: IncomingMessage) -> String? {
    let parameters: JSONValue
    switch message {
    case .request(_, _, let content), .notification(_, let content): parameters = content
    case .response: return nil
    }
    guard let path = parameters["textDocument"]?["uri"]?.string.flatMap(DocumentURI.path),
      case .bundle(let directory, _) = locate(path), bundles[directory] == nil
    else { return nil }
    return directory
  }

  private func locate(_ path: String) -> Location {
    locate([path])
    return located[path] ?? Location.none
  }

  /// Finds the bundles of several paths at once.
  private func locate(_ paths: [String]) {
    let paths = paths.filter { located[$0] == nil }
    for (path, found) in zip(paths, files.bundles(of: paths, within: folders, named: namedBundles)) {
      let place = found ?? opened(path)
      located[path] = place.map { Location.bundle(directory: $0.directory, file: $0.file) } ?? Location.none
    }
  }

  /// The place of a file that an open bundle has, while no file tells of the bundle.
  private func opened(_ path: String) -> (directory: String, file: String)? {
    guard let (bundle, file) = enclosing(path), isInFolder(bundle.directory), bundle.engine.source(of: file) != nil
    else { return nil }
    return (bundle.directory, file)
  }

  /// The nearest open bundle around a path, and the path in it.
  private func enclosing(_ path: String) -> (bundle: OpenBundle, path: String)? {
    let path = files.withoutLinks(path)
    let around = bundles.sortedMembers.last { isWithin(path, $0.key) && !isWithin($0.key, path) }
    return around.map { ($0.value, String(Substring(path.utf8.dropFirst($0.key.utf8.count + 1)))) }
  }
}
