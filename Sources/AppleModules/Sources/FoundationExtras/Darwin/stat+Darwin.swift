extension stat {
  /// When the contents changed last, as macOS names it.
  public var st_mtimespec: timespec { st_mtim }
  /// When the contents were read last, as macOS names it.
  public var st_atimespec: timespec { st_atim }
  /// When anything of the file changed last, as macOS names it.
  public var st_ctimespec: timespec { st_ctim }
  /// When the file was made, as macOS names it. Linux's stat(2) does not say it: as on macOS where a file system does not know, it is `st_ctimespec`.
  public var st_birthtimespec: timespec { st_ctim }
  /// The flags of the file, as macOS names them: none are known here.
  public var st_flags: UInt32 { 0 }
}

/// No file manager shows the file: a flag of macOS, which no file has here.
public let UF_HIDDEN: Int32 = 0x8000
/// The file cannot be changed: a flag of macOS, which no file has here.
public let UF_IMMUTABLE: Int32 = 0x2
/// The file is compressed: a flag of macOS, which no file has here.
public let UF_COMPRESSED: Int32 = 0x20
/// The contents are elsewhere: a flag of macOS, which no file has here.
public let SF_DATALESS: Int32 = 0x4000_0000
