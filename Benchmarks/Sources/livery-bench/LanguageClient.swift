// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation

/// A language server, and its client: messages in, messages out, over two pipes.
final class LanguageClient {
  let child: Child
  private let input: Int32
  private let output: Int32
  private var received: [UInt8] = []
  private var number = 0
  private var version = 1
  /// When the last byte of the last message came. Times end here: what follows is the work of this client.
  private(set) var arrival = 0

  /// - Parameter command: the server with its arguments.
  init(_ command: [String], log: String) throws {
    var forward: [Int32] = [0, 0]
    var back: [Int32] = [0, 0]
    guard pipe(&forward) == 0, pipe(&back) == 0 else { throw BenchmarkError.system("pipe") }
    for end in forward + back { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    input = forward[1]
    output = back[0]
    child = try Child(command, input: forward[0], output: .descriptor(back[1]), log: log)
    close(forward[0])
    close(back[1])
  }

  func stop() {
    close(input)
    close(output)
    child.stop()
  }

  // MARK: Messages

  private func send(_ message: [String: Any]) throws {
    let content = try JSONSerialization.data(withJSONObject: message)
    try Files.write(Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content, to: input)
  }

  func notify(_ method: String, _ parameters: [String: Any]) throws {
    try send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  /// Sends a request and waits for its answer; the messages before it are passed over.
  @discardableResult func request(_ method: String, _ parameters: [String: Any]) throws -> Any? {
    number += 1
    try send(["jsonrpc": "2.0", "id": number, "method": method, "params": parameters])
    while true {
      let message = try next()
      guard message["id"] as? Int == number, message["method"] == nil || message["result"] == nil else { continue }
      return message["result"]
    }
  }

  /// The bytes of the next message.
  func nextContent() throws -> [UInt8] {
    let mark: [UInt8] = [13, 10, 13, 10]
    while true {
      if let end = received.indices.first(where: { received[$0...].starts(with: mark) }) {
        let head = String(decoding: received[..<end], as: UTF8.self)
        guard let length = Int(head.split(separator: " ").last ?? "") else {
          throw BenchmarkError("no length: \(head)")
        }
        let start = end + 4
        if received.count >= start + length {
          arrival = now()
          defer { received.removeFirst(start + length) }
          return Array(received[start..<(start + length)])
        }
      }
      var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard Foundation.poll(&poll, 1, 120_000) > 0 else { throw BenchmarkError("no message within 120 s") }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { throw child.failure("has ended") }
      received += chunk[..<count]
    }
  }

  private func next() throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(try nextContent())) as? [String: Any] ?? [:]
  }

  // MARK: A session

  /// - Parameter options: the `initializationOptions`.
  func initialize(_ directory: String, options: [String: Any] = [:]) throws {
    try request(
      "initialize",
      [
        "processId": NSNull(), "rootUri": "file://\(directory)", "initializationOptions": options,
        "capabilities": ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]],
      ])
    try notify("initialized", [:])
  }

  func open(_ path: String, _ text: String) throws {
    try notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": "file://\(path)", "languageId": "json", "version": version, "text": text]])
  }

  /// Replaces some characters of a line.
  func change(_ path: String, line: Int, from start: Int, to end: Int, _ text: String) throws {
    version += 1
    try notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": "file://\(path)", "version": version],
        "contentChanges": [
          [
            "range": ["start": ["line": line, "character": start], "end": ["line": line, "character": end]],
            "text": text,
          ]
        ],
      ])
  }

  /// Waits until the findings of a file come: their number.
  func findings(of path: String) throws -> Int {
    while true {
      let message = try next()
      guard message["method"] as? String == "textDocument/publishDiagnostics",
        let parameters = message["params"] as? [String: Any], parameters["uri"] as? String == "file://\(path)"
      else { continue }
      return (parameters["diagnostics"] as? [Any])?.count ?? 0
    }
  }
}
