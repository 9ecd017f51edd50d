import FileProviderDomains
import FileProviderProgram
import Glibc
import SecretService

/// The mounted domains as accounts on the session bus, for the side bars of file managers (libcloudproviders).
///
/// The bus starts this process when a file manager asks for the accounts. It looks at the domains when something has happened to them, and now and then, as
/// long as a program that has asked is on the bus. It ends when the last of these programs has ended, and where another version of this program was
/// installed: the bus starts that one.
struct SideBar {
  static let path = "/org/openfileprovider/CloudProviders"
  /// The object that names the provider, beside those of the accounts.
  static let providerPath = path + "/Provider"
  static let name = "Files on Demand"

  /// How long it goes on for an action that is being done.
  private static let interval = Duration.seconds(1)
  /// How long it waits for another file manager.
  private static let patience = Duration.seconds(10)

  let bus: Bus
  let actions = SideBarActions()
  private(set) var accounts: [SideBarAccount] = []
  /// The unique names of programs that have called.
  private var clients: Set<String> = []
  private var pace = SideBarPace(.now)
  private let watch = SideBarWatch()
  /// When to end, as long as there are no clients.
  private var end = ContinuousClock.now + patience

  /// - Parameter address: The bus; the user's session bus when nil.
  init(address: String? = nil) throws(SecretServiceError) { bus = try Bus(address: address) }

  /// Serves until no client is left. Returns at once where another process serves.
  mutating func run() throws(SecretServiceError) {
    try bus.addMatch("sender='\(Bus.name)',member='NameOwnerChanged',arg2=''")
    guard try bus.take(SideBarService.name) else { return }
    while true {
      let watched = clients.isEmpty || pace.isHurried ? -1 : watch.number
      if let message = try bus.message(unlessReadable: watched, until: clients.isEmpty ? end : pace.next) {
        try hear(message)
      } else if watched >= 0, watch.drain() {
        pace.hurry()
      }
      if clients.isEmpty {
        if end <= .now, actions.isIdle { break }
        end = max(end, .now + (actions.isIdle ? .zero : Self.interval))
      } else if pace.next <= .now {
        if Self.isReplaced, actions.isIdle { break }
        try look()
      }
    }
    // Whoever calls from here on starts another process.
    try bus.release(SideBarService.name)
    while let message = try bus.message(until: .now) { try hear(message) }
  }

  /// Whether the file of this program was removed, or another one took its place.
  private static var isReplaced: Bool {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    return count > 0 && path[..<count].suffix(10).elementsEqual(" (deleted)".utf8.map { CChar(bitPattern: $0) })
  }

  private mutating func hear(_ message: BusMessage) throws(SecretServiceError) {
    if message.isOwnerChange {
      // Only the ends of connections are delivered.
      if clients.remove(try message.text()) != nil { end = .now + Self.patience }
    } else if message.isCall, let sender = message.sender {
      if clients.isEmpty { accounts = mounted() }
      clients.insert(sender)
      try answer(message)
    }
  }

  /// The mounted domains now; those known before where they cannot be read.
  private mutating func mounted() -> [SideBarAccount] {
    let start = ContinuousClock.now
    watch.drain()
    let mounted = (try? SideBarAccount.mounted(knowing: accounts)) ?? accounts
    watch.follow(mounted.map { DomainDirectory.url(of: $0.domain) })
    let isQuiet = mounted == accounts && !mounted.contains { $0.state == .syncing }
    pace.looked(from: start, to: .now, isQuiet: isQuiet)
    return mounted
  }

  /// Looks at the domains, and says what has changed.
  private mutating func look() throws(SecretServiceError) {
    let before = accounts
    accounts = mounted()
    for former in before where !accounts.contains(where: { $0.path == former.path && $0.fitsRow(of: former) }) {
      try bus.emit(Self.path, SideBarInterface.manager, "InterfacesRemoved") { message throws(SecretServiceError) in
        try message.write(former.path, as: "o")
        try message.write("a", "s") { () throws(SecretServiceError) in try message.write(SideBarInterface.account) }
      }
    }
    for account in accounts {
      if let former = before.first(where: { $0.path == account.path && account.fitsRow(of: $0) }) {
        try report(account, since: former)
      } else {
        try bus.emit(Self.path, SideBarInterface.manager, "InterfacesAdded") { message throws(SecretServiceError) in
          try message.write(account.path, as: "o")
          try message.writeInterfaces(of: account)
        }
      }
    }
  }

  /// Says what has changed of an account.
  private func report(_ account: SideBarAccount, since former: SideBarAccount) throws(SecretServiceError) {
    let changed = SideBarProperty.allCases.filter { $0.differs(account, former) }
    if !changed.isEmpty {
      try bus.emit(account.path, SideBarInterface.properties, "PropertiesChanged") {
        message throws(SecretServiceError) in
        try message.write(SideBarInterface.account)
        try message.write(changed, of: account)
        try message.write("a", "s") {}
      }
    }
    let switched = account.switches.filter { $0.value != former.switches[$0.key] }
    guard !switched.isEmpty else { return }
    try bus.emit(account.path, SideBarInterface.actions, "Changed") { message throws(SecretServiceError) in
      try message.write("a", "s") {}
      try message.write("a", "{sb}") {}
      try message.write("a", "{sv}") { () throws(SecretServiceError) in
        for (action, isOn) in switched {
          try message.writeEntry(action.rawValue, "b") { () throws(SecretServiceError) in try message.write(isOn) }
        }
      }
      try message.write("a", "{s(bgav)}") {}
    }
  }
}
