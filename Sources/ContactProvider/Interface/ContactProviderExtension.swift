public import ExtensionFoundation

/// An extension that provides contacts.
///
/// The system makes one with `init()`, calls ``configure(for:)`` before anything else, and asks it for an enumerator. Its program is marked with `@main`, and has
/// all commands: see <doc:WritingAContactProvider>.
public protocol ContactProviderExtension: ContactItemEnumerating, AppExtension {
  /// Says which domain is enumerated from now on.
  func configure(for domain: any ContactProviderDomain)

  /// Ends the extension. The process ends when this has returned, or does not within a few seconds.
  func invalidate() async throws
}

extension ContactProviderExtension {
  /// How the extension talks to its host. There is nothing to configure.
  public var configuration: some AppExtensionConfiguration { ContactProviderConfiguration() }
}

private struct ContactProviderConfiguration: AppExtensionConfiguration {}
