// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import Testing
import ThemeComposition
import ThemeModel
import Varlink

/// The Swift types have exactly the members that `io.livery.Theme.varlink` describes.
@Suite struct InterfaceTextTests {
  private static let calls: [any ThemeMethod.Type] = [
    ThemeInterface.Register.self, ThemeInterface.Deregister.self, ThemeInterface.SetContext.self,
    ThemeInterface.ListConsumers.self, ThemeInterface.ListBundles.self, ThemeInterface.AddBundle.self,
    ThemeInterface.RemoveBundle.self, ThemeInterface.ListFiles.self, ThemeInterface.Resolve.self,
    ThemeInterface.Compose.self,
    ThemeInterface.Explain.self, ThemeInterface.ListReferences.self, ThemeInterface.Check.self,
    ThemeInterface.UseThemes.self,
    ThemeInterface.ModifyConstant.self, ThemeInterface.ModifyStyle.self, ThemeInterface.SetStyleInheritance.self,
    ThemeInterface.ListModifications.self, ThemeInterface.ResetModifications.self,
    ThemeInterface.SynchronizeModifications.self, ThemeInterface.SetOverlay.self, ThemeInterface.ListOverlays.self,
    ThemeInterface.DropOverlay.self, ThemeInterface.ListGenerations.self, ThemeInterface.ListUses.self,
    ThemeInterface.Diff.self,
    ThemeInterface.ListChangedFiles.self, ThemeInterface.ReadFile.self, ThemeInterface.Forget.self,
    ThemeInterface.Sync.self,
    ThemeInterface.Reload.self, ThemeInterface.Status.self,
  ]

  private static let errors: [any ThemeError.Type] = [
    ThemeInterface.BundleNotFound.self, ThemeInterface.BundleRequired.self, ThemeInterface.BundleExists.self,
    ThemeInterface.BundleUnreadable.self, ThemeInterface.NoSuchConsumer.self, ThemeInterface.NoSuchPath.self,
    ThemeInterface.LimitExceeded.self, ThemeInterface.NoSuchTheme.self, ThemeInterface.NoSuchConstant.self,
    ThemeInterface.NoSuchStyle.self, ThemeInterface.BadValue.self, ThemeInterface.NotSaved.self,
    ThemeInterface.BadConfiguration.self, ThemeInterface.NoSuchGeneration.self,
  ]

  private static let types: [any InterfaceStructure.Type] = [
    ThemeInterface.Context.self, ThemeInterface.Since.self, ThemeInterface.Position.self, ThemeInterface.Range.self,
    ThemeInterface.Related.self, ThemeInterface.Edit.self, ThemeInterface.Fix.self, ThemeInterface.Diagnostic.self,
    Element.self, ThemeInterface.Latency.self, ThemeInterface.Bucket.self, ThemeInterface.Bundle.self,
    ThemeInterface.Consumer.self, ThemeInterface.Limits.self, ThemeInterface.Problem.self,
    ThemeInterface.Counters.self, ThemeInterface.Reference.self, ThemeInterface.TextEdit.self,
    ThemeInterface.Overlay.self, Cause.self, ThemeInterface.Generation.self, ThemeInterface.Use.self,
    ThemeInterface.ChangedFile.self,
  ]

  /// Compares members by name; their order carries no meaning.
  private func check(
    _ type: any InterfaceStructure.Type, has described: [Interface.Field]?,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    func byName(_ fields: [Interface.Field]) -> [Interface.Field] {
      fields.map { Interface.Field($0.name, ordered($0.type)) }.sorted { $0.name < $1.name }
    }
    #expect(byName(type.fields) == byName(try #require(described)), "\(type)", sourceLocation: location)
  }

  /// The type with the names of an enumeration in order.
  private func ordered(_ type: Interface.ValueType) -> Interface.ValueType {
    switch type {
    case .enumeration(let names): .enumeration(names.sorted())
    case .optional(let type): .optional(ordered(type))
    case .array(let type): .array(ordered(type))
    case .bool, .int, .float, .string, .object, .named, .map, .structure: type
    }
  }

  @Test func methodsHaveTheirMembers() throws {
    #expect(Interface.theme.name == ThemeInterface.name)
    #expect(Set(Interface.theme.methods.keys) == Set(ThemeInterface.Method.allCases.map(\.rawValue)))
    #expect(Self.calls.map { $0.method.rawValue }.sorted() == Interface.theme.methods.keys.sorted())
    for call in Self.calls {
      #expect("\(call)" == call.method.rawValue)
      try checkMembers(of: call)
    }
  }

  private func checkMembers<Method: ThemeMethod>(of call: Method.Type) throws {
    let described = Interface.theme.methods[call.method.rawValue]
    try check(call, has: described?.parameters)
    try check(Method.Reply.self, has: described?.reply)
  }

  @Test func errorsHaveTheirMembers() throws {
    #expect(Self.errors.map { "\($0)" }.sorted() == Interface.theme.errors.keys.sorted())
    for error in Self.errors {
      #expect(error.fullName == "io.livery.Theme.\(error)")
      try check(error, has: Interface.theme.errors["\(error)"])
    }
  }

  @Test func typesHaveTheirMembers() throws {
    #expect(Self.types.map { "\($0)" }.sorted() == Interface.theme.types.keys.sorted())
    for type in Self.types {
      guard case .structure(let fields)? = Interface.theme.types["\(type)"] else {
        Issue.record("\(type) is not a structure")
        continue
      }
      try check(type, has: fields)
    }
  }

  /// Clients in other languages refuse arrays of arrays.
  @Test func keepsToWhatEveryClientReads() {
    #expect(!Interface.theme.description.contains("[][]"))
    #expect(!Interface.theme.description.utf8.contains(UInt8(ascii: "\t")))
    #expect(Interface.theme.description.utf8.allSatisfy { $0 < 0x80 })
  }
}
