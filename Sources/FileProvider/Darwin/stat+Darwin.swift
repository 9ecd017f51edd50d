extension stat {
  /// When the contents changed last, as macOS names it.
  public var st_mtimespec: timespec { st_mtim }
  /// When the contents were read last, as macOS names it.
  public var st_atimespec: timespec { st_atim }
  /// When anything of the file changed last, as macOS names it.
  public var st_ctimespec: timespec { st_ctim }
}
