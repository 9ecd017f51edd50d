extension StoreCheck {
  /// Checks values that follow from other rows and are stored for speed. Repairs are logged, so that mounts notify their kernels.
  func checkDerived() throws(StoreError) {
    let counts = try store.readCommitted { (reader) throws(StoreError) in
      try reader.integers(
        """
        SELECT f.id FROM items f WHERE f.kind = 2 AND f.subfolders <>
          (SELECT count(*) FROM items c WHERE c.parent = f.id AND c.kind = 2)
        """)
    }
    for id in counts.map({ ItemID(rawValue: $0) }) {
      try mend("its number of subfolders is wrong", id) { (transaction) throws(StoreError) in
        try CheckEditor(transaction).recountSubfolders(of: id)
      }
    }
    let marks = try store.readCommitted { (reader) throws(StoreError) in
      try reader.integers(
        """
        SELECT id FROM items LEFT JOIN members ON item = id
        WHERE (flags & 1) <> (item IS NOT NULL AND suspended = 0)
        """)
    }
    for id in marks.map({ ItemID(rawValue: $0) }) {
      try mend("its working-set flag is wrong", id) { (transaction) throws(StoreError) in
        try CheckEditor(transaction).correctMemberMark(of: id)
      }
    }
    try checkHeld()
  }

  /// Checks that only items that the provider has reported are held as deleted there.
  private func checkHeld() throws(StoreError) {
    let strangers = try store.readCommitted { (reader) throws(StoreError) in
      try reader.integers("SELECT item FROM held WHERE item NOT IN (SELECT item FROM synced)")
    }
    for id in strangers.map({ ItemID(rawValue: $0) }) {
      try mend("its deletion is held, but the provider does not have it", id) { (transaction) throws(StoreError) in
        try transaction.deleteRows(of: id, .release)
      }
    }
  }

  private func mend(
    _ problem: String, _ id: ItemID, _ body: (Transaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    if repairs { try store.change(author: options.author, body) }
    try reportItem(problem, id, repairs ? .repaired : .left)
  }
}

extension CheckEditor {
  fileprivate func recountSubfolders(of id: ItemID) throws(StoreError) {
    let folder = try transaction.item(id)
    let count = try reader.statement("SELECT count(*) FROM items WHERE parent = ? AND kind = 2")
    count.bind(1, id)
    defer { count.reset() }
    guard try count.step(), count.integer(0) != Int64(folder.subfolders) else { return }
    try transaction.touch(folder: id, subfolders: count.integer(0) - Int64(folder.subfolders))
    var changes = AttributeChanges()
    changes.touches = true
    try transaction.setAttributes(changes, of: id)
  }

  fileprivate func correctMemberMark(of id: ItemID) throws(StoreError) {
    var item = try transaction.item(id)
    let membership = try reader.membership(of: id)
    let isMember = membership.map { !$0.suspended } ?? false
    let wasMember = item.flags.contains(.member)
    guard isMember != wasMember else { return }
    item.flags.set(.member, isMember)
    try transaction.update(item, fields: .times, wasMember: wasMember)
    if isMember, let membership {
      try TreeEditor(transaction).write(membership, of: id, entered: transaction.generation)
      try TreeEditor(transaction).noteMember(in: item.parent)
    }
  }
}
