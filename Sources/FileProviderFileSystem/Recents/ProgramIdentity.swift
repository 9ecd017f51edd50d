import Glibc

/// The program that wrote a file: its process, the job of that process, and the session of that job.
///
/// A clone or an archiver is one process. A build is a job of many short-lived processes, or a session of many jobs
/// where the build tool gives each child a job of its own.
package struct ProgramIdentity: Sendable, Hashable {
  package var process: Int32
  /// The process group.
  package var job: Int32
  package var session: Int32

  package init(process: Int32, job: Int32, session: Int32) {
    self.process = process
    self.job = job
    self.session = session
  }

  /// Finds job and session while the process waits for an answer, since it may exit later. Two calls that read a
  /// table, some hundred nanoseconds.
  ///
  /// - Parameter process: The number that the kernel gives with a request, which is that of the thread; 0 when it is
  ///   not in our namespace, or unknown.
  init(of process: Int32) {
    self.init(
      process: process, job: process > 0 ? max(0, getpgid(process)) : 0,
      session: process > 0 ? max(0, getsid(process)) : 0)
  }
}
