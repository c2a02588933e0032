// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// What is well-formed in a resolved theme and probably not meant.
///
/// Costs a walk over all values, and sorting the constants that are colours.
///
/// - Parameters:
///   - constants: the members of the snapshot's `constants`, in its order; `styles` likewise.
///   - dialect: the name of the dialect; of one that is not known only what holds of all is looked at.
/// - Returns: the findings in the order of their rules, then of the ids.
package func designFindings(
  constants: [Value.Member], styles: [Value.Member], dialect: String
) -> [DesignFinding] {
  var findings = nearDuplicateFindings(constants)
  if let vocabulary = DesignVocabulary(dialect: dialect) {
    findings += contrastFindings(styles, vocabulary)
    if vocabulary.additiveStates { findings += additiveFindings(styles, vocabulary) }
  }
  return findings
}
