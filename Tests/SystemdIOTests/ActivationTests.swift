// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import LinuxIO
@testable import SystemdIO

/// The protocols of a service manager: passed descriptors and notifications.
@Suite struct ActivationTests {
  private func check(
    _ variables: [String: String], _ expected: [String], _ location: SourceLocation = #_sourceLocation
  ) {
    let activation = Activation(process: 42) { variables[$0] }
    #expect(activation.descriptors.map { "\($0.number) \($0.name)" } == expected, sourceLocation: location)
  }

  @Test func descriptorsAreNumberedAndNamed() {
    check([:], [])
    check(["LISTEN_PID": "42", "LISTEN_FDS": "1"], ["3 "])
    check(["LISTEN_PID": "42", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "varlink"], ["3 varlink"])
    check(["LISTEN_PID": "42", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "a::c"], ["3 a", "4 ", "5 c"])
    check(["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a"], ["3 a", "4 "])
  }

  @Test func whatIsMeantForAnotherOrMakesNoSenseIsPassedOver() {
    check(["LISTEN_PID": "41", "LISTEN_FDS": "1"], [])
    check(["LISTEN_FDS": "1"], [])
    check(["LISTEN_PID": "42"], [])
    for count in ["0", "-1", "x", "", "99999999999", "2147483647"] {
      check(["LISTEN_PID": "42", "LISTEN_FDS": count], [])
    }
  }

  /// libinotifytools calls select(2), which takes numbers below 1,024 only.
  @Test func lowNumbersStayFreeWithManyDescriptors() throws {
    let pair = try UnixStream.pair()
    // High numbers: the test process uses the low ones.
    let first: Int32 = 5000
    for number in first..<first + 1100 { #expect(dup2(pair.first.descriptor.raw, number) == number) }
    defer { for number in first..<first + 4096 { close(number) } }
    var activation = Activation(process: 42, first: first) { ["LISTEN_PID": "42", "LISTEN_FDS": "1100"][$0] }
    activation.leaveLowNumbers(in: first + 500..<first + 1000)
    let numbers = activation.descriptors.map(\.number)
    #expect(Set(numbers).count == 1100)
    #expect(numbers[..<500].elementsEqual(first..<first + 500))
    for number in first + 500..<first + 1000 { #expect(fcntl(number, F_GETFD) == -1 && !numbers.contains(number)) }
    for number in numbers[500..<1000] { #expect(fcntl(number, F_GETFD) == FD_CLOEXEC) }
    #expect(try numbers.allSatisfy { try fileStatus("/proc/self/fd/\($0)").kind == .socket })
  }

  // MARK: The other way

  private func watchdog(_ variables: [String: String]) -> UInt64? {
    ServiceManager(process: 42) { (["NOTIFY_SOCKET": "/nowhere"].merging(variables) { $1 })[$0] }?.watchdog
  }

  @Test func aManagerIsThereWhenItsSocketIs() {
    #expect(ServiceManager(process: 42) { _ in nil } == nil)
    for address in ["", "relative", "vsock:2:1"] {
      #expect(ServiceManager(process: 42) { $0 == "NOTIFY_SOCKET" ? address : nil } == nil)
    }
    #expect(watchdog([:]) == nil)
    #expect(watchdog(["WATCHDOG_USEC": "3000000"]) == 3_000_000_000)
    #expect(watchdog(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "42"]) == 3_000_000_000)
    #expect(watchdog(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "41"]) == nil)
    for time in ["0", "-1", "x", "18446744073709551615"] { #expect(watchdog(["WATCHDOG_USEC": time]) == nil) }
  }

  /// Binds a datagram socket like a service manager.
  private func managerSocket(_ address: SocketAddress) -> Int32 {
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    #expect(address.with { Int(bind(number, $0, $1)) } == 0)
    return number
  }

  private func received(_ number: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(number, &bytes, bytes.count, 0)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  @Test(arguments: [true, false]) func messagesAreDatagramsOfLines(isAbstract: Bool) throws {
    let directory = try ScratchDirectory()
    let name = isAbstract ? "@livery-test-\(directory.path)" : directory("notify")
    let number = managerSocket(try SocketAddress(serviceManager: name))
    defer { close(number) }
    let manager = try #require(ServiceManager(process: 42) { $0 == "NOTIFY_SOCKET" ? name : nil })
    manager.send(.ready, .status("two\nlines"))
    manager.send(.reloading(at: 12_345_678))
    manager.send(.stopping)
    manager.send(.alive)
    #expect(received(number) == "READY=1\nSTATUS=two lines")
    #expect(received(number) == "RELOADING=1\nMONOTONIC_USEC=12345")
    #expect(received(number) == "STOPPING=1")
    #expect(received(number) == "WATCHDOG=1")
    #expect(received(number) == nil)
  }

  @Test func aMissingManagerIsNoError() {
    ServiceManager(process: 42) { $0 == "NOTIFY_SOCKET" ? "/nowhere/notify" : nil }?.send(.ready)
  }
}
