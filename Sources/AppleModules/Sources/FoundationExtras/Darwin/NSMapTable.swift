/// Objects by objects, each of which may be weak. It is made for few: each question looks at all.
open class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
  private let weak: (key: Bool, object: Bool)
  private var references: [(key: Reference<KeyType>, object: Reference<ObjectType>)] = []

  fileprivate init(weakKeys: Bool, weakObjects: Bool) { weak = (weakKeys, weakObjects) }
  /// An empty table that keeps its keys and its objects.
  public override init() { weak = (false, false) }
  /// An empty table that keeps its keys and its objects.
  open class func strongToStrongObjects() -> NSMapTable { NSMapTable() }
  /// An empty table that keeps its keys.
  open class func strongToWeakObjects() -> NSMapTable { NSMapTable(weakKeys: false, weakObjects: true) }
  /// An empty table that keeps its objects.
  open class func weakToStrongObjects() -> NSMapTable { NSMapTable(weakKeys: true, weakObjects: false) }
  /// An empty table that keeps nothing.
  open class func weakToWeakObjects() -> NSMapTable { NSMapTable(weakKeys: true, weakObjects: true) }

  private var entries: [(key: KeyType, object: ObjectType)] {
    references.compactMap { reference in
      guard let key = reference.key.object, let object = reference.object.object else { return nil }
      return (key, object)
    }
  }

  /// How many there are.
  open var count: Int { entries.count }
  /// The keys.
  open func keyEnumerator() -> NSEnumerator { NSArray(array: entries.map(\.key)).objectEnumerator() }
  /// The objects.
  open func objectEnumerator() -> NSEnumerator? { NSArray(array: entries.map(\.object)).objectEnumerator() }

  /// The object of a key.
  open func object(forKey key: KeyType?) -> ObjectType? {
    guard let key else { return nil }
    return references.first { $0.key.isEqual(key) }?.object.object
  }
  /// Sets the object of a key.
  open func setObject(_ object: ObjectType?, forKey key: KeyType?) {
    removeObject(forKey: key)
    guard let key, let object else { return }
    references.append((Reference(key, isWeak: weak.key), Reference(object, isWeak: weak.object)))
  }
  /// Takes a key and its object out, and what is gone.
  open func removeObject(forKey key: KeyType?) {
    references.removeAll { reference in
      reference.key.object == nil || reference.object.object == nil || key.map(reference.key.isEqual) == true
    }
  }
  /// Takes all out.
  open func removeAllObjects() { references = [] }
}
