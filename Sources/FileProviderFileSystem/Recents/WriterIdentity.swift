import Glibc

/// Who wrote a file: the process, the job it belongs to, and the session that belongs to.
///
/// A clone or an archiver is one process; a build is a job of many short-lived ones, or, where the build tool gives each a job of its own, a
/// session of many jobs.
package struct WriterIdentity: Sendable, Hashable {
  package var process: Int32
  /// The process group.
  package var job: Int32
  package var session: Int32

  package init(process: Int32, job: Int32, session: Int32) {
    self.process = process
    self.job = job
    self.session = session
  }

  /// Asked while the process waits for an answer: later it may be gone. Two calls that look into a table, some hundred nanoseconds.
  ///
  /// - Parameter process: The number the kernel gives with a request: of the thread; 0 when it is not of our namespace, or nobody's.
  init(of process: Int32) {
    self.init(
      process: process, job: process > 0 ? max(0, getpgid(process)) : 0,
      session: process > 0 ? max(0, getsid(process)) : 0)
  }
}
