// An adopted package has this module and ImageIO under other names, and where one renamed module imports another, SwiftPM tells the new name to
// only one of those who import it. So neither imports the other, and what both need is in a module that keeps its name.
@_exported public import CoreGraphicsNames
