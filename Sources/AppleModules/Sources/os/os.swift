// A module of this name makes `canImport(os)` true in all packages of a build. Code that is written for that takes the C library from it, and
// `os_unfair_lock`; hence this line and `os_unfair_lock.swift`.
@_exported public import Glibc
