/// A program that the system runs for an app.
///
/// Apple: Extension Foundation / `AppExtension`. A framework of extensions brings `main()`: on Linux `ContactProvider` does.
public protocol AppExtension {
  /// How the extension talks to its host.
  associatedtype Configuration: AppExtensionConfiguration

  /// How the extension talks to its host.
  var configuration: Configuration { get }

  /// Makes the extension, in a process of its own.
  init()
}

/// How an extension talks to its host.
///
/// Apple: Extension Foundation / `AppExtensionConfiguration`, which accepts XPC connections. There are none on Linux, so it requires nothing.
public protocol AppExtensionConfiguration {}
