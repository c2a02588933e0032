// SPDX-License-Identifier: MIT

import CLinux

/// What a test has come of a system call in place of what the kernel would say.
package enum Interception: Hashable, Sendable {
  /// The kernel is asked.
  case none
  /// The call fails, and the kernel is not asked; but close(2) frees its descriptor whatever it answers.
  case failure(Errno)
  /// A call that moves bytes is made for so many of them at most, one at least. Other calls are made as they are.
  case atMost(Int)
}

/// Runs `body`, and asks `decide` before each system call that this module makes on the same thread meanwhile, and before
/// each repetition of one that was interrupted.
///
/// This is how tests provoke what a kernel seldom does. Where nobody intercepts, a call costs one look at a variable of its
/// thread.
///
/// - Precondition: the thread has no interceptor yet.
package func interceptingSystemCalls<Result, Failure: Error>(
  _ decide: @escaping (SystemCall) -> Interception, in body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  precondition(livery_interceptor() == nil, "one interceptor a thread")
  // The thread's variable does not own it: it is valid because it is held here until it is taken out.
  let interceptor = Interceptor(decide)
  livery_set_interceptor(Unmanaged.passUnretained(interceptor).toOpaque())
  defer {
    livery_set_interceptor(nil)
    withExtendedLifetime(interceptor) {}
  }
  return try body()
}

/// What is to come of a call that is about to be made.
package func interception(of call: SystemCall) -> Interception {
  guard let interceptor = livery_interceptor() else { return .none }
  return Unmanaged<Interceptor>.fromOpaque(interceptor).takeUnretainedValue().decide(call)
}

private final class Interceptor {
  let decide: (SystemCall) -> Interception
  init(_ decide: @escaping (SystemCall) -> Interception) { self.decide = decide }
}
