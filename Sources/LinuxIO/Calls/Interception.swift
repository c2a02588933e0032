// SPDX-License-Identifier: MIT

import CLinux

/// The decision of a test about a system call.
package enum Interception: Hashable, Sendable {
  /// The kernel runs the call.
  case none
  /// The call fails without the kernel. close(2) frees its descriptor all the same.
  case failure(Errno)
  /// A call that moves bytes moves at most this number, and at least one. Other calls run unchanged.
  case atMost(Int)
}

/// Runs `body`, and asks `decide` before each system call of the same thread, and before each repetition of an interrupted
/// one.
///
/// Tests provoke rare failures with it. Without an interceptor, a call costs one read of a thread-local variable.
///
/// - Precondition: the thread has no interceptor yet.
package func interceptingSystemCalls<Result, Failure: Error>(
  _ decide: @escaping (SystemCall) -> Interception, in body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  precondition(livery_interceptor() == nil, "one interceptor a thread")
  // The thread's variable does not own the interceptor. This function holds it until the variable is cleared.
  let interceptor = Interceptor(decide)
  livery_set_interceptor(Unmanaged.passUnretained(interceptor).toOpaque())
  defer {
    livery_set_interceptor(nil)
    withExtendedLifetime(interceptor) {}
  }
  return try body()
}

/// The decision about a call, before it runs.
package func interception(of call: SystemCall) -> Interception {
  guard let interceptor = livery_interceptor() else { return .none }
  return Unmanaged<Interceptor>.fromOpaque(interceptor).takeUnretainedValue().decide(call)
}

private final class Interceptor {
  let decide: (SystemCall) -> Interception
  init(_ decide: @escaping (SystemCall) -> Interception) { self.decide = decide }
}
