import ArgumentParser

/// The command without a word behind it.
struct RootCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: HostProgram.current.name,
      abstract: "Folders that a provider brings, as a file system with a working set, a trash and a change feed.",
      version: "OpenFileProvider 0.1",
      subcommands: [
        MountCommand.self, UnmountCommand.self, StatusCommand.self, ImportCommand.self, ListCommand.self,
        MakeFolderCommand.self, MoveCommand.self, RemoveCommand.self, TagCommand.self, FavoriteCommand.self,
        PinCommand.self, StatCommand.self, CatCommand.self, CopyCommand.self, ExportCommand.self, TailCommand.self,
        DomainCommand.self, CheckCommand.self, SearchCommand.self, TrashCommand.self, WorkingSetCommand.self,
        OpenCommand.self, WatchCommand.self, CompletionsCommand.self, ReplayChangesCommand.self,
      ])
  }
}
