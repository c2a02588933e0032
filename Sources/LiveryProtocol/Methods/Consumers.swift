// SPDX-License-Identifier: MIT

package import JSONText
package import Varlink

extension ThemeInterface {
  /// Called with `more`: the answer is a stream of replies.
  package struct Register: ThemeMethod {
    package static var method: Method { .register }

    package var bundle: String?
    package var name: String?
    package var context: Context?
    package var select: [String]?
    package var mode: Mode?
    package var since: Since?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "name", &name, "context", &context, "select", &select)
      visitor.members("mode", &mode, "since", &since)
    }

    /// One message of a stream.
    package struct Reply: InterfaceStructure {
      package var consumer = ""
      package var event: Event = .other("")
      package var snapshot: Snapshot?
      package var delta: Delta?
      package var diagnostics: [Diagnostic]?
      package var held: Int?
      package var unsaved: Bool?
      package var reason: String?

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.members("consumer", &consumer, "event", &event, "snapshot", &snapshot, "delta", &delta)
        visitor.members("diagnostics", &diagnostics, "held", &held, "unsaved", &unsaved, "reason", &reason)
      }
    }
  }

  package struct Deregister: ThemeMethod {
    package static var method: Method { .deregister }
    package typealias Reply = Empty

    package var consumer = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("consumer", &consumer)
    }
  }

  package struct SetContext: ThemeMethod {
    package static var method: Method { .setContext }
    package typealias Reply = Empty

    package var consumer = ""
    package var context = Context()

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("consumer", &consumer, "context", &context)
    }
  }

  package struct ListConsumers: ThemeMethod {
    package static var method: Method { .listConsumers }

    package init() {}

    package struct Reply: InterfaceStructure {
      package var consumers: [Consumer] = []

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.member("consumers", &consumers)
      }
    }
  }
}

extension ThemeInterface {
  /// The kind of a message of a stream.
  package enum Event: InterfaceValue, Hashable {
    case snapshot, delta, diagnostics, end
    /// An event of a newer daemon; empty when there is no event.
    case other(String)

    private static let known: [(name: String, event: Event)] = [
      ("snapshot", .snapshot), ("delta", .delta), ("diagnostics", .diagnostics), ("end", .end),
    ]

    package static var interfaceType: Interface.ValueType { .enumeration(known.map(\.name)) }

    package init?(decoding node: some JSONNode) {
      guard let name = node.string else { return nil }
      self = Self.known.first { $0.name == name }?.event ?? .other(name)
    }

    package var encoded: JSONValue { .string(name) }

    /// The name on the socket.
    package var name: String {
      if case .other(let name) = self { return name }
      return Self.known.first { $0.event == self }?.name ?? ""
    }
  }
}

extension ThemeInterface {
  /// The position of a message in its stream, without the values: cheap for a program that passes messages on.
  package struct StreamPosition: InterfaceStructure {
    private struct State: InterfaceStructure {
      var generation: Int?
      var to: Int?
      var digest = ""

      init() {}

      mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.members("generation", &generation, "to", &to, "digest", &digest)
      }
    }

    package var event = Event.other("")
    private var snapshot: State?
    private var delta: State?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("event", &event, "snapshot", &snapshot, "delta", &delta)
    }

    /// The state after the message; nil for a message without a state.
    package var since: Since? {
      guard let state = delta ?? snapshot, let generation = state.to ?? state.generation else { return nil }
      return Since {
        $0.generation = generation
        $0.digest = state.digest
      }
    }
  }
}
