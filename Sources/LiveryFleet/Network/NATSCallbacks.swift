// SPDX-License-Identifier: GPL-2.0-or-later

import CNATS

// libnats calls these on threads of its own. A closure is the number of a mailbox.

let onAnswer: natsMsgHandler = { _, _, message, closure in
  guard let message else { return }
  defer { natsMsg_Destroy(message) }
  // The subject ends with the number of the request.
  let subject = String(cString: natsMsg_GetSubject(message))
  guard let number = subject.utf8.split(separator: UInt8(ascii: ".")).last.flatMap({ Int(String(Substring($0))) })
  else { return }
  Mailbox.of(closure)?.put(.answer(request: number, Answer(message)))
}

let onMessage: natsMsgHandler = { _, _, message, closure in
  guard let message else { return }
  defer { natsMsg_Destroy(message) }
  Mailbox.of(closure)?.put(.message(subject: String(cString: natsMsg_GetSubject(message))))
}

let onClosed: natsConnectionHandler = { connection, closure in
  Mailbox.of(closure)?.put(.closed(lastError(of: connection) ?? "the server closed it"))
}

let onError: natsErrHandler = { connection, _, status, closure in
  guard status == NATS_NOT_PERMITTED else { return }
  Mailbox.of(closure)?.put(.violation(lastError(of: connection) ?? "permission violation"))
}

private func lastError(of connection: OpaquePointer?) -> String? {
  var text: UnsafePointer<CChar>?
  guard natsConnection_GetLastError(connection, &text) != NATS_OK, let text else { return nil }
  let words = String(cString: text)
  return words.isEmpty ? nil : words
}

extension Answer {
  fileprivate init(_ message: OpaquePointer) {
    let count = Int(natsMsg_GetDataLength(message))
    // The data lives as long as the message.
    bytes =
      natsMsg_GetData(message).map { data in
        Array(UnsafeRawBufferPointer(start: data, count: count))
      } ?? []
    func header(_ name: String) -> String? {
      var text: UnsafePointer<CChar>?
      guard natsMsgHeader_Get(message, name, &text) == NATS_OK, let text else { return nil }
      return String(cString: text)
    }
    status = header("Status").flatMap { Int($0) }
    sequence = header("Nats-Sequence").flatMap { UInt64($0) }
    time = header("Nats-Time-Stamp").flatMap(secondsSince1970(of:))
  }
}
