// SPDX-License-Identifier: MIT

/// A text of a theme in a message: in backticks, or in words if it is empty.
package func quotedText(_ text: String) -> String { text.isEmpty ? "the empty text" : "`\(text)`" }
