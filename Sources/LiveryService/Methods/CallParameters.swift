// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import TextComparison
import ThemeModel
import Varlink

/// The parameters that several methods share.
extension Daemon {
  /// The bundle that is named, or the only one that this peer may read. To who may not read it, it does not exist.
  func bundle(of parameters: JSONObject, for peer: PeerCredentials) throws(CallError) -> BundleHost {
    let visible = bundles.filter { mayRead($0, peer) }
    let unserved = unserved(for: peer)
    let name = parameters["bundle"]?.string
    if name == nil, visible.count + unserved.count != 1 {
      throw .bundleRequired(visible.map(\.name) + unserved.map(\.name))
    }
    func isMeant(_ other: String) -> Bool { name.map { Bytewise($0) == Bytewise(other) } ?? true }
    if let bundle = visible.first(where: { isMeant($0.name) }) { return bundle }
    if let waiting = unserved.first(where: { isMeant($0.name) }) {
      throw .bundleUnreadable(waiting.path, waiting.error.errno.text)
    }
    throw .bundleNotFound(name ?? "")
  }

  /// The channel of the context that is asked about; open for the question alone, unless somebody is in it.
  func channel(of parameters: JSONObject, in bundle: BundleHost) throws(CallError) -> Channel {
    let context = try context(of: parameters)
    do throws(ContextsInUse) {
      return try bundle.channel(for: context)
    } catch {
      throw CallError(error, limits)
    }
  }

  /// The channel of a context for a consumer of a user.
  func channel(
    for context: Context, in bundle: BundleHost, heldBy peer: PeerCredentials
  ) throws(CallError) -> Channel {
    do throws(ContextsInUse) {
      return try bundle.channel(for: context, heldBy: peer.user)
    } catch {
      throw CallError(error, limits)
    }
  }

  func context(of parameters: JSONObject) throws(CallError) -> Context {
    guard let context = parameters["context"] else { return Context() }
    let themes = context["themes"]?.array?.compactMap(\.string) ?? []
    if themes.count > Limits.contextThemes { throw .limitExceeded("contextThemes", Limits.contextThemes) }
    let version = context["version"]?.string
    let language = context["language"]?.string
    for text in themes + [version, language].compactMap(\.self) where text.utf8.count > Limits.contextText {
      throw .limitExceeded("contextText", Limits.contextText)
    }
    var device: Context.Device?
    if let name = context["device"]?.string {
      device = Context.Device(rawValue: name)
      guard device != nil else { throw .invalidParameter("context.device") }
    }
    if let version, !Context.isVersion(version) { throw .invalidParameter("context.version") }
    return Context(device: device, version: version, language: language, themes: themes)
  }

  func selection(of parameters: JSONObject) throws(CallError) -> Selection {
    do throws(SelectionError) {
      return try Selection(select: parameters["select"]?.array?.compactMap(\.string) ?? [])
    } catch {
      switch error {
      case .tooManyPatterns: throw .limitExceeded("patterns", Selection.maximumPatterns)
      case .tooManySegments: throw .limitExceeded("patternSegments", Selection.maximumSegments)
      }
    }
  }
}

extension CallError {
  fileprivate init(_ error: ContextsInUse, _ limits: Limits) {
    switch error {
    case .ofAll: self = .limitExceeded("contexts", limits.contexts)
    case .ofUser: self = .limitExceeded("contextsPerUser", limits.contextsPerUser)
    }
  }
}
