/// An object that is kept, or that is only known as long as somebody else keeps it.
struct Reference<Object: AnyObject> {
  private weak var known: Object?
  private let kept: Object?

  init(_ object: Object, isWeak: Bool) {
    known = object
    kept = isWeak ? nil : object
  }

  var object: Object? { kept ?? known }

  /// Whether it is this object, or one that says it is equal.
  func isEqual(_ other: Object) -> Bool {
    guard let object else { return false }
    return object === other || (object as? NSObject)?.isEqual(other) == true
  }
}

/// A set of objects, which may be weak. It is made for few: each question looks at all.
open class NSHashTable<ObjectType: AnyObject>: NSObject {
  private let isWeak: Bool
  private var references: [Reference<ObjectType>] = []

  fileprivate init(isWeak: Bool) { self.isWeak = isWeak }
  /// An empty set that keeps its objects.
  public override init() { isWeak = false }
  /// An empty set whose objects go when nobody else keeps them.
  open class func weakObjects() -> NSHashTable<ObjectType> { NSHashTable<ObjectType>(isWeak: true) }

  /// The objects, in the order in which they came.
  open var allObjects: [ObjectType] { references.compactMap(\.object) }
  /// How many there are.
  open var count: Int { allObjects.count }
  /// One of them.
  open var anyObject: ObjectType? { allObjects.first }

  /// Takes an object in, unless it is there.
  open func add(_ object: ObjectType?) {
    references.removeAll { $0.object == nil }
    if let object, !contains(object) { references.append(Reference(object, isWeak: isWeak)) }
  }
  /// Takes an object out.
  open func remove(_ object: ObjectType?) {
    references.removeAll { reference in reference.object == nil || object.map(reference.isEqual) == true }
  }
  /// Takes all out.
  open func removeAllObjects() { references = [] }
  /// Whether it is in.
  open func contains(_ object: ObjectType?) -> Bool { member(object) != nil }
  /// The one of the set that is equal.
  open func member(_ object: ObjectType?) -> ObjectType? {
    guard let object else { return nil }
    return references.first { $0.isEqual(object) }?.object
  }
}
