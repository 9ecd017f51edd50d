import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// From the words of the command line to an exit status.
enum CommandRunner {
  static func run(_ words: [String]) -> Never {
    let words = FileSystemWords.asCommand(withoutLogLevel(words))
    let command: any ParsableCommand
    if let failure = CommandWords.failure(words) {
      Console.fail(failure)
      exit(failure.status.rawValue)
    }
    do {
      command = try RootCommand.parseAsRoot(expanded(TagEdits.protect(words)))
    } catch { exit(end(error).rawValue) }
    let host = command as? any HostCommand
    if host?.watchesSignals == true { Interruption.watch() }
    guard host?.servesProvider == true else { exit(perform(command).rawValue) }
    let box = CommandBox(command: command)
    NativeThread.start(name: "command", stackSize: NativeThread.stackOfOthers) { exit(perform(box.command).rawValue) }
    keepMainThreadFree()
  }

  /// The words without what holds for every command.
  private static func withoutLogLevel(_ words: [String]) -> [String] {
    do { return try LogLevelOption.take(from: words) } catch { exit(end(error).rawValue) }
  }

  private static func expanded(_ words: [String]) throws -> [String] {
    let (command, count) = CommandWords.command(of: words)
    return try ShortOptions.expand(words, of: command, after: count)
  }

  /// Carries a parsed command to the thread that runs it.
  private struct CommandBox: @unchecked Sendable {
    // Sendable: the thread that made it no longer uses it.
    let command: any ParsableCommand
  }

  /// Serves the main run loop, and with it the main queue and the main actor, until the process ends.
  private static func keepMainThreadFree() -> Never {
    // A loop without any source returns at once.
    RunLoop.main.add(Timer(timeInterval: 86400, repeats: true) { _ in }, forMode: .default)
    while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  private static func perform(_ command: any ParsableCommand) -> ExitStatus {
    var command = command
    defer { DomainRemoval.finishInterrupted() }
    do {
      try command.run()
      return .done
    } catch { return end(error) }
  }

  /// Prints an error.
  private static func end(_ error: any Error) -> ExitStatus {
    switch error {
    case let end as CommandEnd: return end.status
    case let failure as CommandFailure:
      Console.fail(failure)
      return failure.status
    case let missing as NoDomainYet: return missing.report()
    case let output as OutputFailure: return end(CommandFailure(output))
    case let error as StoreError:
      Console.say(error.description)
      return ExitStatus(error)
    default: return endParsing(error)
    }
  }

  /// Prints what the argument parser threw: help that was asked for, or wrong usage.
  private static func endParsing(_ error: any Error) -> ExitStatus {
    let code = RootCommand.exitCode(for: error)
    if code == .success {
      // ArgumentParser's messages end without a line feed.
      let writer = ByteWriter()
      do {
        try writer.append(help(RootCommand.fullMessage(for: error)) + "\n")
        try writer.flush()
        return .done
      } catch { return end(error) }
    }
    guard code == .validationFailure else {
      Console.say(String(describing: error))
      return .failed
    }
    let text =
      unknownOption().map { "unknown option “\($0)”" }
      ?? UsageStyle.sentence(oneSentence(RootCommand.message(for: error)))
    let remedy = CommandWords.remedy(typedWords)
    Console.fail(CommandFailure("usage", text, remedy: remedy, status: .usage))
    return .usage
  }

  private static var typedWords: [String] { withoutLogLevel(CommandArguments.words) }

  private static func unknownOption() -> String? {
    let words = typedWords
    let (command, count) = CommandWords.command(of: words)
    guard command.configuration.subcommands.isEmpty else { return nil }
    return ShortOptions(of: command).unknown(in: TagEdits.protect(words)[count...])
  }

  private static func help(_ text: String) -> String {
    // Completion scripts and candidates are not printed as text for users.
    guard text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ") else { return text }
    let isRootHelp = text.hasPrefix("OVERVIEW: ") && text.contains("\nUSAGE: \(HostProgram.current.name) <")
    return UsageStyle.quoted(UsageStyle.apply(text)) + (isRootHelp ? "\n" + RootHelp.text : "")
  }

  /// The first line of a message, with the choices that may be listed below it.
  private static func oneSentence(_ message: String) -> String {
    let lines = message.split(separator: "\n").map { $0.trimmingSpaces }
    guard let first = lines.first else { return "wrong usage" }
    let choices = lines.dropFirst().map { $0.hasPrefix("- ") ? String($0.dropFirst(2)) : $0 }
    if first.hasSuffix(":") { return first + " " + choices.joined(separator: ", ") }
    return first.hasSuffix(".") ? String(first.dropLast()) : first
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
