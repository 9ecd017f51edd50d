import FileProviderSync

/// One operation of an editor, on either side. What is not possible does nothing.
enum Edit<Item: Hashable>: Hashable {
  case create(in: Item, name: String, Kind, text: Int)
  case write(Item, text: Int)
  case delete(Item)
  case move(Item, to: Item, name: String)
  case rename(Item, name: String)
  case exchange(Item, Item)
  case changeKind(Item, text: Int)
  case setField(Item, index: Int, value: Int)
  // What programs on a machine do.
  case evict(Item)
  case materialize(Item)
  case save(Item, text: Int)
}
