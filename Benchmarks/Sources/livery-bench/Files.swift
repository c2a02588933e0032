// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// An error that ends a row, which prints it.
struct BenchmarkError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }

  /// With the text of errno.
  static func system(_ what: String) -> BenchmarkError {
    BenchmarkError("\(what): \(String(cString: strerror(errno)))")
  }
}

/// Files by system calls.
enum Files {
  static func makeDirectory(_ path: String) throws {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw BenchmarkError.system("mkdir \(path)") }
  }

  static func write(_ text: String, to path: String) throws {
    let descriptor = try openForWriting(path)
    defer { close(descriptor) }
    try write(Array(text.utf8), to: descriptor)
  }

  /// Truncates an existing file.
  static func openForWriting(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw BenchmarkError.system("open \(path)") }
    return descriptor
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      guard count > 0 else { throw BenchmarkError.system("write") }
      written += count
    }
  }

  static func read(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BenchmarkError.system("open \(path)") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw BenchmarkError.system("read \(path)") }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  /// The size in bytes. 0 if the file does not exist.
  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
