public import Foundation
import SecretService
import Synchronization

/// Shows notices on the person's desktop, by the service that the freedesktop notification specification describes.
///
/// A notice has no buttons and calls nobody when it is clicked. One with a trigger waits in this process, and is lost with it. GNOME takes also
/// those that were shown away when their process ends, if it knows the program.
///
/// Apple: User Notifications / `UNUserNotificationCenter`.
public final class UNUserNotificationCenter: NSObject, Sendable {
  private struct Waiting {
    var notices: [String: (request: UNNotificationRequest, timer: any DispatchSourceTimer)] = [:]
  }

  private let waiting = Mutex(Waiting())
  /// The bus is asked here, and waited for.
  private let queue = DispatchQueue(label: "UNUserNotificationCenter")
  private let service: NotificationService

  init(address: String?) { service = NotificationService(address: address) }

  private static let only = UNUserNotificationCenter(address: nil)

  /// The one of this process.
  public class func current() -> UNUserNotificationCenter { only }

  // MARK: Whether it may

  /// Says whether there is a desktop that shows notices: on Linux nobody has to be asked.
  ///
  /// - Parameter options: Without effect.
  public func requestAuthorization(
    options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    queue.async { [service] in completionHandler(service.isThere, nil) }
  }

  /// Says whether there is a desktop that shows notices: on Linux nobody has to be asked.
  @discardableResult
  public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    await withCheckedContinuation { answer in
      requestAuthorization(options: options) { isGranted, _ in answer.resume(returning: isGranted) }
    }
  }

  /// What it may do.
  public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
    queue.async { [service] in
      completionHandler(UNNotificationSettings(service.isThere ? .authorized : .denied))
    }
  }

  /// What it may do.
  public func notificationSettings() async -> UNNotificationSettings {
    await withCheckedContinuation { answer in getNotificationSettings { answer.resume(returning: $0) } }
  }

  // MARK: Notices

  /// Shows a notice, or has it wait for its time.
  ///
  /// - Parameter completionHandler: Called when it is shown or waits, or with a `UNError`.
  public func add(
    _ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    queue.async { [self] in
      let values = request.content.values
      guard !values.title.isEmpty || !values.subtitle.isEmpty || !values.body.isEmpty else {
        completionHandler?(UNError(code: .notificationInvalidNoContent, reason: "The notice has no text."))
        return
      }
      do {
        if let trigger = request.trigger as? UNTimeIntervalNotificationTrigger {
          wait(request, trigger)
        } else {
          try show(request)
        }
        completionHandler?(nil)
      } catch { completionHandler?(error) }
    }
  }

  /// Shows a notice, or has it wait for its time.
  ///
  /// - Throws: `UNError`.
  public func add(_ request: UNNotificationRequest) async throws {
    try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Void, any Error>) in
      add(request) { error in answer.resume(with: error.map { .failure($0) } ?? .success(())) }
    }
  }

  private func show(_ request: UNNotificationRequest) throws {
    do throws(SecretServiceError) {
      try service.show(request.content.values, named: request.identifier)
    } catch {
      throw UNError(
        code: .notificationsNotAllowed, reason: "The notice is not shown: " + NotificationService.words(error))
    }
  }

  private func wait(_ request: UNNotificationRequest, _ trigger: UNTimeIntervalNotificationTrigger) {
    waiting.withLock { waiting in
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(
        deadline: .now() + trigger.timeInterval, repeating: trigger.repeats ? trigger.timeInterval : .infinity)
      timer.setEventHandler { [weak self] in self?.isTime(of: request, repeats: trigger.repeats) }
      waiting.notices.updateValue((request, timer), forKey: request.identifier)?.timer.cancel()
      timer.activate()
    }
  }

  private func isTime(of request: UNNotificationRequest, repeats: Bool) {
    if !repeats { waiting.withLock { _ = $0.notices.removeValue(forKey: request.identifier) } }
    // Nobody is left to be told of a failure.
    try? show(request)
  }

  // MARK: Those that wait

  /// The notices that wait for their time.
  public func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
    queue.async { [self] in completionHandler(waiting.withLock { $0.notices.values.map(\.request) }) }
  }

  /// The notices that wait for their time.
  public func pendingNotificationRequests() async -> [UNNotificationRequest] {
    await withCheckedContinuation { answer in getPendingNotificationRequests { answer.resume(returning: $0) } }
  }

  /// Gives up notices that wait.
  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    queue.async { [self] in
      waiting.withLock { waiting in
        for identifier in identifiers { waiting.notices.removeValue(forKey: identifier)?.timer.cancel() }
      }
    }
  }

  /// Gives up all notices that wait.
  public func removeAllPendingNotificationRequests() {
    queue.async { [self] in
      removePendingNotificationRequests(withIdentifiers: waiting.withLock { Array($0.notices.keys) })
    }
  }

  // MARK: Those that were shown

  /// Takes notices of this process away.
  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    queue.async { [service] in service.close(identifiers) }
  }

  /// Takes all notices of this process away.
  public func removeAllDeliveredNotifications() { queue.async { [service] in service.closeAll() } }
}
