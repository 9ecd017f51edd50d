/// The size of each name that `uname` tells, with the zero at its end, in bytes. On macOS it is 256.
public let _SYS_NAMELEN: Int32 = 65
