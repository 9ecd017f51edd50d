// Sound and moving pictures. Apple: Uniform Type Identifiers / System-declared uniform type identifiers.
extension UTType {
  /// Sound or moving pictures: `public.audiovisual-content`.
  public static let audiovisualContent = UTType(known: "public.audiovisual-content")
  /// Sound: `public.audio`.
  public static let audio = UTType(known: "public.audio")
  /// Moving pictures, perhaps with sound: `public.movie`.
  public static let movie = UTType(known: "public.movie")
  /// Moving pictures without sound: `public.video`.
  public static let video = UTType(known: "public.video")
  /// MP3 sound: `public.mp3`.
  public static let mp3 = UTType(known: "public.mp3")
  /// AIFF sound: `public.aiff-audio`.
  public static let aiff = UTType(known: "public.aiff-audio")
  /// WAV sound: `com.microsoft.waveform-audio`.
  public static let wav = UTType(known: "com.microsoft.waveform-audio")
  /// MIDI sound: `public.midi-audio`.
  public static let midi = UTType(known: "public.midi-audio")
  /// MPEG-4 sound: `public.mpeg-4-audio`.
  public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
  /// Protected MPEG-4 sound: `com.apple.protected-mpeg-4-audio`.
  public static let appleProtectedMPEG4Audio = UTType(known: "com.apple.protected-mpeg-4-audio")
  /// An MPEG movie: `public.mpeg`.
  public static let mpeg = UTType(known: "public.mpeg")
  /// MPEG-2 video: `public.mpeg-2-video`.
  public static let mpeg2Video = UTType(known: "public.mpeg-2-video")
  /// An MPEG-2 transport stream: `public.mpeg-2-transport-stream`.
  public static let mpeg2TransportStream = UTType(known: "public.mpeg-2-transport-stream")
  /// An MPEG-4 movie: `public.mpeg-4`.
  public static let mpeg4Movie = UTType(known: "public.mpeg-4")
  /// A protected MPEG-4 movie: `com.apple.protected-mpeg-4-video`.
  public static let appleProtectedMPEG4Video = UTType(known: "com.apple.protected-mpeg-4-video")
  /// A QuickTime movie: `com.apple.quicktime-movie`.
  public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
  /// An AVI movie: `public.avi`.
  public static let avi = UTType(known: "public.avi")
}
