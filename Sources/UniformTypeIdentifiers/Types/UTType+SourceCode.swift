// Programs as text. Apple: Uniform Type Identifiers / System-declared uniform type identifiers.
extension UTType {
  /// Program text: `public.source-code`.
  public static let sourceCode = UTType(known: "public.source-code")
  /// Swift source: `public.swift-source`.
  public static let swiftSource = UTType(known: "public.swift-source")
  /// C source: `public.c-source`.
  public static let cSource = UTType(known: "public.c-source")
  /// A C header: `public.c-header`.
  public static let cHeader = UTType(known: "public.c-header")
  /// C++ source: `public.c-plus-plus-source`.
  public static let cPlusPlusSource = UTType(known: "public.c-plus-plus-source")
  /// A C++ header: `public.c-plus-plus-header`.
  public static let cPlusPlusHeader = UTType(known: "public.c-plus-plus-header")
  /// Objective-C source: `public.objective-c-source`.
  public static let objectiveCSource = UTType(known: "public.objective-c-source")
  /// Objective-C++ source: `public.objective-c-plus-plus-source`.
  public static let objectiveCPlusPlusSource = UTType(known: "public.objective-c-plus-plus-source")
  /// Assembler source: `public.assembly-source`.
  public static let assemblyLanguageSource = UTType(known: "public.assembly-source")
  /// A makefile: `public.make-source`.
  public static let makefile = UTType(known: "public.make-source")
  /// A script: `public.script`.
  public static let script = UTType(known: "public.script")
  /// AppleScript source: `com.apple.applescript.text`.
  public static let appleScript = UTType(known: "com.apple.applescript.text")
  /// A compiled script: `com.apple.applescript.script`.
  public static let osaScript = UTType(known: "com.apple.applescript.script")
  /// A compiled script in a bundle: `com.apple.applescript.script-bundle`.
  public static let osaScriptBundle = UTType(known: "com.apple.applescript.script-bundle")
  /// JavaScript source: `com.netscape.javascript-source`.
  public static let javaScript = UTType(known: "com.netscape.javascript-source")
  /// A shell script: `public.shell-script`.
  public static let shellScript = UTType(known: "public.shell-script")
  /// A Perl script: `public.perl-script`.
  public static let perlScript = UTType(known: "public.perl-script")
  /// A Python script: `public.python-script`.
  public static let pythonScript = UTType(known: "public.python-script")
  /// A Ruby script: `public.ruby-script`.
  public static let rubyScript = UTType(known: "public.ruby-script")
  /// A PHP script: `public.php-script`.
  public static let phpScript = UTType(known: "public.php-script")
}
