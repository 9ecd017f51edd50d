# Prints what Linux takes of a Swift file: LC_ALL=C file=NAME notes=FILE awk -f swift-tokens.awk -f adopt-sources.awk SOURCE
#
# What adopt-provider.sh has to know of the source is added to the notes, a line each:
#   import MODULE FILE:LINE    it imports this, on Linux too
#   perhaps MODULE FILE:LINE   the same below “#if”
#   objc NAME CLASS    this class has another name for Objective-C
#   provider CLASS     this class is an NSFileProviderReplicatedExtension
#   open FILE:LINE     the optional requirement that begins here has no end

BEGIN {
  # Frameworks that Linux does not have, and whose import is often of no use.
  list("AVFoundation Accelerate AppIntents AppKit ApplicationServices AudioToolbox AuthenticationServices BackgroundTasks CFNetwork Carbon", foreign)
  list("Cocoa Contacts CoreFoundation CoreGraphics CoreImage CoreLocation CoreMedia CoreServices CoreSpotlight CoreText CoreTransferable", foreign)
  list("CoreWLAN DeviceCheck DiskArbitration ExtensionFoundation ExtensionKit FinderSync IOKit Intents LocalAuthentication", foreign)
  list("MetricKit MobileCoreServices NaturalLanguage NetworkExtension ObjectiveC PDFKit Photos PushKit Quartz QuartzCore QuickLook", foreign)
  list("QuickLookThumbnailing SafariServices ServiceManagement StoreKit SystemConfiguration UIKit VideoToolbox Vision", foreign)
  list("WebKit WidgetKit XPC", foreign)
  # Types that have the name of a function: only the plain name stands for both.
  list("stat statfs statvfs flock fcntl sigaction mach_timebase_info", both)
  list("public package internal fileprivate private open final dynamic static mutating nonisolated", modifiers)
  list("class struct enum protocol typealias func let var", kinds)
}

{
  tokenize($0)
  for (i = 1; i <= count; i++) if (code[i] == "os" && code[i + 1] == "(" && code[i + 2] == "Linux") knowsLinux = 1
  for (i = 1; i <= count; i++) {
    conditions += (code[i] == "#if") - (code[i] == "#endif")
    if (code[i] == "@objc" || code[i] == "@objcMembers") attribute(i)
    else if (code[i] == "protocol") protocol(i)
    else if (code[i] == "class" || code[i] == "extension") class(i)
    else if (code[i] == "optional") requirement(i)
    else if (code[i] == "import") imported(i)
    else if (code[i] == "Darwin") qualified(i)
    else if (code[i] == "#selector") selector(i)
    else if (code[i] == "CVarArg") argument(i)
    else if (code[i] == "NSSet" || code[i] == "NSMutableSet") set(i)
    else if (code[i] == "NSMutableString") emptyText(i)
    else if (code[i] == "#if" || code[i] == "#elseif") condition(i)
  }
  for (i = 1; i <= count; i++) printf "%s", text[i]
}

function list(words, into,   all, n) {
  for (n = split(words, all, " "); n > 0; n--) into[all[n]] = 1
}

function note(words) { print words >> ENVIRON["notes"] }

# The next and the last token that is neither a blank nor a comment nor the end of a line.
function after(i) {
  while (++i <= count && (code[i] == "" || code[i] == "\n")) continue
  return i
}
function before(i) {
  while (--i > 0 && (code[i] == "" || code[i] == "\n")) continue
  return i
}

function has(from, to, word) {
  for (; from < to; from++) if (code[from] == word) return from
  return 0
}

# The parenthesis or bracket that closes, or the parenthesis that opens, the one at a token.
function closed(i,   depth) {
  for (; i <= count; i++) if ((depth += (code[i] ~ /^[[(]$/) - (code[i] ~ /^[])]$/)) == 0) return i
  return count
}
function opened(i,   depth) {
  for (; i > 0; i--) if ((depth += (code[i] == ")") - (code[i] == "(")) == 0) return i
  return 0
}

# Where the declaration with a keyword begins: with the first of its attributes and modifiers.
function begun(i,   last) {
  for (last = before(i); last > 0; last = before(i)) {
    if (code[last] == ")") last = before(opened(last))
    if (code[last] !~ /^@/ && !(code[last] in modifiers)) break
    i = last
  }
  return i
}

function drop(from, to) {
  for (; from <= to; from++) text[from] = ""
}

# A comment to the end of its line may have a mark in it that would begin or end this one.
function leaveOut(from, to,   i) {
  if (code[after(to)] == ";") to = after(to)
  for (i = from; i <= to; i++) if (code[i] == "" && text[i] ~ /^\/\/.*(\/\*|\*\/)/) text[i] = ""
  text[from] = "/*" text[from]
  text[to] = text[to] "*/"
}

# A name for Objective-C.
function attribute(i,   last) {
  last = code[i + 1] == "(" ? closed(i + 1) : i
  if (text[last + 1] ~ /^[ \t]+$/) last++
  drop(i, last)
}

# Only classes conform to a protocol of Objective-C.
function protocol(i,   name, colon, j) {
  if (!has(begun(i), i, "@objc")) return
  name = after(i)
  colon = after(name)
  for (j = colon; j <= count && code[j] != "{"; j = after(j)) if (code[j] == "AnyObject") return
  if (code[colon] == ":") text[colon] = ": AnyObject,"
  else text[name] = text[name] ": AnyObject"
}

