import FileProviderHost

/// The command `fileprovider`: everything in it is ``FileProviderHost``.
@main struct FileProviderCommand {
  static func main() { FileProviderHost.run() }
}
