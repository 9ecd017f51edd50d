import FoundationExtras
import Testing

/// What is declared so that extensions compile, and does nothing on Linux.
@Suite struct WithoutEffectTests {
  @Test func `an activity only runs its block`() {
    let all: ProcessInfo.ActivityOptions = [
      .idleDisplaySleepDisabled, .idleSystemSleepDisabled, .suddenTerminationDisabled, .automaticTerminationDisabled,
      .latencyCritical,
    ]
    #expect(all.isDisjoint(with: .background) && all.contains(.suddenTerminationDisabled))
    #expect(ProcessInfo.ActivityOptions.userInitiated.isSuperset(of: .userInitiatedAllowingIdleSystemSleep))
    let activity = ProcessInfo.processInfo.beginActivity(options: all, reason: "test")
    ProcessInfo.processInfo.endActivity(activity)
    var ran = false
    ProcessInfo.processInfo.performActivity(options: .background, reason: "test") { ran = true }
    #expect(ran)
  }

  @Test func `a request takes what says which networks are used`() throws {
    var request = URLRequest(url: try #require(URL(string: "https://example.org")))
    request.allowsExpensiveNetworkAccess = false
    request.allowsConstrainedNetworkAccess = false
    request.assumesHTTP3Capable = true
    #expect(
      request.allowsExpensiveNetworkAccess && request.allowsConstrainedNetworkAccess && !request.assumesHTTP3Capable)
  }

  @Test func `an object may say that it changes, and time goes on`() {
    let object = NSObject()
    object.willChangeValue(forKey: "busy")
    object.didChangeValue(forKey: "busy")
    let now = DispatchTime.now()
    #expect(now.advanced(by: .seconds(1)).uptimeNanoseconds - now.uptimeNanoseconds == 1_000_000_000)
  }

  @Test func `the old names of types and flags are Apple's`() {
    let types = [
      kUTTypeFolder, kUTTypeDirectory, kUTTypeItem, kUTTypeContent, kUTTypeText, kUTTypeImage, kUTTypeMovie,
      kUTTypeAudio,
      kUTTypeSymLink, kUTTypePackage,
    ]
    #expect(types.allSatisfy { UTTypeConformsTo($0, $0) })
    #expect(kUTTagClassMIMEType as String == "public.mime-type")
    let flags: [xattr_flags_t] = [
      XATTR_FLAG_NO_EXPORT, XATTR_FLAG_CONTENT_DEPENDENT, XATTR_FLAG_NEVER_PRESERVE, XATTR_FLAG_SYNCABLE,
      XATTR_FLAG_ONLY_BACKUP,
    ]
    #expect(flags == [1, 2, 4, 8, 16])
  }
}
