/// How the index of contacts is fed.
package enum ContactIndexing {
  /// How long a fetch feeds the index, in nanoseconds, from which it goes on with the batch at hand. The next fetch feeds it further.
  @TaskLocal package static var longestFeeding: UInt64 = 1_000_000_000
}
