// SPDX-License-Identifier: MIT

import CLinux

/// The user to whom one end of an established TCP connection within this machine belongs, by the diagnosis of sockets,
/// sock_diag(7). Both ends have the address 127.0.0.1.
///
/// - Parameters:
///   - port: of the end that is asked about.
///   - own: of the other end.
/// - Returns: nil when the connection is not found, or when that end has closed it.
package func ownerOfLocalConnection(from port: UInt16, to own: UInt16) throws(SystemError) -> UInt32? {
  var user: UInt32 = 0
  do throws(SystemError) {
    try value(
      SystemCalls.repeating(.socketDiagnosis) { livery_local_connection_owner(port, own, &user) }, of: "sock_diag")
  } catch {
    if error.errno == .noSuchFile { return nil }
    throw error
  }
  return user
}
