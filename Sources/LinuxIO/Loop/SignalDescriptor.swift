// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// The signals that the programs of this package wait for.
package enum Signal: Hashable, Sendable, CaseIterable {
  case interrupt
  case terminate
  case hangUp
  case windowChanged
  case terminalStop
  case continued

  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .windowChanged: SIGWINCH
    case .terminalStop: SIGTSTP
    case .continued: SIGCONT
    }
  }
}

/// Signals as a descriptor: signalfd(2).
///
/// The calling thread, and threads that it starts later, block the signals from now on: make it before any thread.
package struct SignalDescriptor: ~Copyable {
  package let descriptor: FileDescriptor

  package init(_ signals: [Signal]) throws(SystemError) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal.number) }
    try value(-Int(pthread_sigmask(SIG_BLOCK, &mask, nil)), of: "pthread_sigmask")
    descriptor = try LinuxIO.descriptor(SystemCalls.signalCreate(&mask), of: "signalfd")
  }

  /// The signals that arrived, in the order of the kernel. Empty if none did. An error after some signals is left to the next
  /// call.
  package borrowing func read() throws(SystemError) -> [Signal] {
    var signals: [Signal] = []
    while true {
      var information = signalfd_siginfo()
      let answer = withUnsafeMutableBytes(of: &information) { SystemCalls.read(descriptor.raw, $0) }
      if answer == -Int(EAGAIN) || answer < 0 && !signals.isEmpty { return signals }
      try value(answer, of: "read")
      signals += Signal.allCases.filter { $0.number == information.ssi_signo }
    }
  }
}

/// Ignores SIGPIPE: writing to a pipe or socket without a reader answers EPIPE from now on.
package func ignoreBrokenPipeSignal() {
  signal(SIGPIPE, SIG_IGN)
}

/// Stops this process until it is continued, as the suspend key of the terminal does.
package func suspendProcess() {
  kill(getpid(), SIGSTOP)
}
