import Glibc

/// Lets no file of this process grow beyond so many bytes meanwhile (setrlimit(2)): a longer write fails, as one to a full disk does.
package func withFileSizeLimit(_ size: Int, _ body: () throws -> Void) throws {
  let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  // It would end the process.
  let handler = signal(SIGXFSZ, SIG_IGN)
  var before = rlimit()
  getrlimit(resource, &before)
  var limited = before
  limited.rlim_cur = rlim_t(size)
  guard setrlimit(resource, &limited) == 0 else { throw SupportFailure("the size of files cannot be limited") }
  defer {
    setrlimit(resource, &before)
    signal(SIGXFSZ, handler)
  }
  try body()
}
