// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import MessageDigest
package import TextComparison

/// A file of a release.
package struct ListedFile: Hashable, Sendable {
  @Bytewise package var path: String
  package var size: Int
  /// Of the whole file, in hexadecimal digits.
  package var digest: ChunkName
  /// The chunks that make up its bytes. An empty file has none.
  package var chunks: [ChunkName]

  package init(path: String, size: Int, digest: ChunkName, chunks: [ChunkName]) {
    _path = Bytewise(path)
    self.size = size
    self.digest = digest
    self.chunks = chunks
  }
}

/// The files of a release, in the order of the bytes of their paths.
package struct FileList: Hashable, Sendable {
  package var files: [ListedFile]

  package init(_ files: [ListedFile]) { self.files = files.sorted { Bytewise($0.path) < Bytewise($1.path) } }

  package var bytes: Int { files.reduce(0) { $0 + $1.size } }

  /// The text that travels: a JSON array.
  package var text: [UInt8] {
    var writer = JSONWriter(reserving: files.count * 256)
    writer.beginArray()
    for file in files {
      writer.beginObject()
      writer.plainKey("path")
      writer.string(file.path)
      writer.plainKey("size")
      writer.number(file.size)
      writer.plainKey("sha256")
      writer.string(file.digest.description)
      writer.plainKey("chunks")
      writer.beginArray()
      for chunk in file.chunks { writer.string(chunk.description) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    return writer.drainBytes()
  }

  /// Reads a list, and checks every rule for paths, sizes and chunks. Unknown members are ignored.
  package init(text: [UInt8]) throws(Refusal) {
    guard text.count <= FleetLimits.maximumListBytes else {
      throw Refusal("the list of files has \(text.count) bytes; at most \(FleetLimits.maximumListBytes) are allowed")
    }
    let json: JSONValue?
    do throws(JSONError) {
      json = try JSONValue(parsing: text, maximumDepth: 8, maximumValues: FleetLimits.maximumListValues)
    } catch {
      if case .tooManyValues(let limit) = error.kind {
        throw Refusal("the list of files has more than \(limit) values")
      }
      json = nil
    }
    guard let entries = json?.array else { throw Refusal("the list of files is not a JSON array") }
    guard entries.count <= FleetLimits.maximumFiles else {
      throw Refusal("there are \(entries.count) files; at most \(FleetLimits.maximumFiles) are allowed")
    }
    var files: [ListedFile] = []
    files.reserveCapacity(entries.count)
    for entry in entries { files.append(try Self.file(entry)) }
    self.files = files
    try check()
    for (file, next) in zip(files, files.dropFirst()) where Bytewise(next.path) < Bytewise(file.path) {
      throw Refusal("the list of files is not in order at \(quoted(next.path))")
    }
  }

  private static func file(_ entry: JSONValue) throws(Refusal) -> ListedFile {
    guard let path = entry["path"]?.string else { throw Refusal("an entry of the list of files has no path") }
    guard let size = entry["size"]?.integer, size >= 0, let digest = entry["sha256"]?.string.flatMap({ ChunkName($0) }),
      let names = entry["chunks"]?.array
    else { throw Refusal("the entry \(quoted(path)) of the list of files lacks `size`, `sha256` or `chunks`") }
    let chunks = names.compactMap { $0.string.flatMap { ChunkName($0) } }
    guard chunks.count == names.count, (size == 0) == chunks.isEmpty, chunks.count <= max(size, 0) else {
      throw Refusal("the entry \(quoted(path)) of the list of files has wrong chunks")
    }
    return ListedFile(path: path, size: size, digest: digest, chunks: chunks)
  }

  /// The checks that publisher and mirror share.
  package func check() throws(Refusal) {
    guard !files.isEmpty else { throw Refusal("the list of files is empty") }
    try PathRules.check(files.map(\.path))
    var bytes = 0
    for file in files {
      guard file.size <= FleetLimits.maximumFileBytes else {
        throw Refusal(
          "\(quoted(file.path)) has \(file.size) bytes; at most \(FleetLimits.maximumFileBytes) are allowed")
      }
      bytes += file.size
    }
    guard bytes <= FleetLimits.maximumBundleBytes else {
      throw Refusal("all files have \(bytes) bytes; at most \(FleetLimits.maximumBundleBytes) are allowed")
    }
  }
}
