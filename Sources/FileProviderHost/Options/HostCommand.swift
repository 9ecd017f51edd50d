import ArgumentParser

/// A command with requirements on the process that it runs in.
protocol HostCommand: ParsableCommand {
  /// Whether it handles interruptions itself.
  var watchesSignals: Bool { get }
  /// Whether it serves a provider, which may call back on the main thread.
  var servesProvider: Bool { get }
}

extension HostCommand {
  var watchesSignals: Bool { false }
  var servesProvider: Bool { false }
}
