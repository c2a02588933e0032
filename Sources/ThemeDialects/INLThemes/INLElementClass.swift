// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// A class of elements and the attributes that INLThemes sets on it. Classes inherit attributes from their base classes; elements
/// of an app's own classes may have further ones.
package struct INLElementClass: Sendable, Hashable {
  package var name: String
  package var attributes: [String]

  private init(_ name: String, _ attributes: [String]) {
    self.name = name
    self.attributes = attributes
  }

  /// The table of INLThemes' README.
  package static let all = [
    INLElementClass("UIView", ["alpha", "backgroundColor", "cornerRadius", "hidden", "tintColor"]),
    INLElementClass("UIButton", ["color", "font", "fontSize", "image", "text", "textColor"]),
    INLElementClass("UICollectionViewCell", ["backgroundColor", "selectedBackgroundColor"]),
    INLElementClass("UIImageView", ["image"]),
    INLElementClass("UILabel", ["font", "fontSize", "text", "textColor"]),
    INLElementClass("UINavigationBar", ["barTintColor"]),
    INLElementClass("UIPageControl", ["color", "inactiveColor"]),
    INLElementClass("UIScrollView", ["useDarkIndicator"]),
    INLElementClass("UITabBar", ["barTintColor"]),
    INLElementClass("UITableView", ["separatorColor"]),
    INLElementClass("UITableViewCell", ["backgroundColor", "selectedBackgroundColor"]),
    INLElementClass("UITextField", ["font", "fontSize", "placeholderColor", "placeholder", "text", "textColor"]),
    INLElementClass("UITextView", ["font", "fontSize", "text", "textColor"]),
    INLElementClass("UIBarButtonItem", ["color", "image"]),
    INLElementClass("UITabBarItem", ["image", "selectedImage", "title"]),
    INLElementClass("NSLayoutConstraint", ["active", "constant", "priority"]),
  ]

  /// The attributes of all classes, sorted.
  package static let allAttributes = BytewiseSet(all.flatMap(\.attributes)).sorted()
}
