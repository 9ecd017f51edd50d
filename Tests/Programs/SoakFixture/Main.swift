import FileProviderHost

@main struct Main {
  static func main() { FileProviderHost.run(provider: SoakProvider.self) }
}
