// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LinuxIO

extension SystemCalls {
  static func datagramSocket() -> Int {
    repeating(.socket) { Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
  }

  static func send(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, to address: UnsafePointer<sockaddr>, _ length: socklen_t,
    _ flags: Int32 = 0
  ) -> Int {
    repeating(.sendTo, bytes: bytes.count) { _ in
      sendto(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | flags, address, length)
    }
  }

  static func sendDescriptor(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, to address: UnsafePointer<sockaddr>, _ length: socklen_t,
    _ passed: Int32
  ) -> Int {
    repeating(.send, bytes: bytes.count) { _ in
      Int(livery_send_descriptor(descriptor, address, length, bytes.baseAddress, UInt(bytes.count), passed))
    }
  }
}
