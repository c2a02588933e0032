// SPDX-License-Identifier: GPL-2.0-or-later

import TextCompression

/// The text of a file: plain, or compressed because nothing may ask for it in a long time. Copies share it.
struct SourceText: Sendable {
  private enum Form: Sendable {
    case plain([UInt8])
    /// Compression saves nothing.
    case incompressible([UInt8])
    case compressed(CompressedText)
  }

  private let form: Form

  private init(_ form: Form) { self.form = form }

  init(_ bytes: [UInt8]) { form = .plain(bytes) }

  /// The text compressed, or marked as incompressible. Costs a pass over the text.
  init(compressing bytes: [UInt8], by compressor: inout TextCompressor) {
    form = compressor.compress(bytes).map(Form.compressed) ?? .incompressible(bytes)
  }

  /// The text. If it is compressed, each call costs a decompression: about a microsecond for each two kilobytes.
  var bytes: [UInt8] {
    switch form {
    case .plain(let bytes), .incompressible(let bytes): bytes
    case .compressed(let text): text.bytes
    }
  }

  var count: Int {
    switch form {
    case .plain(let bytes), .incompressible(let bytes): bytes.count
    case .compressed(let text): text.count
    }
  }

  var isCompressed: Bool {
    switch form {
    case .plain, .incompressible: false
    case .compressed: true
    }
  }

  /// The bytes of a plain text that no compressor has seen; nil for any other.
  var uncompressed: [UInt8]? {
    switch form {
    case .plain(let bytes): bytes
    case .incompressible, .compressed: nil
    }
  }

  /// What distinguishes the storage of a text from that of all others, as long as one of its copies is there.
  var identity: Identity {
    switch form {
    case .plain(let bytes), .incompressible(let bytes): Identity(address: bytes.withUnsafeBytes(\.baseAddress))
    case .compressed(let text): Identity(address: text.address)
    }
  }

  struct Identity: Hashable {
    fileprivate let address: UnsafeRawPointer?
  }
}
