// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LinuxIO
import LiveryConnection
import LiveryProtocol
import TestSupport
import Testing
import Varlink

/// Any message gets an error of the description or ends its connection, and other clients notice nothing.
/// `LIVERY_FUZZ_SECONDS` sets the duration.
@Suite(.serialized) final class NonsenseTests {
  private let daemon: DaemonProcess
  private let seconds: Int
  /// Connections that stay open.
  private var idle: [Idle] = []

  private final class Idle {
    let stream: UnixStream
    init(_ stream: consuming UnixStream) { self.stream = stream }
  }

  /// Kilobytes above the memory at first: a thousand connections with a short message each
  /// take less, and so do the values that may be set at run time, a few megabytes in several forms.
  private static let maximumMemory = 64 << 10
  /// Connections of one user are limited; the test keeps some for itself.
  private static let maximumIdle = 900

  init() throws {
    daemon = try DaemonProcess(logTo: .nobody)
    seconds = Int(ProcessInfo.processInfo.environment["LIVERY_FUZZ_SECONDS"] ?? "") ?? 0
  }

  // MARK: Wrong types

  @Test func eachMemberOfEachMethodIsChecked() throws {
    var wrong = 0
    for (name, method) in Interface.theme.methods.sorted(by: { $0.key < $1.key }) {
      for field in method.parameters {
        for value in Nonsense.values {
          var parameters = JSONObject(method.parameters.map { ($0.name, Nonsense.sample(of: $0.type)) })
          parameters[field.name] = value
          guard let mismatch = Interface.theme.firstMismatch(in: parameters, with: method.parameters) else { continue }
          wrong += 1
          let refusal = ClientError.refused(
            CallError("org.varlink.service.InvalidParameter", JSONObject([("parameter", .string(mismatch))])))
          let connection = try VarlinkConnection(path: daemon.socket)
          #expect(throws: refusal, "\(name) \(field.name) \(value)") {
            try connection.stream("io.livery.Theme.\(name)", parameters)
            _ = try connection.next()
          }
        }
      }
    }
    #expect(wrong > 100)
  }

  // MARK: Nonsense

  @Test(arguments: [1, UInt64.random(in: 0 ... .max)]) func nobodyElseNotices(_ seed: UInt64) throws {
    print("nonsense with seed \(seed)")
    var nonsense = Nonsense(seed: seed, longest: seconds > 0 ? 1 << 30 : 4 << 20)
    let witness = try VarlinkConnection(path: daemon.socket)
    try witness.stream("io.livery.Theme.Register")
    let snapshot = try #require(try witness.next()?["snapshot"])
    var state: JSONValue = ["constants": snapshot["constants"] ?? [:], "styles": snapshot["styles"] ?? [:]]
    let before = try daemon.holdings()

    let end = Date(timeIntervalSinceNow: Double(seconds) / 2)
    var acts = 0
    repeat {
      for _ in 0..<60 { try perform(nonsense.next()) }
      acts += 60
      _ = try daemon.call("ResetModifications")
      try daemon.save(acts, bytes: 10)
      _ = try daemon.generation()
      let current = try #require(try daemon.call("Resolve")["snapshot"])
      var digest = ""
      while digest != current["digest"]?.string {
        let delta = try #require(try witness.next()?["delta"], "seed \(seed), \(acts) acts")
        digest = delta["digest"]?.string ?? ""
        state = try state.patched(by: delta["patch"] ?? [])
      }
      #expect(state == ["constants": current["constants"] ?? [:], "styles": current["styles"] ?? [:]])
      #expect(state["constants"]?["gap"] == .number(Double(acts)))
      let memory = try daemon.holdings().memory
      #expect(memory < before.memory + Self.maximumMemory, "seed \(seed), \(acts) acts")
    } while Date() < end
    idle = []
    for _ in 0..<1000 where try daemon.holdings().descriptors != before.descriptors {
      _ = try daemon.call("ListBundles")
    }
    #expect(try daemon.holdings().descriptors == before.descriptors)
    #expect(try daemon.consumers().count == 1)
    print("nonsense: \(acts) acts, memory from \(before.memory) to \(try daemon.holdings().memory) KiB")
  }

  private func perform(_ act: Nonsense.Act) throws {
    let stream = try UnixStream(connectingTo: daemon.socket)
    switch act {
    case .exchange(let bytes): check(try exchange(stream, bytes))
    case .follow(let bytes):
      let register = Call("io.livery.Theme.Register", more: true).message
      _ = try stream.send(register + bytes)
      var answer: [UInt8] = []
      let loop = try EventLoop()
      try loop.register(stream.descriptor, token: 1, for: .reading)
      while !answer.contains(0), try loop.wait().isEmpty == false, try stream.read(into: &answer) != .end {}
      check(answer)
    case .stayOpen(let bytes):
      _ = try stream.send(bytes)
      if idle.count == Self.maximumIdle { idle.removeFirst(Self.maximumIdle / 2) }
      idle.append(Idle(stream))
    case .flood(let bytes):
      var rest = bytes[...]
      while case .sent(let count)? = try? stream.send(rest), count > 0 { rest = rest.dropFirst(count) }
    case .sendEndless(let bytes, let maximum): try sendEndless(stream, bytes, maximum)
    }
  }

  /// A request has at most a megabyte.
  private func sendEndless(_ stream: borrowing UnixStream, _ bytes: [UInt8], _ maximum: Int) throws {
    let loop = try EventLoop()
    try loop.register(stream.descriptor, token: 1, for: .writing)
    var sent = 0
    while sent < maximum {
      _ = try loop.wait()
      guard let outcome = try? stream.send(bytes) else { break }
      if case .sent(let count) = outcome { sent += count }
    }
    #expect(sent < 3 << 20, "the daemon stops reading")
  }

  private func exchange(_ stream: borrowing UnixStream, _ message: [UInt8]) throws -> [UInt8] {
    let loop = try EventLoop()
    try loop.register(stream.descriptor, token: 1, for: .reading)
    var rest = message[...]
    var answer: [UInt8] = []
    var isSending = true
    while true {
      if isSending {
        switch try? stream.send(rest) {
        case .sent(let count)?: rest = rest.dropFirst(count)
        case .wouldBlock?: break
        case nil: rest = []
        }
      }
      if isSending, rest.isEmpty {
        isSending = false
        try? stream.endSending()
      }
      try loop.change(stream.descriptor, token: 1, to: isSending ? [.reading, .writing] : .reading)
      _ = try loop.wait()
      // A daemon that closes with calls unread resets the connection: its answers came before.
      guard let outcome = try? stream.read(into: &answer), outcome != .end else { return answer }
    }
  }

  /// Answers are whole replies; errors are those of the description.
  private func check(_ answer: [UInt8]) {
    #expect(answer.isEmpty || answer.last == 0, "no half messages")
    for message in answer.split(separator: 0) {
      do {
        let reply = try Reply(message: Array(message))
        guard let name = reply.error else { continue }
        let parts = name.split(separator: ".")
        let interface = parts.dropLast().joined(separator: ".")
        let known = interface == Interface.theme.name ? Interface.theme : Interface.service
        #expect(interface == known.name && known.errors[String(parts.last ?? "")] != nil, "\(name)")
      } catch {
        Issue.record(error, "\(String(decoding: message.prefix(300), as: UTF8.self))")
      }
    }
  }
}
