extension stat {
  /// When the contents changed last, as macOS names it.
  public var st_mtimespec: timespec { st_mtim }
  /// When the contents were read last, as macOS names it.
  public var st_atimespec: timespec { st_atim }
  /// When anything of the file changed last, as macOS names it.
  public var st_ctimespec: timespec { st_ctim }
  /// When the file was made, as macOS names it. Linux's stat(2) does not say it: as on macOS where a file system does not know, it is `st_ctimespec`.
  public var st_birthtimespec: timespec { st_ctim }
}
