package import FileProviderProgram

/// What a command does with a domain.
package enum DomainPurpose {
  /// It only reads.
  case reading
  /// It changes what this machine records about items: tags, favourites, pins, the time of last use.
  case marking
  /// It makes, changes or deletes items.
  case changing
  /// The command adds items to the domain. Only this purpose creates the default domain.
  case filling
  /// It reports what an import would do. If there is no default domain, an empty store in a temporary directory stands
  /// for it.
  case rehearsing(in: TemporaryDirectory)

  var makesDomain: Bool { if case .filling = self { true } else { false } }

  var onlyReads: Bool { if case .reading = self { true } else { false } }
}
