// SPDX-License-Identifier: MIT

import CLinux
import Glibc

private final class Body {
  let name: String
  let run: @Sendable () -> Void

  init(_ name: String, _ run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }
}

/// Starts a detached thread: pthread_create(3).
///
/// The thread blocks all signals, so that the handlers of a host program run on its own threads.
///
/// - Parameter name: the name in `top -H` and debuggers, at most 15 bytes.
package func startThread(named name: String, _ run: @escaping @Sendable () -> Void) throws(SystemError) {
  var all = sigset_t()
  var before = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

  // The thread owns the body from its start. If it does not start, the body is released here.
  let body = Unmanaged.passRetained(Body(name, run))
  var thread = pthread_t()
  let answer = pthread_create(
    &thread, nil,
    { body in
      if let body {
        let body = Unmanaged<Body>.fromOpaque(body).takeRetainedValue()
        livery_name_this_thread(body.name)
        body.run()
      }
      return nil
    }, body.toOpaque())
  guard answer == 0 else {
    body.release()
    throw SystemError(call: "pthread_create", errno: Errno(rawValue: answer))
  }
  pthread_detach(thread)
}
