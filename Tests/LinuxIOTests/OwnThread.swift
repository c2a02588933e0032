// SPDX-License-Identifier: MIT

import Glibc

/// A thread for a blocking call. Tasks must not block: their pool has as few threads as the machine has cores.
final class OwnThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private var thread = pthread_t()

  init(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run)).toOpaque()
    pthread_create(
      &thread, nil,
      { body in
        if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        return nil
      }, body)
  }

  func join() {
    pthread_join(thread, nil)
  }
}
