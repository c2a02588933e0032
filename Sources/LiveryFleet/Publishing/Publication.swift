// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import LinuxIO
import LiveryConfiguration
import TextComparison

/// Puts the content of a bundle into a bucket, as the next manifest. One connection has one.
final class Publication {
  let bucket: Bucket
  private let identity: Identity
  private let signer: SigningKey?
  private var state: PublisherState
  private let clock = MonotonicClock.system

  struct Identity {
    /// Of this start.
    let instance: String
    let bundle: String
    /// Whether this publisher may continue after manifests of another publisher.
    let takesOver: Bool
    /// Whether nothing in the bucket may change.
    var isDryRun = false
  }

  /// The manifests that `--take-over` has removed, a sentence each.
  private(set) var removals: [String] = []
  /// The highest manifest in the bucket, and the chunks that it names.
  private(set) var highest: Manifest?
  private var named: Set<ChunkName> = []
  /// The chunks that are in the bucket, as far as this connection has seen, and when that was looked up.
  private var present: Set<ChunkName> = []
  private var lookedUp: UInt64?
  private static let maximumAgeOfLook: UInt64 = 60_000_000_000

  /// The result of a publication.
  enum Outcome {
    case published(Manifest, putChunks: Int)
    /// The highest manifest has these files.
    case unchanged(Manifest)
  }

  /// Reads the newest manifest of the bucket.
  init(
    _ bucket: Bucket, _ identity: Identity, signer: SigningKey?, _ state: PublisherState
  ) throws(FleetFailure) {
    self.bucket = bucket
    self.identity = identity
    self.signer = signer
    self.state = state
    try readHighest()
    if !identity.takesOver { try checkRight(on: highest) }
  }

  private func checkRight(on manifest: Manifest?) throws(FleetFailure) {
    switch NextManifest.right(of: state.publisher, with: identity.bundle, on: manifest) {
    case .granted: break
    case .ofAnother(let publisher): throw .ofAnotherPublisher(publisher)
    case .ofAnotherBundle(let bundle): throw .ofAnotherBundle(bundle)
    }
  }

  private func readHighest() throws(FleetFailure) {
    (highest, named) = (nil, [])
    for number in try bucket.manifests().reversed() {
      guard let manifest = identity.takesOver ? try readOrRemove(number) : try read(number) else { continue }
      highest = manifest
      // A list that cannot be read names nothing: then every chunk is put.
      if let list = try? bucket.list(of: manifest) { named = manifest.chunks(with: list) }
      break
    }
    // Every number is below the largest one again.
    if identity.takesOver, let seen = state.seen, seen.next == nil { state.forget() }
  }

  /// - Throws: `blocked` for a manifest from a newer program, or a damaged one: no manifest follows it.
  private func read(_ number: ReleaseNumber) throws(FleetFailure) -> Manifest? {
    do throws(FleetFailure) {
      return try bucket.manifest(number)
    } catch .refused(let refusal) {
      throw .blocked(refusal.description)
    }
  }

  /// A manifest; nil for one that was removed, because no manifest can follow it.
  private func readOrRemove(_ number: ReleaseNumber) throws(FleetFailure) -> Manifest? {
    let reason: String
    do throws(FleetFailure) {
      guard let manifest = try read(number) else { return nil }
      if number.next != nil { return manifest }
      reason = Self.noNumber(above: number)
    } catch .blocked(let refusal) {
      reason = refusal
    }
    if !identity.isDryRun { try bucket.remove(number) }
    removals.append("\(identity.isDryRun ? "would remove" : "removed") the manifest \(number): \(reason)")
    return nil
  }

  private static func noNumber(above number: ReleaseNumber) -> String { "no number is left above \(number)" }

  /// Takes over the number of an announced manifest above ours, of another process of this publisher. Throws when it is of another
  /// publisher or another bundle.
  func checkAnnounced(_ number: ReleaseNumber) throws(FleetFailure) {
    guard highest.map({ number > $0.number }) ?? true, let manifest = try read(number) else { return }
    try checkRight(on: manifest)
    try readHighest()
  }

  // MARK: A publication