function class(i,   name, objc, j) {
  name = after(i)
  if (code[after(name)] !~ /^[<:]$/) return
  objc = has(begun(i), i, "@objc")
  if (objc && code[after(objc)] == "(") note("objc " code[after(after(objc))] " " code[name])
  for (j = name; j <= count && code[j] != "{"; j = after(j))
    if (code[j] == "NSFileProviderReplicatedExtension") note("provider " code[name])
}

# A requirement that may be left out is no requirement on Linux.
function requirement(i,   first, last, j, round, curly) {
  first = begun(i)
  if (!has(first, i, "@objc")) return
  for (j = i; j <= count; j = after(j)) {
    if (code[j] == "}" && !curly) break
    last = j
    round += (code[j] == "(") - (code[j] == ")")
    curly += (code[j] == "{") - (code[j] == "}")
    if (!round && !curly && ends(j)) break
  }
  if (round || curly) note("open " ENVIRON["file"] ":" line(i))
  else leaveOut(first, last)
}

# Whether a declaration without open parentheses ends with a token: the next one is on another line, and neither asks for the other.
function ends(i,   j) {
  j = after(i)
  if (code[j] == ";" || !has(i, j, "\n")) return code[j] == ";"
  if (code[j] ~ /^(where|async|throws|rethrows|[^A-Za-z_@#`}])$/) return 0
  return code[i] !~ /^(where|func|var|optional|[,:&.])$/ && code[i - 1] code[i] != "->"
}

function line(i,   j, lines) {
  for (j = 1; j < i; j++) lines += code[j] == "\n"
  return lines + 1
}

# The C library has another name. And @preconcurrency is about one module, while FileProvider's names are those of FileProviderInterface.
function imported(i,   first, what, path, last) {
  what = after(i)
  if (code[before(i)] == "." || code[what] !~ /^[A-Za-z_]/ || has(i, what, "\n")) return
  first = begun(i)
  last = code[what] in kinds ? after(what) : what
  for (path = code[last]; code[last + 1] == "."; last += 2) path = path "." code[last + 2]
  if (path ~ /^Darwin(\.|$)/) { drop(what, last); text[what] = "Glibc" }
  else if (path ~ /^os\.activity(\.|$)/ || module(path) in foreign) leaveOut(first, last)
  else {
    note((conditions ? "perhaps " : "import ") module(path) " " ENVIRON["file"] ":" line(i))
    if (path == "FileProvider" && has(first, i, "@preconcurrency")) text[last] = text[last] "; @preconcurrency import FileProviderInterface"
  }
}

function module(path) {
  sub(/\..*/, "", path)
  return path
}

function qualified(i) {
  if (code[i + 1] != "." || code[i - 1] == "." || code[before(i)] == "import" || code[before(i)] in kinds) return
  if (code[i + 2] in both && code[i + 3] == "(") drop(i, i + 1)
  else text[i] = "Glibc"
}

# A selector that is called is a method that is called: FileProvider has such forms of the calls of NotificationCenter, Timer and NSArray, and
# of NSSortDescriptor for the comparisons of NSString.
function selector(i,   label, last, j, method, sorts) {
  label = before(before(i))
  sorts = code[label] == "using" && code[before(before(label))] ~ /^(sort|sortedArray)$/
  if (code[before(i)] != ":" || !sorts && code[label] != "selector") return
  last = closed(i + 1)
  for (j = i + 2; j < last; j++) if (code[j] != "\n") method = method code[j]
  if (sorts) {
    text[label] = "calling"
    drop(i, last)
    text[i] = method
    return
  }
  if (method ~ /^NSString\.([A-Za-z]*C|c)ompare(\(_:\))?$/) {
    text[label] = "comparing"
    drop(i, last)
    text[i] = method
  }
  if (method ~ /^NS[A-Z]/) return
  sub(/^([sS]elf|[A-Z][A-Za-z0-9_]*)\./, "", method)
  if (method !~ /^[A-Za-z_][A-Za-z0-9_]*(\([A-Za-z0-9_:]*\))?$/) return
  text[label] = "calling"
  drop(i, last)
  text[i] = "{ $0." method " }"
}

# What only a class itself can declare is written out: that a list stands for a set, and that a text may begin empty.
function set(i,   first, last) {
  first = after(after(i))
  if (code[before(i)] != ":" || code[after(i)] != "=" || code[first] != "[") return
  last = closed(first)
  if (after(last) <= count && !has(last, after(last), "\n")) return
  text[first] = ".init(array: ["
  text[last] = "])"
}
function emptyText(i) {
  if (code[i + 1] == "(" && code[i + 2] == ")") text[i + 1] = "(capacity: 0"
}

# An error that goes where C takes any number of arguments.
function argument(i,   what) {
  what = code[before(i)] == "any" ? before(i) : i
  if (code[before(what)] != "as" || code[before(before(what))] !~ /[eE]rror$/) return
  drop(what, i)
  text[i] = "NSError"
}

# What is written for macOS is what is adopted, unless the file knows Linux itself.
function condition(i,   last) {
  if (knowsLinux) return
  for (; i <= count && code[i] != "\n"; i++) {
    if (code[i] != "os" || code[after(i)] != "(" || code[after(after(i))] !~ /^(macOS|OSX)$/) continue
    last = closed(after(i))
    text[i] = "(os"
    text[last] = ") || os(Linux))"
  }
}
