// There are no pools on Linux, where objects are counted by Swift alone.

/// Runs the block.
public func autoreleasepool<Result, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
