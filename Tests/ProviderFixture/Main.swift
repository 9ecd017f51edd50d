import FileProviderHost

/// All commands, for a provider: this is the whole of an author's program besides the provider.
@main struct Main {
  static func main() { FileProviderHost.run(provider: GreetingProvider.self) }
}
