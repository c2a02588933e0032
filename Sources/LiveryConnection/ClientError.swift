// SPDX-License-Identifier: MIT

import JSONText
package import LinuxIO
package import Varlink

/// The reason why a call got no reply.
package enum ClientError: Error, Equatable {
  /// No connection could be made.
  case notReachable(SystemError)
  /// The connection ended before the answer.
  case connectionLost
  /// No answer came in this time.
  case noAnswer(seconds: Int)
  /// The daemon answered with an error.
  case refused(CallError)
  /// The answer is not Varlink, with the reason.
  case protocolViolation(String)
}

extension ClientError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notReachable(let error): "no daemon can be reached: \(error)"
    case .connectionLost: "the connection to the daemon is lost"
    case .noAnswer(let seconds): "no answer came within \(seconds) s"
    case .refused(let error): "the daemon answers \(error.name) \(JSONValue.object(error.parameters).text)"
    case .protocolViolation(let reason): "the answer makes no sense: \(reason)"
    }
  }
}
