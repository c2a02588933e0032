// SPDX-License-Identifier: MIT

package import Varlink

/// The interface `io.livery.Theme`: the names of its methods, and a type for each method, error and type.
///
/// It is a namespace: each method, error and type is a type of its own, in a file by groups. `io.livery.Theme.varlink` describes
/// them, and a test compares all of them with that text.
package enum ThemeInterface {
  package static let name = "io.livery.Theme"

  /// The vendor and product by which the reply of `org.varlink.service.GetInfo` identifies Livery's daemon.
  package static let vendor = "Livery"
  package static let product = "liveryd"

  package static func isServed(by service: ServiceInformation) -> Bool {
    service.vendor == vendor && service.product == product
  }

  package enum Method: String, CaseIterable, Sendable {
    case register = "Register"
    case deregister = "Deregister"
    case setContext = "SetContext"
    case listConsumers = "ListConsumers"
    case listBundles = "ListBundles"
    case addBundle = "AddBundle"
    case removeBundle = "RemoveBundle"
    case listFiles = "ListFiles"
    case resolve = "Resolve"
    case compose = "Compose"
    case explain = "Explain"
    case listReferences = "ListReferences"
    case check = "Check"
    case useThemes = "UseThemes"
    case modifyConstant = "ModifyConstant"
    case modifyStyle = "ModifyStyle"
    case setStyleInheritance = "SetStyleInheritance"
    case listModifications = "ListModifications"
    case resetModifications = "ResetModifications"
    case synchronizeModifications = "SynchronizeModifications"
    case setOverlay = "SetOverlay"
    case listOverlays = "ListOverlays"
    case dropOverlay = "DropOverlay"
    case listUses = "ListUses"
    case listGenerations = "ListGenerations"
    case diff = "Diff"
    case listChangedFiles = "ListChangedFiles"
    case readFile = "ReadFile"
    case forget = "Forget"
    case sync = "Sync"
    case reload = "Reload"
    case status = "Status"

    /// The name in a call: `io.livery.Theme.Register`.
    package var fullName: String { "\(ThemeInterface.name).\(rawValue)" }

    /// Whether it only reads.
    package var isQuestion: Bool {
      switch self {
      case .register, .listConsumers, .listBundles, .listFiles, .resolve, .compose, .explain, .listReferences,
        .check, .listModifications, .listOverlays, .listUses, .listGenerations, .diff, .listChangedFiles, .readFile,
        .status:
        true
      case .deregister, .addBundle, .removeBundle, .setContext, .useThemes, .modifyConstant, .modifyStyle,
        .setStyleInheritance, .resetModifications, .synchronizeModifications, .setOverlay, .dropOverlay, .forget,
        .sync, .reload:
        false
      }
    }
  }
}

extension Interface {
  /// The interface of Livery's daemon.
  package static let theme = Interface(embedded: PackageResources.io_livery_Theme_varlink)
}

/// The parameters of a method.
package protocol ThemeMethod: InterfaceStructure {
  associatedtype Reply: InterfaceStructure
  static var method: ThemeInterface.Method { get }
}

extension ThemeInterface {
  /// The parameters or the reply of a method that has none.
  package struct Empty: InterfaceStructure {
    package init() {}
  }

  /// The reply of methods that change a bundle: the generation that holds the change.
  package struct GenerationReply: InterfaceStructure {
    package var generation = 0

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("generation", &generation)
    }
  }
}
