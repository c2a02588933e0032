// SPDX-License-Identifier: MIT

public import ThemeModel

/// A resolved value of a theme: plain JSON, or one of the types that themes know.
public typealias ThemeValue = Value
