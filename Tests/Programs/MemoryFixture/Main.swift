import FileProviderHost
import FileProviderTesting

/// All commands, for a provider whose store is a dictionary: its domain takes edits like a local one, and the benchmark compares the two.
@main struct Main {
  static func main() { FileProviderHost.run(provider: MemoryProvider.self) }
}
