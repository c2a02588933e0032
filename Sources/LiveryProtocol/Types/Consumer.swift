// SPDX-License-Identifier: MIT

extension ThemeInterface {
  package enum Mode: String, InterfaceEnumeration { case snapshot, delta }

  /// An entry of ListConsumers.
  package struct Consumer: InterfaceStructure {
    package var consumer = ""
    package var name: String?
    package var pid = 0
    package var uid = 0
    package var bundle = ""
    package var context = Context()
    package var mode: Mode = .delta
    package var select: [String] = []
    package var generationSent = 0
    package var generationSeen = 0
    package var generationCurrent = 0
    package var queuedBytes = 0
    /// Seconds since 1970.
    package var connectedSince = 0

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("consumer", &consumer, "name", &name, "pid", &pid, "uid", &uid)
      visitor.members("bundle", &bundle, "context", &context, "mode", &mode, "select", &select)
      visitor.member("generationSent", &generationSent)
      visitor.members("generationSeen", &generationSeen, "generationCurrent", &generationCurrent)
      visitor.members("queuedBytes", &queuedBytes, "connectedSince", &connectedSince)
    }
  }
}
