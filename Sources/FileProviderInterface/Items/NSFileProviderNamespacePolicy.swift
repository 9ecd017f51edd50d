/// When the system lists the children of a folder.
///
/// The numbers follow the order of declaration; Apple's were not verified, so do not store them.
///
/// Apple: File Provider / `NSFileProviderNamespacePolicy`.
public enum NSFileProviderNamespacePolicy: Int, Hashable, Sendable {
  /// As the parent.
  case inherited = 0
  /// When something first looks inside.
  case materializeLazily = 1
  /// As soon as the folder is known, and so on downwards.
  case materializeEagerly = 2
}
