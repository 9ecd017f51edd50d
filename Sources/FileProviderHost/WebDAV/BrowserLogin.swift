import FileProviderProgram
import FileProviderWebDAV
import Foundation
import LinuxSystem

/// Logs in to a Nextcloud: opens the login page in a browser, or prints its address, and waits.
struct BrowserLogin {
  private let settings: WebDAVSettings
  private let login: CloudLogin
  private let seconds: Int
  private let prefersKeyring: Bool

  init(_ settings: WebDAVSettings, seconds: Int, prefersKeyring: Bool) throws {
    self.settings = settings
    self.seconds = seconds
    self.prefersKeyring = prefersKeyring
    // Before any question is asked.
    if settings.secret?.isKeyring == true {
      do { try SecretPlace.checkKeyring() } catch {
        throw CommandFailure(settings.address, "\(error)", status: .unavailable)
      }
    }
    do throws(WebDAVCheck.Failure) { login = try CloudLogin(settings) } catch {
      throw WebDAVConnection.refusal(settings, error)
    }
  }

  /// Waits for the login, and probes the server with its credentials. An app password that is not used in the end is revoked.
  func run() throws -> WebDAVConnection {
    Interruption.watch()
    do {
      let invitation = try login.begin()
      show(invitation.page)
      let account = try account(invitation)
      do {
        if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
        var connection = try WebDAVConnection(
          login.settings(for: account), asked: settings, secret: account.secret, prefersKeyring: prefersKeyring)
        connection.giveBack = { [login] in login.revoke(account) }
        return connection
      } catch {
        login.revoke(account)
        throw error
      }
    } catch let failure as WebDAVCheck.Failure { throw WebDAVConnection.refusal(settings, failure) }
  }

  /// Also who interrupts, or is late, may have logged in just now: so it is asked once more then.
  private func account(_ invitation: CloudLogin.Invitation) throws -> CloudLogin.Account {
    let end = Date(timeIntervalSinceNow: Double(seconds))
    while true {
      let isOver = Interruption.hasCome || Date() >= end
      if let account = try login.account(invitation) { return account }
      if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
      if isOver {
        throw CommandFailure(
          settings.address, "no login within \(Age(seconds: Int64(seconds)))", remedy: "run the command again",
          status: .unavailable)
      }
      // Short pieces, so that an interruption is noticed.
      let next = min(Date(timeIntervalSinceNow: 1), end)
      while Date() < next, !Interruption.hasCome { usleep(50_000) }
    }
  }

  private func show(_ page: String) {
    let wait = "waiting for at most \(Age(seconds: Int64(seconds)))"
    if opens(page) {
      Console.say("log in in the browser window that opens, or at \(page); \(wait)")
    } else {
      Console.say("log in with a browser at \(page); \(wait)")
    }
  }

  /// - Returns: Whether there is a desktop that may show it.
  private func opens(_ page: String) -> Bool {
    let variables = ProcessInfo.processInfo.environment
    guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { variables[$0]?.isEmpty == false }) else { return false }
    var launch = ProcessLaunch("xdg-open", words: ["xdg-open", page])
    (launch.input, launch.output, launch.errors, launch.group) = (.null, .null, .null, .session)
    return (try? launch.start()) != nil
  }
}
