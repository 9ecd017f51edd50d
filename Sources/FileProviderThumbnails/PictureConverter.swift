import FileProviderProgram
import FileProviderValidation
import Foundation
import Glibc
import LinuxSystem

/// Makes a PNG of a picture in another format, by the desktop's own thumbnailer for it.
///
/// A picture comes from the provider's server, and may be crafted to attack its decoder, so none of our processes decodes it. The thumbnailer gets it in a folder of
/// its own, which is removed afterwards, and has a time limit of some seconds.
struct PictureConverter {
  var thumbnailers = Thumbnailers.installed
  /// For how long a thumbnailer may run.
  var patience = Duration.seconds(20)

  /// Why there is no PNG.
  struct Failure: Error, Hashable {
    let reason: String
    /// Whether it may be over later.
    let mayPass: Bool
  }

  /// The largest PNG that is taken, in bytes.
  private static let largest = 16 << 20

  /// - Parameter side: The longest side wanted, in pixels.
  func png(of data: Data, _ format: PictureFormat, side: Int) throws(Failure) -> PNGPicture {
    guard let thumbnailer = thumbnailers.one(for: format.mimeTypes) else {
      throw Failure(reason: "no installed thumbnailer converts \(format.rawValue) to PNG", mayPass: false)
    }
    let folder = TemporaryDirectory()
    defer { folder.remove() }
    let (place, input, output): (String, String, String)
    do {
      place = try folder.make().path
      (input, output) = ("\(place)/picture", "\(place)/thumbnail.png")
      try data.write(to: URL(fileURLWithPath: input))
    } catch { throw Failure(reason: "cannot pass the picture to a thumbnailer: \(error)", mayPass: true) }
    try run(thumbnailer, thumbnailer.words(input: input, output: output, side: side), in: place)
    guard let picture = File.regularBytes(output, atMost: Self.largest).flatMap({ PNGPicture($0) }) else {
      throw Failure(reason: "\(thumbnailer.program) produced no PNG", mayPass: false)
    }
    return picture
  }

  private func run(_ thumbnailer: Thumbnailer, _ words: [String], in folder: String) throws(Failure) {
    var launch = ProcessLaunch(thumbnailer.program, words: words)
    launch.variables = [("TMPDIR", folder)]
    (launch.input, launch.output, launch.errors) = (.null, .null, .null)
    launch.group = .own
    let process: ChildProcess
    do { process = try launch.start() } catch {
      throw Failure(reason: "\(thumbnailer.program) cannot be started: \(System.reason(error.number))", mayPass: true)
    }
    let isInTime = process.waitKeepingNumber(until: .after(patience))
    // Its number is still its own: what it has started ends with it.
    kill(-process.number, SIGKILL)
    let ending = process.wait()
    guard isInTime else {
      let seconds = patience.components.seconds
      throw Failure(reason: "\(thumbnailer.program) timed out after \(seconds) s", mayPass: false)
    }
    guard ending.isSuccess else { throw Failure(reason: "\(thumbnailer.program) produced no PNG", mayPass: false) }
  }
}
