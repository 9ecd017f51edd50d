extension SecretService {
  /// Time limit for entering a keyring's password.
  private static var promptTime: Duration { .seconds(120) }
  private static var promptInterface: String { "org.freedesktop.Secret.Prompt" }

  /// Unlocks a keyring or an item; nothing happens to one that is.
  ///
  /// - Throws: ``SecretServiceError/locked`` when the user would have to be asked and must not be,
  ///   ``SecretServiceError/dismissed`` when they were asked in vain.
  func unlock(_ path: String) throws(SecretServiceError) {
    let reply = try bus.call(Self.path, Self.interface, "Unlock") { message throws(SecretServiceError) in
      try message.write(paths: [path])
    }
    let unlocked = try reply.paths()
    let prompt = try reply.text("o")
    guard !unlocked.contains(path) || prompt != "/" else { return }
    guard prompt != "/" else { throw .locked }
    try finish(prompt)
  }

  /// Shows what the service wants to ask, and waits until it was answered.
  ///
  /// - Parameter prompt: The question; `/` when there is none.
  func finish(_ prompt: String) throws(SecretServiceError) {
    guard prompt != "/" else { return }
    guard isInteractive else {
      _ = try? bus.call(prompt, Self.promptInterface, "Dismiss")
      throw .locked
    }
    try listen(to: prompt)
    _ = try bus.call(prompt, Self.promptInterface, "Prompt") { message throws(SecretServiceError) in
      try message.write("")
    }
    let deadline = ContinuousClock.now + Self.promptTime
    guard let answer = try bus.signal(prompt, Self.promptInterface, "Completed", until: deadline) else {
      _ = try? bus.call(prompt, Self.promptInterface, "Dismiss")
      throw .dismissed
    }
    if try answer.bool() { throw .dismissed }
  }

  /// Has the bus send the signals of a question.
  private func listen(to prompt: String) throws(SecretServiceError) {
    let bus = "org.freedesktop.DBus"
    _ = try self.bus.call("/org/freedesktop/DBus", bus, "AddMatch", to: bus) { message throws(SecretServiceError) in
      try message.write("type='signal',interface='\(Self.promptInterface)',path='\(prompt)'")
    }
  }
}
