// Sound and moving pictures, as declarations.
extension TypeDeclaration {
  static let media: [TypeDeclaration] = [
    TypeDeclaration(
      "public.audiovisual-content", "audiovisual content", of: ["public.data", "public.content"]),
    TypeDeclaration(
      "public.audio", "audio", of: ["public.audiovisual-content"]),
    TypeDeclaration(
      "public.movie", "movie", of: ["public.audiovisual-content"]),
    TypeDeclaration(
      "public.video", "video", of: ["public.movie"]),
    TypeDeclaration(
      "public.mp3", "MP3 audio", of: ["public.audio"], extensions: ["mp3", "mpga"],
      mimeTypes: ["audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/x-mpeg"]),
    TypeDeclaration(
      "public.aiff-audio", "AIFF audio", of: ["public.audio"], extensions: ["aiff", "aif"],
      mimeTypes: ["audio/aiff", "audio/x-aiff"]),
    TypeDeclaration(
      "com.microsoft.waveform-audio", "WAV audio", of: ["public.audio"], extensions: ["wav", "wave"],
      mimeTypes: ["audio/x-wav", "audio/wav", "audio/wave", "audio/vnd.wave"]),
    TypeDeclaration(
      "public.midi-audio", "MIDI audio", of: ["public.audio"], extensions: ["midi", "mid", "smf", "kar"],
      mimeTypes: ["audio/midi", "audio/x-midi"]),
    TypeDeclaration(
      "public.mpeg-4-audio", "MPEG-4 audio", of: ["public.mpeg-4", "public.audio"], extensions: ["mp4a"],
      mimeTypes: ["audio/mp4"]),
    TypeDeclaration(
      "com.apple.protected-mpeg-4-audio", "protected MPEG-4 audio", of: ["public.audio"], extensions: ["m4p", "m4b"]),
    TypeDeclaration(
      "public.mpeg", "MPEG movie", of: ["public.movie"], extensions: ["mpg", "mpeg", "mpe", "m75", "m15"],
      mimeTypes: ["video/mpeg", "video/mpg", "video/x-mpeg"]),
    TypeDeclaration(
      "public.mpeg-2-video", "MPEG-2 video", of: ["public.video"], extensions: ["m2v"],
      mimeTypes: ["video/mpeg2"]),
    TypeDeclaration(
      "public.mpeg-2-transport-stream", "MPEG-2 transport stream", of: ["public.movie"], extensions: ["ts"],
      mimeTypes: ["video/mp2t"]),
    TypeDeclaration(
      "public.mpeg-4", "MPEG-4 movie", of: ["public.movie"], extensions: ["mp4", "mpg4"],
      mimeTypes: ["video/mp4", "application/mp4"]),
    TypeDeclaration(
      "com.apple.protected-mpeg-4-video", "protected MPEG-4 movie", of: ["com.apple.m4v-video"]),
    TypeDeclaration(
      "com.apple.quicktime-movie", "QuickTime movie", of: ["public.movie"], extensions: ["mov", "qt"],
      mimeTypes: ["video/quicktime"]),
    TypeDeclaration(
      "public.avi", "AVI movie", of: ["public.movie"], extensions: ["avi", "vfw"],
      mimeTypes: ["video/x-msvideo", "video/avi", "video/vnd.avi", "video/msvideo"]),
  ]
}
