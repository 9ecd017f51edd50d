/// How long a mount waits for its provider's process, and for what.
///
/// The pauses between two starts: about a quarter of a second, a half, 1, 2, 4 … 60 s, each shortened at random by up to a half, and from the
/// first again once a process has lived for `steady`. One that somebody else has started ends the pause.
package struct LinkTiming: Sendable {
  /// Time limit from a process's start to its greeting.
  package var start = Duration.seconds(30)
  /// The first pause after a process has ended.
  package var firstPause = Duration.milliseconds(250)
  /// The longest pause.
  package var longestPause = Duration.seconds(60)
  /// How often a mount looks in a pause whether somebody else has started a process.
  package var look = Duration.seconds(1)
  /// Questions fail at once, instead of waiting, while a pause still lasts longer than this.
  package var patience = Duration.seconds(2)
  /// After so long a life the end of a process is no failure to start: it may have served many questions.
  package var steady = Duration.seconds(5)
  /// Folders that are opened within so long are reported to the process at once.
  package var gathering = Duration.milliseconds(20)
  /// A process that is silent for this long during a question is asked whether it is alive.
  package var silence = Duration.seconds(10)
  /// A process that does not answer that for so long hangs, and is ended.
  package var hang = Duration.seconds(20)

  /// A mount that asks nothing looks so often whether it is held up, and it is when it has waited for so long for the end of somebody's change.
  package var blockedAfter = Duration.seconds(5)

  package init() {}
}
