// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel

extension FileTable {
  /// One file. A bundle may have many, so that what few of them have is behind references.
  struct File {
    let path: String
    /// Whether the name may be that of a theme file. Other names are of links to directories outside of the bundle.
    let hasFileName: Bool
    private var isRead = false
    /// The dialects that claim the content; nil before the first use.
    var claims: Claims?
    /// Set for a part of a file, which has the file's path and content.
    @Rare var part: (base: FileID, FilePart)?
    var stored = StoredContent.gone
    /// Counts the contents. Data that was derived from an earlier content is out of date.
    var contentVersion = 0
    /// The result of reading the content, if it says anything.
    @Rare private var notableReading: Reading?
    private var linked: Served?
    private var last = LastState.none

    /// The linked state of the last generation.
    private enum LastState {
      case none
      /// That which is linked now.
      case linked
      case apart(Rare<Past>)
    }

    init(path: String) {
      self.path = path
      hasFileName = FileFormat.mayBeTheme(fileName: path)
    }

    /// The result of reading the content; nil before the first use.
    var reading: Reading? {
      get { isRead ? notableReading ?? Reading() : nil }
      set {
        isRead = newValue != nil
        notableReading = newValue.flatMap { $0.isNotable ? $0 : nil }
      }
    }

    /// The linked state: of the content, or of the past if the content is invalid.
    var served: Served? {
      get { linked }
      set {
        keepPastApart()
        linked = newValue
      }
    }

    /// The linked state of the last generation.
    var past: Past? {
      get {
        switch last {
        case .none: nil
        case .linked: linked.map(Past.init)
        case .apart(let past): past.wrappedValue
        }
      }
      set { last = newValue.map { .apart(Rare(wrappedValue: $0)) } ?? .none }
    }

    /// Makes the linked state the past.
    mutating func becomePast() { last = linked == nil ? .none : .linked }

    private mutating func keepPastApart() {
      if case .linked = last { past = linked.map(Past.init) }
    }

    /// Calls `body` with the texts of the content, of the linked state and of the past. They may be one text.
    func forEachText(_ body: (SourceText) -> Void) {
      if case .text(let text) = stored { body(text) }
      if let linked { body(linked.text) }
      if case .apart(let past) = last, let past = past.wrappedValue { body(past.text) }
    }

    /// Replaces these texts by equal ones in other storage.
    ///
    /// - Parameter equal: returns nil for a text that stays.
    mutating func replaceTexts(_ equal: (SourceText) -> SourceText?) {
      if case .text(let text) = stored, let equal = equal(text) { stored = .text(equal) }
      if let text = linked?.text, let equal = equal(text) { linked?.text = equal }
      if case .apart(let rare) = last, var past = rare.wrappedValue, let equal = equal(past.text) {
        past.text = equal
        self.past = past
      }
    }
  }

  /// The versions of the content and of the linked state of a file.
  struct Texts: Hashable {
    var content: Int
    var served: Int?
  }

  /// The content of a file.
  enum StoredContent {
    case gone
    case text(SourceText)
    /// See `FileChange.Content`.
    indirect case unreadable(Finding)
  }

  /// The result of reading the current content.
  struct Reading {
    var findings: [Finding] = []
    /// The last good generation of the file, while the content cannot be read and its earlier state is served.
    var heldBackSince: Int?
    /// The ids that recovery found in unreadable content without an earlier state.
    var recoveredIDs: [String] = []
    /// Whether the content lacks the part of a file, see `Declarations.isMissing`.
    var isMissing = false
  }

  struct Served {
    var text: SourceText
    @Rare private var structure: Structure?
    var valueCount: Int
    /// Distinguishes it from earlier states of the file.
    var version: Int
    /// Whether the file has a wrong shape, see `Declarations.isMisshapen`.
    var isMisshapen: Bool

    /// What plans are made of. Most files of most dialects have nothing of it.
    private struct Structure {
      var links: [Declarations.Link]
      var outline: TokenOutline?
      var resolver: ResolverDocument?
    }

    init(_ text: SourceText, _ declarations: Declarations, version: Int) {
      self.text = text
      let (links, outline, resolver) = (declarations.links, declarations.outline, declarations.resolver)
      if !links.isEmpty || outline != nil || resolver != nil {
        structure = Structure(links: links, outline: outline, resolver: resolver)
      }
      valueCount = declarations.nodes.count
      isMisshapen = declarations.isMisshapen
      self.version = version
    }

    var links: [Declarations.Link] { structure?.links ?? [] }
    var outline: TokenOutline? { structure?.outline }
    var resolver: ResolverDocument? { structure?.resolver }

    /// See `TokenOutline.movePlaces`.
    mutating func movePlaces(from offset: UInt32, by growth: Int) {
      structure?.outline?.movePlaces(from: offset, by: growth)
    }
  }

  struct Past {
    var text: SourceText
    /// The version of the state that was linked.
    var version: Int
    /// Whether the file had a wrong shape, so that it is not a last good state.
    var isMisshapen = false
    /// The last good generation of the file, if an earlier daemon ended while the file was held.
    var heldSince: Int?
  }
}

extension FileTable.Reading {
  fileprivate var isNotable: Bool {
    !findings.isEmpty || heldBackSince != nil || !recoveredIDs.isEmpty || isMissing
  }
}

extension FileTable.Past {
  /// The linked state becomes the past when it is published.
  init(_ served: FileTable.Served) {
    self.init(text: served.text, version: served.version, isMisshapen: served.isMisshapen)
  }
}

extension FileTable.File {
  /// What plans depend on in a file.
  struct Planned: Equatable {
    let links: [Declarations.Link]?
    let outline: TokenOutline?
    let resolver: ResolverDocument?
    let isMisshapen: Bool?
    let isMissing: Bool?
  }

  var planned: Planned {
    Planned(
      links: served?.links, outline: served?.outline, resolver: served?.resolver, isMisshapen: served?.isMisshapen,
      isMissing: reading?.isMissing)
  }

  /// The content. Each call for a compressed text costs its decompression; `stored` says whether there is one.
  var content: FileChange.Content {
    switch stored {
    case .gone: .gone
    case .text(let text): .bytes(text.bytes)
    case .unreadable(let finding): .unreadable(finding)
    }
  }

  /// Whether these bytes are the content. Costs a decompression if the size is the same and the text compressed.
  func hasContent(_ bytes: [UInt8]) -> Bool {
    guard case .text(let text) = stored, text.count == bytes.count else { return false }
    return FileChange.Content.bytes(text.bytes).isSame(as: .bytes(bytes))
  }

  /// Whether any state of it was read before.
  var isKnown: Bool { reading != nil || served != nil || past != nil }

  /// Whether its declarations are derived from other files, see `PlanAdditions`.
  var isAddition: Bool { if case (_, .addition)? = part { true } else { false } }

  /// Whether its findings concern every context: it is the manifest, or the values set at run time.
  var concernsAll: Bool { path == Manifest.path || path.isEmpty }

  var exists: Bool {
    switch stored {
    case .gone: false
    case .text, .unreadable: true
    }
  }
}

extension FileTable.StoredContent {
  init(_ content: FileChange.Content) {
    switch content {
    case .gone: self = .gone
    case .bytes(let bytes): self = .text(SourceText(bytes))
    case .unreadable(let finding): self = .unreadable(finding)
    }
  }
}
