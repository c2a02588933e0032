// SPDX-License-Identifier: MIT

extension ThemeInterface {
  package struct Limits: InterfaceStructure {
    package var request = 0
    package var depth = 0
    package var message = 0
    package var queue = 0
    package var unsent = 0
    package var connections = 0
    package var connectionsPerUser = 0
    package var consumersPerConnection = 0
    package var stalled = 0
    package var bundles = 0
    package var contexts = 0
    package var resume = 0
    package var consumerName = 0
    package var file = 0
    package var modifications = 0
    package var contextsPerUser = 0
    package var contextText = 0
    package var contextThemes = 0
    package var contextModifiers = 0
    package var patterns = 0
    package var patternSegments = 0
    package var unfinished = 0
    package var diagnostics = 0
    package var diagnosticsBytes = 0
    package var overlays = 0
    package var overlayBytes = 0
    package var overlayRequest = 0
    package var history = 0
    package var historyBytes = 0

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("request", &request, "depth", &depth, "message", &message, "queue", &queue)
      visitor.members("unsent", &unsent, "connections", &connections, "connectionsPerUser", &connectionsPerUser)
      visitor.members("consumersPerConnection", &consumersPerConnection, "stalled", &stalled, "bundles", &bundles)
      visitor.members("contexts", &contexts, "resume", &resume, "consumerName", &consumerName, "file", &file)
      visitor.members("modifications", &modifications, "contextsPerUser", &contextsPerUser, "contextText", &contextText)
      visitor.members("contextThemes", &contextThemes, "contextModifiers", &contextModifiers)
      visitor.members("patterns", &patterns, "patternSegments", &patternSegments)
      visitor.members("unfinished", &unfinished, "diagnostics", &diagnostics, "diagnosticsBytes", &diagnosticsBytes)
      visitor.members("overlays", &overlays, "overlayBytes", &overlayBytes, "overlayRequest", &overlayRequest)
      visitor.members("history", &history, "historyBytes", &historyBytes)
    }
  }

  package struct Counters: InterfaceStructure {
    package var filesParsed = 0
    package var declarationsChanged = 0
    package var valuesResolved = 0
    package var deltasSent = 0
    package var conflated = 0
    package var messagesEncoded = 0
    package var rescans = 0

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("filesParsed", &filesParsed, "declarationsChanged", &declarationsChanged)
      visitor.members("valuesResolved", &valuesResolved, "deltasSent", &deltasSent, "conflated", &conflated)
      visitor.members("messagesEncoded", &messagesEncoded, "rescans", &rescans)
    }
  }

  /// A problem of the configuration.
  package struct Problem: InterfaceStructure {
    package var file: String?
    package var line: Int?
    package var column: Int?
    package var message = ""
    package var help: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("file", &file, "line", &line, "column", &column, "message", &message)
      visitor.member("help", &help)
    }
  }
}
