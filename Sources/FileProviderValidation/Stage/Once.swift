/// Something that is found out once; what it failed with is kept, too.
struct Once<Value> {
  private var result: Result<Value, any Error>?

  mutating func get(_ body: () throws -> Value) throws -> Value {
    if let result { return try result.get() }
    do {
      let value = try body()
      result = .success(value)
      return value
    } catch {
      if !(error is Interrupted) { result = .failure(error) }
      throw error
    }
  }
}
