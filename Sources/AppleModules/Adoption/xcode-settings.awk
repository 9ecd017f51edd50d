# Prints the build settings of an Xcode target, “NAME VALUE” a line: root=FOLDER folder=PATH awk -f xcode-settings.awk PROJECT.pbxproj
#
#   root     the folder with the project
#   folder   the sources of the target, a path below root
#   only     where it is not empty, the only app extension is the target, wherever its sources are
#   text     a file: it is printed, with the values of the settings in place of $(NAME), instead of the settings
#   own      settings, “NAME=VALUE” a line, that come before those of the target
#   files    configuration files, a path a line, for sources without a project
#
# A value is printed as it is in these files: whoever reads it has to check it.

# A project is a property list of the old form, in which no token goes beyond its line.
{
  rest = $0
  while (rest != "") {
    if (isComment) {
      isComment = !index(rest, "*/")
      rest = isComment ? "" : substr(rest, index(rest, "*/") + 2)
    } else if (match(rest, /^[ \t\r]+/)) rest = substr(rest, RLENGTH + 1)
    else if (rest ~ /^\/\//) rest = ""
    else if (rest ~ /^\/\*/) { isComment = 1; rest = substr(rest, 3) }
    else if (match(rest, /^"([^"\\]|\\.)*"/)) { last = unquoted(substr(rest, 2, RLENGTH - 2)); rest = substr(rest, RLENGTH + 1) }
    else if (match(rest, /^[^][ \t\r{}()=;,"]+/)) { last = substr(rest, 1, RLENGTH); rest = substr(rest, RLENGTH + 1) }
    else { sign(substr(rest, 1, 1)); rest = substr(rest, 2) }
  }
}

BEGIN { longest = 65536 }

END {
  for (i in objects) {
    if (said[i, "isa"] == "PBXProject") whole = i
    for (count = split(said[i, "children"], lines, " "); count > 0; count--) parents[lines[count]] = i
  }
  load(target())
  count = split(ENVIRON["files"], lines, "\n")
  for (i = 1; i <= count; i++) read(lines[i], 0)
  count = split(ENVIRON["own"], lines, "\n")
  for (i = 1; i <= count; i++) set(lines[i])
  if (ENVIRON["text"] == "") for (key in value) print key, expanded(value[key], "", 0)
  else while ((getline line < ENVIRON["text"]) > 0) print expanded(line, "xml", 0)
}

function unquoted(text) {
  gsub(/\\n/, " ", text)
  gsub(/\\/, "", text)
  return text
}

# What stands between the signs: the objects are in the second braces, what is said of each in the third, and its settings in the fourth.
function sign(mark) {
  if (mark == "{" || mark == "(") { name[++depth] = key; key = "" }
  else if (mark == "=") key = last
  else if (mark == ";" || mark == "," || mark == ")") {
    if (depth == 3 && key != "") said[name[3], key] = last
    else if (depth == 4 && name[4] == "buildSettings" && key != "") settings[name[3]] = settings[name[3]] key "=" last "\n"
    else if (depth == 4 && last != "") said[name[3], name[4]] = said[name[3], name[4]] last " "
    key = ""
  }
  if (mark == "}" || mark == ")") key = name[depth--] = ""
  if (depth == 3 && name[3] != "") objects[name[3]]
  last = ""
}

# The target that has its Info.plist in the folder, or else the one that the folder belongs to or is named after, or else the only extension.
function target(   all, n, id, plist, groups, found, named, extensions, extension, last) {
  last = ENVIRON["folder"]
  sub(/.*\//, "", last)
  for (n = split(said[whole, "targets"], all, " "); n > 0; n--) {
    id = all[n]
    load(id)
    plist = expanded(value["INFOPLIST_FILE"], "", 0)
    if (index(plist, ENVIRON["root"] "/") == 1) plist = substr(plist, length(ENVIRON["root"]) + 2)
    if (!sub(/\/[^\/]*$/, "", plist)) plist = plist == "" ? "/" : ""
    if (plist == ENVIRON["folder"]) found = id
    split(said[id, "fileSystemSynchronizedGroups"], groups, " ")
    if (said[id, "name"] == last || groups[1] != "" && path(groups[1], 0) == ENVIRON["folder"]) named = id
    if (said[id, "productType"] ~ /app-extension$/) { extensions++; extension = id }
  }
  return found ? found : named ? named : ENVIRON["only"] != "" && extensions == 1 ? extension : ""
}

function load(id) {
  split("", value)
  left = 1000
  set("SRCROOT=" ENVIRON["root"])
  set("PROJECT_DIR=$(SRCROOT)")
  set("TARGET_NAME=" said[id, "name"])
  set("PRODUCT_NAME=$(TARGET_NAME)")
  set("PRODUCT_MODULE_NAME=$(PRODUCT_NAME:c99extidentifier)")
  apply(said[whole, "buildConfigurationList"])
  apply(said[id, "buildConfigurationList"])
}

# Those of the Release configuration: others may have identifiers of their own.
function apply(list,   all, n, id, lines, i, base) {
  for (n = split(said[list, "buildConfigurations"], all, " "); n > 0; n--)
    if (id == "" || said[all[n], "name"] == "Release") id = all[n]
  if ((id, "baseConfigurationReference") in said) base = path(said[id, "baseConfigurationReference"], 0)
  else if ((id, "baseConfigurationReferenceAnchor") in said)
    base = path(said[id, "baseConfigurationReferenceAnchor"], 0) "/" said[id, "baseConfigurationReferenceRelativePath"]
  if (base != "") read(ENVIRON["root"] "/" base, 0)
  n = split(settings[id], lines, "\n")
  for (i = 1; i < n; i++) set(lines[i])
}

# Where a file or folder of the project is: its path, below those of the groups that it is in. A damaged project has groups in themselves.
function path(id, level) {
  if (said[id, "sourceTree"] == "SOURCE_ROOT" || !(id in parents) || level == 100) return said[id, "path"]
  return joined(path(parents[id], level + 1), said[id, "path"])
}

function joined(folder, name) { return folder == "" || name == "" ? folder name : folder "/" name }

function set(text,   key) {
  key = substr(text, 1, index(text, "=") - 1)
  text = substr(text, length(key) + 2)
  sub(/\[sdk=macosx[^]]*\]$/, "", key)
  gsub(/\$[({]inherited[)}]/, "\001", text)
  while (index(text, "\001") && length(text) < longest)
    text = substr(text, 1, index(text, "\001") - 1) value[key] substr(text, index(text, "\001") + 1)
  if (key ~ /^[A-Za-z_][A-Za-z0-9_]*$/ && length(text) < longest) value[key] = text
}

# A device or a pipe may have no end.
function isRegular(file,   quoted) {
  if (!(file in regular)) {
    quoted = file
    gsub(/'/, "'\\\\''", quoted)
    regular[file] = system("test -f '" quoted "'") == 0
  }
  return regular[file]
}

# A file that includes itself, also by way of others, is not read again; nor are more than 1000 for one target.
function read(file, level,   line, other) {
  if (file in isOpen || !isRegular(file)) return
  isOpen[file]
  while (level < 10 && left > 0 && (getline line < file) > 0) {
    other = line
    sub(/[ \t\r]*(\/\/.*)?$/, "", line)
    if (sub(/^[ \t]*#include\??[ \t]*"/, "", other) && sub(/".*/, "", other)) {
      if (other !~ /^\//) other = (match(file, /.*\//) ? substr(file, 1, RLENGTH) : "") other
      left--
      read(other, level + 1)
    } else if (match(line, /^[ \t]*[A-Za-z_][^ \t=[]*(\[[^]]*\])*[ \t]*=[ \t]*/)) {
      other = substr(line, 1, RLENGTH)
      gsub(/^[ \t]*|[ \t]*=[ \t]*$/, "", other)
      set(other "=" substr(line, RLENGTH + 1))
    }
  }
  close(file)
  delete isOpen[file]
}

# A text with the values of the settings in it. A setting that nobody knows stays as it is, but for the prefix of a team, which Linux has none of.
# Settings that name each other have no end: so much of a line is replaced at most.
function expanded(text, form, level,   done, key, form2, part) {
  if (level == 0) names = 1000
  while ((level == 0 || length(done) < longest) && names-- > 0 && match(text, /\$[({][A-Za-z_][A-Za-z0-9_]*(:[a-z0-9]+)?[)}]/)) {
    part = substr(text, RSTART, RLENGTH)
    done = done substr(text, 1, RSTART - 1)
    text = substr(text, RSTART + RLENGTH)
    key = substr(part, 3, length(part) - 3)
    form2 = index(key, ":") ? substr(key, index(key, ":") + 1) : ""
    sub(/:.*/, "", key)
    if (key ~ /IdentifierPrefix$/) part = ""
    else if ((key in value) && level < 10) {
      part = expanded(value[key], "", level + 1)
      if (form2 == "c99extidentifier") { gsub(/[^A-Za-z0-9_]/, "_", part); sub(/^[0-9]/, "_&", part) }
      else if (form2 == "rfc1034identifier") gsub(/[^A-Za-z0-9.-]/, "-", part)
      if (form == "xml") { gsub(/&/, "\\&amp;", part); gsub(/</, "\\&lt;", part); gsub(/"/, "\\&quot;", part) }
    }
    done = done part
  }
  return done text
}
