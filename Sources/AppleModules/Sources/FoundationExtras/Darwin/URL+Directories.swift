extension URL {
  private static func folder(_ directory: FileManager.SearchPathDirectory, else path: String) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask).first
      ?? URL.homeDirectory.appendingPathComponent(path, isDirectory: true)
  }

  /// The person's data of applications: `XDG_DATA_HOME`.
  public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory, else: ".local/share") }
  /// What can be made again: `XDG_CACHE_HOME`.
  public static var cachesDirectory: URL { folder(.cachesDirectory, else: ".cache") }
  /// The person's documents.
  public static var documentsDirectory: URL { folder(.documentDirectory, else: "Documents") }
  /// The person's downloads.
  public static var downloadsDirectory: URL { folder(.downloadsDirectory, else: "Downloads") }
  /// What is on the person's desktop.
  public static var desktopDirectory: URL { folder(.desktopDirectory, else: "Desktop") }
  /// The person's pictures.
  public static var picturesDirectory: URL { folder(.picturesDirectory, else: "Pictures") }
  /// The person's music.
  public static var musicDirectory: URL { folder(.musicDirectory, else: "Music") }
  /// The person's films.
  public static var moviesDirectory: URL { folder(.moviesDirectory, else: "Videos") }
}
