package import FileProviderFUSE
package import FileProviderStore

/// Why a command failed, in the three parts of an error line: what, why, and the remedy.
package struct CommandFailure: Error, CustomStringConvertible {
  package var what: String
  package var reason: String
  package var remedy: String?
  package var status: ExitStatus

  package init(_ what: String, _ reason: String, remedy: String? = nil, status: ExitStatus = .failed) {
    self.what = what
    self.reason = reason
    self.remedy = remedy
    self.status = status
  }

  package var description: String { "\(what): \(reason)" + (remedy.map { "; \($0)" } ?? "") }
}

/// Ends a command with a status when everything has been printed.
package struct CommandEnd: Error {
  package var status: ExitStatus

  package init(status: ExitStatus) {
    self.status = status
  }
}

extension CommandFailure {
  /// Combines an error of any kind with the thing that it happened to.
  package init(_ what: String, _ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let output as OutputFailure: self = CommandFailure(output)
    case let store as StoreError: self.init(what, store.description, status: ExitStatus(store))
    case let mount as MountError: self.init(what, mount.description, status: ExitStatus(mount))
    default: self.init(what, String(describing: error))
    }
  }
}

extension CommandFailure {
  package init(_ output: OutputFailure) { self.init("standard output", "cannot be written: \(output.reason)") }
}

extension ExitStatus {
  package init(_ error: MountError) {
    switch error.reason {
    case .badOption: self = .usage
    case .unavailable: self = .unavailable
    case .badMountpoint, .alreadyMounted, .refused: self = .failed
    }
  }

  package init(_ error: StoreError) {
    switch error.code {
    case .damaged, .newerSchema: self = .badData
    case .tokenInvalid: self = .usage
    case .interrupted: self = .interrupted
    case .inUse: self = .unavailable
    default: self = .failed
    }
  }
}