  /// Processes of this publisher that may be faster, one after the other.
  private static let maximumAttempts = 10

  /// The files of the last publication, so that only changed bytes are hashed again.
  private var cutFiles: BytewiseDictionary<(bytes: [UInt8], file: ListedFile, pieces: [Chunk])> = [:]

  private func cut(_ path: String, _ bytes: [UInt8]) -> (file: ListedFile, pieces: [Chunk]) {
    if let known = cutFiles[path], known.bytes == bytes { return (known.file, known.pieces) }
    let pieces = FleetModel.chunks(of: bytes, size: bucket.chunkBytes)
    let digest = pieces.count == 1 ? pieces[0].name : ChunkName(hashing: bytes)
    let file = ListedFile(path: path, size: bytes.count, digest: digest, chunks: pieces.map(\.name))
    cutFiles[path] = (bytes, file, pieces)
    return (file, pieces)
  }

  private func cut(_ content: BundleContent) throws(FleetFailure) -> Cut {
    let files = content.files.map { cut($0.path, $0.bytes) }
    if cutFiles.count > files.count {
      let paths = BytewiseSet(content.files.map(\.path))
      for path in cutFiles.keys where !paths.contains(path) { cutFiles[path] = nil }
    }
    let size = bucket.chunkBytes
    return try orFleetFailure(refusal: { () throws(Refusal) in try Cut(files, size: size) })
  }

  /// The list of files, and their chunks.
  private struct Cut {
    var list: FileList
    var listChunks: [Chunk]
    var chunks: [ChunkName: Chunk]

    init(_ files: [(file: ListedFile, pieces: [Chunk])], size: Int) throws(Refusal) {
      var cut: [ChunkName: Chunk] = [:]
      for piece in files.flatMap(\.pieces) { cut[piece.name] = piece }
      list = FileList(files.map(\.file))
      try list.check()
      let text = list.text
      guard text.count <= FleetLimits.maximumListBytes else {
        throw Refusal("the list of files has \(text.count) bytes; at most \(FleetLimits.maximumListBytes) are allowed")
      }
      listChunks = FleetModel.chunks(of: text, size: size)
      for piece in listChunks { cut[piece.name] = piece }
      chunks = cut
    }
  }

  /// Publishes files, unless the highest manifest has them.
  ///
  /// - Parameter generation: of the daemon; 0 without one.
  func publish(_ content: BundleContent, generation: Int) throws(FleetFailure) -> Outcome {
    let cut = try cut(content)
    return try publish(
      cut.list, list: cut.listChunks, cut.chunks, digest: content.digest, generation: generation,
      version: productVersion)
  }

  /// The files that a publication would send, for `--dry-run`.
  func plan(_ content: BundleContent) throws(FleetFailure) -> (files: [ListedFile], chunks: Int, bytes: Int) {
    let cut = try cut(content)
    let plan = ChunkPlan(needed: Set(cut.chunks.keys), previous: named, present: try bucket.chunks())
    let puts = Set(plan.puts)
    let bytes = plan.puts.reduce(0) { $0 + (cut.chunks[$1]?.bytes.count ?? 0) }
    return (cut.list.files.filter { !puts.isDisjoint(with: $0.chunks) }, puts.count, bytes)
  }

  /// Publishes the files of an earlier manifest under a new number: `--rollback`.
  func publishAgain(_ old: Manifest) throws(FleetFailure) -> Outcome {
    let list = try bucket.list(of: old)
    let listChunks = try bucket.get(old.list).map(Chunk.init)
    return try publish(
      list, list: listChunks, [:], digest: old.digest, generation: old.generation, version: old.version)
  }

  private func publish(
    _ list: FileList, list pieces: [Chunk], _ chunks: [ChunkName: Chunk], digest: String, generation: Int,
    version: String
  ) throws(FleetFailure) -> Outcome {
    for _ in 0..<Self.maximumAttempts {
      let outcome = try attempt(
        list, list: pieces, chunks, digest: digest, generation: generation, version: version)
      if let outcome { return outcome }
      try readHighest()
      try checkRight(on: highest)
    }
    throw .othersPublish
  }

