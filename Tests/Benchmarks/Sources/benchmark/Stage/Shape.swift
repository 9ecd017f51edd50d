import CTreeShape
import Glibc

/// The tree that all contestants show; see `treeshape.h`.
struct Shape {
  let tree: tree_shape

  init(items: Int = 0, flat: Int = 0, data: Int = 0) {
    tree = tree_shape_make(UInt64(items), UInt64(flat), UInt64(data))
  }

  /// Everything beneath the root.
  var itemCount: Int { Int(tree.items) + (tree.flat > 0 ? Int(tree.flat) + 1 : 0) + (tree.data > 0 ? 1 : 0) }

  var directoryCount: Int { Int(tree.directories) }

  func forEachChild(of directory: tree_node, _ body: (tree_node, String) throws -> Void) rethrows {
    var position: UInt64 = 0
    while let (node, name) = child(of: directory, at: position) {
      try body(node, name)
      position += 1
    }
  }

  func child(of directory: tree_node, at position: UInt64) -> (tree_node, String)? {
    var tree = tree
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(TREE_NAME_BYTES)) { name in
      let node = tree_child(&tree, directory, position, name.baseAddress)
      return node == 0 ? nil : (node, String(cString: name.baseAddress!))
    }
  }

  func attributes(of node: tree_node) -> stat {
    var tree = tree
    var attributes = stat()
    tree_attributes(&tree, node, &attributes)
    return attributes
  }

  func linkTarget(of node: tree_node) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(TREE_NAME_BYTES)) { target in
      tree_link_target(node, target.baseAddress)
      return String(cString: target.baseAddress!)
    }
  }

  /// The path of a regular file in `/flat`, relative to the root.
  var someFile: String {
    var tree = tree
    let flat = tree_find(&tree, TREE_ROOT, "flat")
    var position: UInt64 = 0
    while let (node, name) = child(of: flat, at: position) {
      if tree_kind(node) == S_IFREG { return "flat/\(name)" }
      position += 1
    }
    return "flat"
  }
}
