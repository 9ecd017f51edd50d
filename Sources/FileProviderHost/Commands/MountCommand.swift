import ArgumentParser
struct MountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "mount")
}
struct UnmountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unmount")
}
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status")
}
