// SPDX-License-Identifier: GPL-2.0-or-later

/// The merge of one value's declarations, including those that lose.
struct MergeTrace {
  /// A declaration of the value.
  struct Candidate {
    var node: NodeReference
    /// The id whose layout reads the declaration. For a variant with a suffix this is the id without the suffix.
    var owner: SymbolID
    /// The nodes `inherit` that lead to the declaration, the outermost first.
    var inheritance: [NodeReference] = []
    /// The suffix of the declaration, or of an object around it.
    var suffix: Int?
    var status = Status.counts
    /// Whether it lost together with an object around it or with the whole id, so that it would not win without the others
    /// either.
    var lostWithObject = false
  }

  enum Status: Equatable {
    case counts
    case overridden(ValueExplanation.Rule)
    /// Its suffix is not active.
    case inactive
  }

  /// The kind of the value, with the data that finds its members.
  indirect enum Form {
    /// Not an object.
    case single
    /// The objects of several files. Candidates that lost name the members that they would have given.
    case object([Candidate])
    case laid(MergeTrace, over: MergeTrace, by: ValueExplanation.Rule)
    /// An inherited object that is not traced further.
    case slots(ArraySlice<DeclaredSlot>)
  }

  /// From the weakest to the strongest.
  var candidates: [Candidate] = []
  /// Nil if no candidate counts.
  var form: Form?

  var winner: Candidate? { candidates.last { $0.status == .counts } }

  var isObject: Bool {
    switch form {
    case .object, .laid, .slots: true
    case .single, nil: false
    }
  }
}
