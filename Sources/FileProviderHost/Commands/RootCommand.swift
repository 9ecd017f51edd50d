import ArgumentParser
import CBuild
import FileProviderProgram

/// The command without a subcommand.
struct RootCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: HostProgram.current.name,
      abstract: "A provider's items as a file system, with a working set, a trash and a change feed.",
      discussion: #"""
        Paths are paths within a domain, as every command prints them. A byte of a name that is not valid UTF-8 is written as \xe9, \#
        with two hexadecimal digits; a backslash that would look like such an escape is written as \x5c. Quote these in a shell.
        """#,
      version:
        "\(HostProgram.current.name) (OpenFileProvider) 0.1, commit \(String(cString: fileprovider_build_commit()))",
      subcommands: [
        SetupCommand.self, MountCommand.self, UnmountCommand.self, StatusCommand.self, DoctorCommand.self,
        ImportCommand.self,
        ListCommand.self,
        MakeFolderCommand.self, MoveCommand.self, RemoveCommand.self, TagCommand.self, FavoriteCommand.self,
        PinCommand.self, UnpinCommand.self, EvictCommand.self, PendingCommand.self, TransfersCommand.self,
        PauseCommand.self, ResumeCommand.self,
        SyncCommand.self, LinkCommand.self, StatCommand.self,
        CatCommand.self,
        CopyCommand.self,
        ExportCommand.self, TailCommand.self,
        DomainCommand.self, CheckCommand.self, SearchCommand.self, TrashCommand.self, WorkingSetCommand.self,
        ContactsCommand.self,
        OpenCommand.self, ThumbnailCommand.self, ActionCommand.self, WatchCommand.self, ValidateCommand.self,
        CompletionsCommand.self,
        ReplayChangesCommand.self, ProviderHostCommand.self, SideBarCommand.self,
      ])
  }
}
