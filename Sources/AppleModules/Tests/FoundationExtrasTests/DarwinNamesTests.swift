import CDarwin
import FoundationExtras
import Testing

/// What Foundation and C have on macOS besides, and code for it takes for granted.
@Suite struct DarwinNamesTests {
  private final class Named: NSObject {
    override var description: String { "a name" }
  }

  @Test func `any object is an argument of a format`() {
    let error = NSError(domain: "org.example", code: 7)
    #expect(String(format: "%@|%ld", error, 5) == error.description + "|5")
    #expect(String(format: "%@ %@ %@", NSNumber(value: 3), Named(), "text" as NSString) == "3 a name text")
    let text: NSObject = NSMutableString(string: "changing")
    #expect(
      NSString(format: "%@, %@", text, NSUUID(uuidString: "00000000-0000-0000-0000-000000000001")!)
        == "changing, 00000000-0000-0000-0000-000000000001")
  }

  @Test func `a secret is overwritten as far as there is room, and compared`() {
    var bytes: [UInt8] = [1, 2, 3, 4]
    #expect(memset_s(&bytes, 4, 0x107, 2) == 0 && bytes == [7, 7, 3, 4])
    #expect(memset_s(&bytes, 3, 0, 9) == EOVERFLOW && bytes == [0, 0, 0, 4])
    #expect(memset_s(nil, 3, 0, 3) == EINVAL && memset_s(&bytes, -1, 0, 1) == EINVAL && bytes[3] == 4)
    let (same, other): ([UInt8], [UInt8]) = ([0, 0, 0, 4], [0, 0, 0, 5])
    #expect(timingsafe_bcmp(bytes, same, 4) == 0 && timingsafe_bcmp(bytes, other, 4) != 0)
    #expect(timingsafe_bcmp(bytes, other, 3) == 0)
  }

  @Test func `a program on Linux is none of a phone`() {
    #expect(!ProcessInfo.processInfo.isMacCatalystApp && !ProcessInfo.processInfo.isiOSAppOnMac)
    let error = NSError(domain: "org.example", code: 1, userInfo: [NSMultipleUnderlyingErrorsKey: [POSIXError(.EIO)]])
    #expect(error.underlyingErrors.count == 1)
  }

  @Test func `a dictionary tells the attributes of a file`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("attributes-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      FileManager.default.createFile(atPath: path, contents: Data(count: 9), attributes: [.posixPermissions: 0o640]))
    let attributes = try FileManager.default.attributesOfItem(atPath: path) as NSDictionary
    #expect(attributes.fileSize() == 9 && attributes.filePosixPermissions() == 0o640)
    #expect(attributes.fileType() == FileAttributeType.typeRegular.rawValue)
    #expect(attributes.fileModificationDate() != nil && attributes.fileSystemFileNumber() > 0)
    #expect(
      NSDictionary().fileSize() == 0 && NSDictionary().fileType() == nil && NSDictionary().fileCreationDate() == nil)
    _ = attributes.fileCreationDate()
  }

  @Test func `a dictionary is changed by a key's name`() {
    let dictionary = NSMutableDictionary()
    dictionary.setValue(3, forKey: "count")
    #expect(dictionary.value(forKey: "count") as? Int == 3)
    dictionary.setValue(nil, forKey: "count")
    #expect(dictionary.count == 0)
  }

  @Test func `nobody is signed in to iCloud`() {
    #expect(FileManager.default.ubiquityIdentityToken == nil)
    #expect(FileManager.default.url(forUbiquityContainerIdentifier: nil) == nil)
    #expect(!FileManager.default.isUbiquitousItem(at: URL(fileURLWithPath: "/")))
  }

  private final class Waiting: Operation, @unchecked Sendable {
    private var running = false
    private var done = false
    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { running }
    override var isFinished: Bool { done }

    override func start() {
      willChangeValue(forKey: "isExecuting")
      running = true
      didChangeValue(forKey: "isExecuting")
      DispatchQueue.global().async { self.finish() }
    }

    private func finish() {
      willChangeValue(forKey: "isExecuting")
      willChangeValue(forKey: "isFinished")
      (running, done) = (false, true)
      didChangeValue(forKey: "isFinished")
      didChangeValue(forKey: "isExecuting")
    }
  }

  @Test func `an operation that tells of its end by hand ends`() {
    let queue = OperationQueue()
    let operation = Waiting()
    queue.addOperation(operation)
    queue.waitUntilAllOperationsAreFinished()
    #expect(operation.isFinished && !operation.isExecuting)
  }

  @Test func `the person's folders have names`() {
    let folders = [
      URL.applicationSupportDirectory, .cachesDirectory, .documentsDirectory, .downloadsDirectory, .desktopDirectory,
      .picturesDirectory, .musicDirectory, .moviesDirectory,
    ]
    #expect(folders.allSatisfy { $0.isFileURL && $0.path.hasPrefix("/") && $0.path.count > 1 })
    #expect(URL.applicationSupportDirectory != URL.cachesDirectory)
  }

  @Test func `a volume says what is free for a person`() throws {
    let values = try URL(fileURLWithPath: "/").resourceValues(forKeys: [
      .volumeAvailableCapacityForImportantUsageKey, .volumeAvailableCapacityForOpportunisticUsageKey,
    ])
    #expect(try #require(values.volumeAvailableCapacityForImportantUsage) >= 0)
    #expect(try #require(values.volumeAvailableCapacityForOpportunisticUsage) >= 0)
    var system = statfs()
    #expect(statfs("/", &system) == 0 && system.f_bsize > 0)
  }

  @Test func `an exception says its name and its reason`() {
    let exception = NSException(name: .rangeException, reason: "too far", userInfo: ["index": 3])
    #expect(exception.description == "NSRangeException: too far" && exception.userInfo?["index"] as? Int == 3)
    #expect(exception.name == NSExceptionName("NSRangeException") && exception.reason == "too far")
    let names: [NSExceptionName] = [.genericException, .invalidArgumentException, .internalInconsistencyException]
    #expect(Set(names.map(\.rawValue)).count == 3)
    // Nothing can come back from it.
    let raise: () -> Void = exception.raise
    _ = raise
  }

  @Test func `there is no mode for low power, and a clock that runs`() {
    #expect(!ProcessInfo.processInfo.isLowPowerModeEnabled)
    #expect(NSNotification.Name.NSProcessInfoPowerStateDidChange.rawValue.hasPrefix("NSProcessInfo"))
    #expect(ProcessInfo.thermalStateDidChangeNotification.rawValue.hasPrefix("NSProcessInfoThermal"))
    var base = mach_timebase_info_data_t()
    #expect(mach_timebase_info(&base) == 0 && base.numer == 1 && base.denom == 1)
    let start = mach_absolute_time()
    #expect(clock_gettime_nsec_np(CLOCK_UPTIME_RAW) >= start && start > 0)
  }

  @Test func `nothing expires, and nothing ends the process of itself`() async {
    let isExpired = await withCheckedContinuation { continuation in
      ProcessInfo.processInfo.performExpiringActivity(withReason: "test") { continuation.resume(returning: $0) }
    }
    #expect(!isExpired)
    ProcessInfo.processInfo.disableSuddenTermination()
    ProcessInfo.processInfo.enableSuddenTermination()
    ProcessInfo.processInfo.disableAutomaticTermination("test")
    ProcessInfo.processInfo.enableAutomaticTermination("test")
  }

  @Test func `a thread has a name, and all matter alike`() async {
    let name = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        pthread_setname_np("a name that is too long")
        continuation.resume(returning: try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8))
      }
    }
    #expect(name == "a name that is \n")
    #expect(qos_class_self() == QOS_CLASS_DEFAULT && qos_class_main() == QOS_CLASS_USER_INTERACTIVE)
    let classes: [qos_class_t] = [
      QOS_CLASS_USER_INTERACTIVE, QOS_CLASS_USER_INITIATED, QOS_CLASS_DEFAULT, QOS_CLASS_UTILITY, QOS_CLASS_BACKGROUND,
      QOS_CLASS_UNSPECIFIED,
    ]
    #expect(classes.map(\.rawValue) == classes.map(\.rawValue).sorted(by: >))
  }

  @Test func `a file has no flags, and a process has limits`() {
    var status = stat()
    #expect(lstat("/", &status) == 0)
    for flag in [UF_HIDDEN, UF_IMMUTABLE, UF_COMPRESSED, SF_DATALESS] { #expect(status.st_flags & UInt32(flag) == 0) }
    var limits = rlimit()
    #expect(getrlimit(RLIMIT_NOFILE, &limits) == 0 && limits.rlim_cur > 0)
    #expect(setrlimit(RLIMIT_NOFILE, &limits) == 0)
  }
}