  /// - Returns: nil when another process of this publisher was faster.
  private func attempt(
    _ list: FileList, list pieces: [Chunk], _ chunks: [ChunkName: Chunk], digest: String, generation: Int,
    version: String
  ) throws(FleetFailure) -> Outcome? {
    let names = pieces.map(\.name)
    if let highest, highest.list == names, highest.publisher == state.publisher, !isSetBack,
      (highest.signature == nil) == (signer == nil), highest.digest == digest
    {
      try state.record(highest.number)
      return .unchanged(highest)
    }
    try lookUpIfNeeded()
    var needed = Set(names)
    for file in list.files { needed.formUnion(file.chunks) }
    let plan = ChunkPlan(needed: needed, previous: named, present: present)
    var puts: [Chunk] = []
    // A rollback has no bytes at hand. Chunks that the highest manifest does not name may be about to be purged.
    for name in plan.puts {
      if let chunk = chunks[name] { puts.append(chunk) } else { puts += try bucket.get([name]).map(Chunk.init) }
    }
    try bucket.put(puts)
    present.formUnion(plan.puts)
    // Held until the manifest is there: another process would take a number that is recorded only for one that the bucket has lost.
    let lock = try state.lock()
    defer { withExtendedLifetime(lock) {} }
    state.readSeen()
    if isSetBack {
      let planned = highest?.number
      try readHighest()
      if highest?.number != planned { return nil }
    }
    let manifest = try makeManifest(list, names, digest: digest, generation: generation, version: version)
    try state.record(manifest.number)
    guard try create(manifest) else { return nil }
    (highest, named) = (manifest, needed)
    return .published(manifest, putChunks: puts.count)
  }

  private var isSetBack: Bool { NextManifest.isSetBack(highest: highest?.number, seen: state.seen) }

  /// Looks which chunks are there, when that was not done for a minute.
  private func lookUpIfNeeded() throws(FleetFailure) {
    let now = clock.now()
    if let lookedUp, now - lookedUp < Self.maximumAgeOfLook { return }
    present = try bucket.chunks()
    lookedUp = now
  }

  private func makeManifest(
    _ list: FileList, _ names: [ChunkName], digest: String, generation: Int, version: String
  ) throws(FleetFailure) -> Manifest {
    guard
      let number = NextManifest.number(
        highest: highest?.number, seen: state.seen, microsecondsSince1970: microsecondsSince1970())
    else { throw .blocked(Self.noNumber(above: [highest?.number, state.seen].compactMap(\.self).max() ?? .maximum)) }
    var manifest = Manifest(
      number: number, previous: highest?.number, instance: identity.instance, publisher: state.publisher,
      bundle: identity.bundle, generation: generation, version: version, digest: digest, files: list.files.count,
      bytes: list.bytes, list: names)
    if let signer { manifest.signature = try signer.signature(of: manifest.signedText(bucket: bucket.subjects.bucket)) }
    return manifest
  }

  /// Creates a manifest. After an error, the key shows whether it was created.
  ///
  /// - Returns: false when the key has a manifest of another process of this publisher.
  private func create(_ manifest: Manifest) throws(FleetFailure) -> Bool {
    var reason = "no answer"
    for _ in 0..<3 {
      do throws(FleetFailure) {
        try bucket.create(manifest)
        return true
      } catch .notPermitted(let reason) {
        throw .notPermitted(reason)
      } catch {
        // A lost connection is lost: the next one reads the key with everything else.
        if case .lost = error { throw error }
        if case .store(let answer) = error { reason = answer }
        switch NextManifest.outcome(of: identity.instance, found: try read(manifest.number)) {
        case .created: return true
        case .lost(to: state.publisher): return false
        case .lost(let publisher): throw .ofAnotherPublisher(publisher)
        case .unknown: continue
        }
      }
    }
    throw .store("the manifest \(manifest.number) cannot be created: \(reason)")
  }
}

/// By the system's clock.
func microsecondsSince1970() -> UInt64 { UInt64(max(0, secondsSince1970())) * 1_000_000 }
