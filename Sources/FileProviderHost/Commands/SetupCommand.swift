import ArgumentParser
import FileProviderCopying
import FileProviderDomains
import FileProviderMounting
import FileProviderProcess
import FileProviderProgram
import FileProviderStore
import FileProviderWebDAV
import Glibc
import LinuxSystem

/// `setup [NAME] [--webdav URL | --carddav URL | --folder FOLDER | --program FILE] [--mountpoint DIRECTORY] [--at-login | --by-hand]`
struct SetupCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Set up a domain for a server or a folder, and mount it.",
    discussion: """
      It asks what to mount, where, and whether at each login. Options answer the questions in advance, and are required without a terminal. A password \
      that is entered is kept in the keyring of your session, if there is one. A failure or an interruption leaves nothing behind; a second interruption \
      ends the command at once. A domain that exists is left unchanged, and mounted.
      """)

  enum Time: String, EnumerableFlag {
    case atLogin, byHand

    static func help(for time: Time) -> ArgumentHelp? {
      switch time {
      case .atLogin: "Mount now and at each login (enables a systemd user unit)."
      case .byHand: "Mount now, and not at login."
      }
    }
  }

  @Option(
    name: .customLong("folder"),
    help: ArgumentHelp("Copy the contents of this folder into a local domain.", valueName: "folder"),
    completion: .directory)
  var folder: String?
  @Option(
    name: .customLong("program"),
    help: ArgumentHelp("Use the provider in this program.", valueName: "file"),
    completion: .file())
  var program: String?
  @Option(
    name: .customLong("mountpoint"),
    help: ArgumentHelp("The directory to mount on; created if missing. Default: ~/Files/NAME.", valueName: "directory"),
    completion: .directory)
  var mountpoint: String?
  @Flag(exclusivity: .exclusive) var time: Time?
  @Flag(name: .customLong("no-keyring"), help: "Keep an entered password in a file that only you can read.")
  var avoidsKeyring = false
  @OptionGroup(title: "WebDAV options") var server: WebDAVOptions
  @OptionGroup var author: AuthorOptions
  @Argument(help: "The name of the domain. Default: the server's host, or the folder's name.")
  var name: String?

  var watchesSignals: Bool { true }

  private var hasOwnProvider: Bool { HostProgram.current.makeReplica != nil }

  func validate() throws {
    let count = [server.address, server.contactsAddress, folder, program].count { $0 != nil }
    guard count <= 1 else {
      throw ValidationError("--webdav, --carddav, --folder and --program cannot be combined")
    }
    guard count == 0 || !hasOwnProvider else {
      throw ValidationError(
        "this program has a provider of its own; --webdav, --carddav, --folder and --program are for “fileprovider”")
    }
    guard server.hasAddress || folder == nil && program == nil || !server.isGiven else {
      throw ValidationError("WebDAV options need --webdav or --carddav")
    }
    if avoidsKeyring, server.passwordKeyring {
      throw ValidationError("--no-keyring and --password-keyring cannot be combined")
    }
  }

  func run() throws {
    let existing = try name.map { try DomainName($0) }.flatMap { DomainDirectory.exists($0) ? $0 : nil }
    try requireAnswers(existing)
    try requireFUSE()
    let source = try existing == nil || isSourceGiven ? self.source() : nil
    if case .program(let path)? = source { return try handOver(to: path) }
    let name = try existing ?? DomainName(self.name ?? source?.domainName ?? HostProgram.current.defaultDomain)
    let isNew = !DomainDirectory.exists(name)
    if !isNew { try checkExisting(name, source) }
    var server = server
    if isNew { try chooseLogin(&server, source) }
    let place = SetupPlace(
      try mountpoint ?? ask("Where to mount it", standard: SetupPlace.standard(for: name)), for: name)
    try place.check()
    let hasServer = try isNew ? server.hasAddress : CarriedProvider(of: DomainDirectory.open(name), name) != nil
    let units = LoginUnits(name, hasServer: hasServer)
    let (isAtLogin, problem) = try chooseTime(units)
    let connection = try isNew ? server.connect(prefersKeyring: !avoidsKeyring) : nil
    var (isPartial, mounted) = (problem != nil, "")
    try WebDAVConnection.using(connection) {
      try UndoList.running { undo in
        try checkInterruption()
        let place = try place.make(&undo)
        if isNew { isPartial = try make(name, connection, source, &undo) || isPartial }
        try checkInterruption()
        try mount(name, on: place, units: isAtLogin ? units : nil, &undo)
        try checkInterruption()
        mounted = place.path
      }
    }
    try SetupSummary(domain: name, mountpoint: mounted, units: isAtLogin ? units : nil).print()
    if !isAtLogin, units.problem == nil, units.isEnabled { units.disable() }
    if let problem { Console.fail(problem) }
    if isPartial { throw CommandEnd(status: .failed) }
  }

  // MARK: What to do

  private var isSourceGiven: Bool { server.hasAddress || folder != nil || program != nil }

  /// - Throws: Wrong usage, with the options that are missing, where nobody can be asked.
  private func requireAnswers(_ existing: DomainName?) throws {
    guard !Confirmation.isPossible else { return }
    let needsSource = existing == nil && !isSourceGiven && !hasOwnProvider
    let missing =
      (needsSource ? ["--webdav, --carddav, --folder or --program"] : [])
      + (time == nil ? ["--at-login or --by-hand"] : [])
    guard !missing.isEmpty else { return }
    throw CommandFailure(
      "setup", "no terminal to ask on", remedy: "give \(missing.joined(separator: ", and "))", status: .usage)
  }

  private func requireFUSE() throws {
    guard let condition = FUSEConditions.all().first(where: { $0.state == .problem }) else { return }
    throw CommandFailure(condition.name, condition.finding, remedy: condition.remedy, status: .unavailable)
  }

  private func source() throws -> SetupSource {
    if hasOwnProvider { return .own }
    if let address = server.address { return .server(address) }
    if let address = server.contactsAddress { return .addressBooks(address) }
    if let folder { return .folder(folder) }
    if let program { return .program(program) }
    guard !server.isGiven else {
      throw CommandFailure("setup", "missing option --webdav or --carddav", status: .usage)
    }
    while true {
      let answer = try Question.ask(
        "Server to mount (https://…), or the path of a folder to copy or of a provider's program")
      do { return try SetupSource(answer: answer).chosen() } catch let failure as CommandFailure {
        Console.fail(failure)
      }
    }
  }

  /// The answer, or the standard one where nobody can be asked.
  private func ask(_ text: String, standard: String) throws -> String {
    try Confirmation.isPossible ? Question.ask(text, standard: standard) : standard
  }

  /// Sets the address, and asks at a Nextcloud whether a browser logs in.
  private func chooseLogin(_ server: inout WebDAVOptions, _ source: SetupSource?) throws {
    let address: String
    switch source {
    case .server(let given)?: (address, server.address) = (given, given)
    case .addressBooks(let given)?: (address, server.contactsAddress) = (given, given)
    default: return
    }
    guard Confirmation.isPossible, !server.isAuthenticationGiven,
      let login = try? CloudLogin(server.settings(of: address)), login.isOffered
    else { return }
    server.login = try Question.confirm("This is a Nextcloud. Log in with a browser?")
  }

  /// - Returns: Whether to mount at login; the failure, if that was asked for by an option and is not possible.
  private func chooseTime(_ units: LoginUnits) throws -> (isAtLogin: Bool, problem: CommandFailure?) {
    if time == .byHand { return (false, nil) }
    if let problem = units.problem {
      guard time == nil else { return (false, problem) }
      Console.fail(problem)
      return (false, nil)
    }
    return (try time == .atLogin || Question.confirm("Mount it at each login?"), nil)
  }

  /// - Throws: When a domain that exists is not that of the source.
  private func checkExisting(_ name: DomainName, _ source: SetupSource?) throws {
    let store = try DomainDirectory.open(name)
    let what = "domain “\(name)”"
    let remedy = "choose another name: setup NAME"
    let address = try CarriedProvider(of: store, name)?.settings
    switch source {
    case .server(let given)? where address?.isCardDAV != false || address?.isAt(given) != true,
      .addressBooks(let given)? where address?.isCardDAV != true || address?.isAt(given) != true:
      throw CommandFailure(what, "already exists for another server", remedy: remedy)
    case .folder?:
      guard try ProviderDomain(name).provider(store) == nil else {
        throw CommandFailure(what, "already exists, and has a provider", remedy: remedy)
      }
      Console.say("\(what) already exists; nothing is copied")
    case .own?: try ProviderDomain(name).check(store)
    default: Console.say("\(what) already exists; left unchanged")
    }
  }

  /// Runs the `setup` of a provider's program with the same options.
  private func handOver(to path: String) throws {
    guard let resolved = realpath(path, nil) else { throw CommandFailure(path, System.reason()) }
    defer { free(resolved) }
    let program = String(cString: resolved)
    if let problem = ProviderProgram.problem(program, owner: getuid()) {
      throw CommandFailure(path, "refusing to run it: \(problem)")
    }
    var words = ["setup"] + (name.map { [$0] } ?? [])
    if let mountpoint { words += ["--mountpoint", mountpoint] }
    if let time { words.append(time == .atLogin ? "--at-login" : "--by-hand") }
    do {
      let ending = try ProcessLaunch(program, words: [program] + words + ["--author", author.author]).start().wait()
      guard ending != .exited(0) else { return }
      guard case .exited(let code) = ending, let status = ExitStatus(rawValue: code) else {
        throw CommandFailure(path, "setup failed")
      }
      throw CommandEnd(status: status)
    } catch let error as Errno { throw CommandFailure(path, "cannot be started: \(error)") }
  }

  // MARK: Doing it

  private func checkInterruption() throws {
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
  }

  /// Makes the domain.
  ///
  /// - Returns: Whether some of a folder could not be copied; it was listed.
  private func make(
    _ name: DomainName, _ connection: WebDAVConnection?, _ source: SetupSource?, _ undo: inout UndoList
  ) throws -> Bool {
    let store = try NewDomain(name).make(connection, author: author.author)
    undo.add {
      do { try DomainRemoval.remove(name) } catch { Console.fail(CommandFailure("domain “\(name)”", error)) }
    }
    switch source {
    case .folder(let path)?: return try copy(path, into: store, name)
    case .own?: try adopt(store, name)
    default: break
    }
    return false
  }

  private func copy(_ path: String, into store: ItemStore, _ name: DomainName) throws -> Bool {
    let options = ImportOptions(author: author.author, deletes: false, forces: false)
    let report = BulkReport(isRehearsal: false, isVerbose: false)
    let run = try ImportRun(store: store, domain: name, parent: .root, options: options, report: report)
    do { try run.run([ImportSource(path, leavesTopOut: true)]) } catch let end as CommandEnd where end.status == .failed
    {
      return true
    }
    return false
  }

  /// Makes the domain that of this program's provider, so that any mount of it starts the provider.
  private func adopt(_ store: ItemStore, _ name: DomainName) throws {
    let logger = HostLogging.logger("setup", isVerbose: false)
    try MountProvider(domain: name, store: store, isForeground: false, logger: logger).link()?.close()
  }

  /// Mounts it, by its unit or in the background, unless it is mounted there.
  private func mount(
    _ name: DomainName, on place: MountpointPath, units: LoginUnits?, _ undo: inout UndoList
  ) throws {
    if let units { return try units.enable(place.path, &undo) }
    guard SetupPlace.domain(on: place.path) == nil else { return }
    undo.add {
      do { try UnmountCommand.unmount(place.path, isLazy: true) } catch {
        Console.fail(CommandFailure(place.path, error))
      }
    }
    try BackgroundMount(domain: name, mountpoint: place, options: [], author: nil, isVerbose: false)
      .start(isSupervised: true)
  }
}
