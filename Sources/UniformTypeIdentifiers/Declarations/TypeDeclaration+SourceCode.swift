// Programs as text, as declarations.
extension TypeDeclaration {
  static let sourceCode: [TypeDeclaration] = [
    TypeDeclaration(
      "public.source-code", "source code", of: ["public.plain-text"]),
    TypeDeclaration(
      "public.swift-source", "Swift source", of: ["public.source-code"], extensions: ["swift"],
      mimeTypes: ["text/x-swift"]),
    TypeDeclaration(
      "public.c-source", "C source", of: ["public.source-code"], extensions: ["c"],
      mimeTypes: ["text/x-csrc"]),
    TypeDeclaration(
      "public.c-header", "C header", of: ["public.source-code"], extensions: ["h"],
      mimeTypes: ["text/x-chdr"]),
    TypeDeclaration(
      "public.c-plus-plus-source", "C++ source", of: ["public.source-code"],
      extensions: ["cpp", "cp", "cc", "cxx", "c++"],
      mimeTypes: ["text/x-c++src"]),
    TypeDeclaration(
      "public.c-plus-plus-header", "C++ header", of: ["public.source-code"], extensions: ["hpp", "hh", "hxx", "h++"],
      mimeTypes: ["text/x-c++hdr"]),
    TypeDeclaration(
      "public.objective-c-source", "Objective-C source", of: ["public.source-code"], extensions: ["m"],
      mimeTypes: ["text/x-objcsrc", "text/x-objc"]),
    TypeDeclaration(
      "public.objective-c-plus-plus-source", "Objective-C++ source", of: ["public.source-code"], extensions: ["mm"],
      mimeTypes: ["text/x-objc++src", "text/x-objc++"]),
    TypeDeclaration(
      "public.assembly-source", "assembler source", of: ["public.source-code"], extensions: ["s", "asm"],
      mimeTypes: ["text/x-asm", "text/x-assembly"]),
    TypeDeclaration(
      "public.make-source", "makefile", of: ["public.script"], extensions: ["mk", "make"],
      mimeTypes: ["text/x-makefile"]),
    TypeDeclaration(
      "public.script", "script", of: ["public.source-code"]),
    TypeDeclaration(
      "com.apple.applescript.text", "AppleScript source", of: ["public.script"], extensions: ["applescript"]),
    TypeDeclaration(
      "com.apple.applescript.script", "compiled script", of: ["public.data", "public.script"], extensions: ["scpt"]),
    TypeDeclaration(
      "com.apple.applescript.script-bundle", "compiled script in a bundle",
      of: ["com.apple.bundle", "com.apple.package", "public.script"], extensions: ["scptd"]),
    TypeDeclaration(
      "com.netscape.javascript-source", "JavaScript source", of: ["public.source-code", "public.executable"],
      extensions: ["js", "mjs", "jscript", "javascript"],
      mimeTypes: ["text/javascript", "application/javascript", "application/ecmascript"]),
    TypeDeclaration(
      "public.shell-script", "shell script", of: ["public.script"], extensions: ["sh", "command", "bash"],
      mimeTypes: ["application/x-shellscript", "text/x-shellscript", "application/x-sh"]),
    TypeDeclaration(
      "public.perl-script", "Perl script", of: ["public.shell-script"], extensions: ["pl", "pm"],
      mimeTypes: ["application/x-perl", "text/x-perl", "text/x-perl-script"]),
    TypeDeclaration(
      "public.python-script", "Python script", of: ["public.shell-script"], extensions: ["py"],
      mimeTypes: ["text/x-python", "text/x-python3", "text/x-python-script"]),
    TypeDeclaration(
      "public.ruby-script", "Ruby script", of: ["public.shell-script"], extensions: ["rb", "rbw"],
      mimeTypes: ["application/x-ruby", "text/x-ruby-script"]),
    TypeDeclaration(
      "public.php-script", "PHP script", of: ["public.shell-script"],
      extensions: ["php", "php3", "php4", "ph3", "ph4", "phtml"],
      mimeTypes: ["application/x-php", "text/php", "text/x-php-script"]),
  ]
}
