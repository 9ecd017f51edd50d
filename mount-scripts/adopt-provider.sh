#!/bin/sh
# Makes a package for Linux of the folder of a File Provider extension for macOS, builds it, and says file by file what is left to do.
# The extension's folder is not changed: the package has links to its files, and copies of those that Linux takes only with changes.
set -eu
begun=$(date +%s)

usage() {
  cat <<'END'
usage: adopt-provider.sh [OPTIONS] DIR

  DIR                    the extension's folder: its Swift files and its Info.plist
  --with DIR             code that the extension imports; may be given again. A folder of Swift files becomes a module of its Xcode
                         target's name, or else of the folder's; a package is used as it is, or, where Linux takes its files only
                         with changes, as a changed copy
  -o, --output FOLDER    the package to make (default: DIR-linux beside DIR); it must not exist
  --identifier ID        the provider's bundle identifier (default: that in Info.plist or of the Xcode target)
  --package PATH|URL     where OpenFileProvider is (default: the package that this script is in); a URL is cloned
                         into the cache folder, $XDG_CACHE_HOME/adopt-provider
  --version VERSION      the tag of the clone (default: the newest commit)
  --swift-version 5|6    the language mode (default: SWIFT_VERSION of the Xcode target, or of all targets of a project beside DIR; else 5)
  --no-build             only make the package; of a package of --with, Package.swift is run all the same
  --modules FOLDER       instead of building, only type-check the files with the modules in FOLDER; may be given again
  -h, --help             this text

Names come from the Xcode project beside DIR or above it, up to the root of the Git repository: the identifier, the module's name, the
places of Info.plist and of the entitlements, and the values of $(NAME) in them. Without a project, the files *.xcconfig in DIR or
beside it are read. An option overrides the project.

All packages share what they compile of OpenFileProvider, in $XDG_CACHE_HOME/adopt-provider/builds. Run build.sh in the package to
build it again after a change.

Exit status: 0 the package is made and builds, 1 something is left to do, 64 wrong usage.
END
}

# dash's own expands backslashes, and paths may have some.
echo() { printf '%s\n' "$*"; }
fail() { echo "adopt-provider: $1" >&2; exit "${2:-1}"; }

here=$(cd "$(dirname "$0")" && pwd -P)
output='' identifier='' with='' package=$(dirname "$here") version='' build=yes modules='' dir='' mode=''
rules=$package/Sources/AppleModules/Adoption
while [ $# -gt 0 ]; do
  case $1 in
    -h|--help) usage; exit 0 ;;
    --no-build) build=no ;;
    -o|--output|--identifier|--package|--version|--swift-version|--modules|--with)
      [ $# -ge 2 ] || fail "$1 wants a value" 64
      case $1 in
        -o|--output) output=$2 ;; --identifier) identifier=$2 ;; --package) package=$2 ;;
        --version) version=$2 ;;
        --with)
          [ -d "$2" ] || fail "$2: this is not a folder" 64
          with="$with$(cd "$2" && pwd -P)
" ;;
        --modules) modules="$modules$2
" ;;
        --swift-version) mode=$2; case $mode in 5|6) ;; *) fail "$mode: the language mode is 5 or 6" 64 ;; esac ;;
      esac
      shift ;;
    -*) fail "there is no option $1; --help shows those there are" 64 ;;
    *) [ -z "$dir" ] || fail "name one folder" 64; dir=$1 ;;
  esac
  shift
done
[ -n "$dir" ] || { usage >&2; exit 64; }
[ -d "$dir" ] || fail "$dir: this is not a folder" 64
[ -z "$with" ] || [ -z "$modules" ] || fail "--modules checks one module: it cannot be used together with --with" 64
dir=$(cd "$dir" && pwd -P)
output=${output:-$dir-linux}
[ ! -e "$output" ] || fail "$output: it is there already; remove it, or name another with --output"
# The next package would have the files of this one, too.
isOutside() { # folder, what it is
  case $(realpath -m -- "$output") in "$1"/*) fail "$output: this is inside $2; name another place with --output" 64 ;; esac
}
isOutside "$dir" "the extension's folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# dash runs that only where the shell itself ends.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# The settings of the Xcode target that a folder's sources belong to, “NAME VALUE” a line, in a file.
settings() { # folder, file, anything if the only app extension may be the target
  only=${3:-} place=$1
  while :; do
    for project in "$place"/*.xcodeproj/project.pbxproj; do
      [ -f "$project" ] || continue
      root=$place folder=${1#"$place"}
      folder=${folder#/}
      xcode '' '' >"$2"
      ! grep -q '^TARGET_NAME .' "$2" || return 0
    done
    if [ "$place" = / ] || [ -e "$place/.git" ]; then break; fi
    place=$(dirname "$place")
  done
  project=/dev/null root=$1
  configurations=$(find "$1" -maxdepth 1 -name '*.xcconfig' | LC_ALL=C sort)
  [ -n "$configurations" ] || configurations=$(find "$1/.." -maxdepth 1 -name '*.xcconfig' | LC_ALL=C sort)
  xcode '' '' >"$2"
}
# The settings of the last target, or a text with their values in it.
xcode() { # text, settings that come first
  LC_ALL=C root=$root folder=$folder only=$only files=$configurations text=$1 own=$2 awk -f "$rules/xcode-settings.awk" "$project"
}
setting() { sed -n "s/^$1 //p" "$work/settings"; }
folder='' configurations=''

# Whether something can be the name of a module here: a package builds no two of one name, not those of OpenFileProvider, nor those that extensions import.
isFree() {
  case $1 in
    '' | [0-9]* | *[!A-Za-z0-9_]*) return 1 ;;
    Combine | CryptoKit | Dispatch | Foundation | Glibc | OpenCombine | Swift | System | SystemPackage) return 1 ;;
    *) ! grep -q "name: \"$1\"" "$here/../Package.swift" "$rules/../Package.swift" ;;
  esac
}

# What Linux takes of a folder's files: copies of those that are rewritten, in $work/adopted/NAME, and lists of all and of those beside it.
adopt() { # name, folder, which files
  module=$1 source=$2
  shift 2
  mkdir -p "$work/adopted/$module"
  : >"$work/$module.notes"
  (cd "$source" && find . -name '*.swift' "$@" -type f -print) | sed 's:^\./::' | LC_ALL=C sort >"$work/$module.files"
  while IFS= read -r file; do
    copy=$work/adopted/$module/$file
    mkdir -p "${copy%/*}"
    LC_ALL=C file=$file notes=$work/$module.notes \
      awk -f "$rules/swift-tokens.awk" -f "$rules/adopt-sources.awk" <"$source/$file" >"$copy"
    if tr -d '\r' <"$source/$file" | cmp -s - "$copy"; then rm "$copy"; else echo "$file"; fi
  done <"$work/$module.files" >"$work/$module.changed"
}

# This script adds files to a module: a file of its own that has the same name would be overwritten.
reserve() { # folder, names; a list of the module's files is the input
  taken=$(grep -E -m 1 "(^|/)($2)\.swift(/|\$)" || true)
  [ -z "$taken" ] || fail "$1/$taken: rename this file: the package adds a file of that name" 64
}

# Whether Linux takes the files of a package only with changes, or they import what is ours.
isCopied() { # name
  [ -s "$work/$1.package.changed" ] ||
    grep -qE '^import (FileProvider|UniformTypeIdentifiers|os|OSLog|Security|CommonCrypto|Network|SQLite3) ' "$work/$1.package.notes"
}
# The folders of a package's targets that a file is added to.
targetFolders() { # name
  awk '/^    (Type|Module type): / { kind = kind $NF } /^    Name: / { kind = "" } /^    Path: / && kind ~ /^(library|executable)SwiftTarget$/ { print substr($0, 11) }' \
    "$work/$1.package.description"
}
# Nothing may be written through a link of the copy, or copied into itself.
isCopyable() { # name, folder
  isOutside "$2" "the package $2"
  targetFolders "$1" | while IFS= read -r folder; do
    [ "$(realpath -- "$2/$folder")" = "$(realpath -s -- "$2/$folder")" ] ||
      fail "$2/$folder: this target is behind a symbolic link, and cannot be copied" 64
    (cd "$2" && find "./$folder" -name '*.swift') | sed 's:^\./::' | reserve "$2" AppleModules
  done
}

# A file is in one module.
printf %s "$with" | while IFS= read -r source; do
  case $source/ in "$dir"/*) fail "$source: this is inside the extension's folder, whose files are one module; move it out" 64 ;; esac
  case $dir/ in "$source"/*) [ -f "$source/Package.swift" ] || fail "$source: the extension's folder is inside this one; name a folder without it" 64 ;; esac
  [ -f "$source/Package.swift" ] || isOutside "$source" "the folder $source"
done

# The modules of --with, “NAME FOLDER” a line, and the packages, “NAME.package FOLDER”. A file of a package that knows Linux is left as it is.
printf %s "$with" | while IFS= read -r source; do
  base=$(basename "$source")
  if [ -f "$source/Package.swift" ]; then
    case $base in *[!A-Za-z0-9._-]*) fail "$source: rename the folder: a package is named with letters, digits, dots, underscores and hyphens here" 64 ;; esac
    entry=$base.package
    adopt "$entry" "$source" ! -path './.*' ! -path './Tests/*' ! -path './Plugins/*' ! -name 'Package*.swift' \
      ! -exec grep -qE 'os\(Linux\)|canImport\((Glibc|Darwin)\)' {} \;
    swift package --package-path "$source" --scratch-path "$work/describe" describe >"$work/$entry.description" 2>"$work/error" ||
      fail "$source: this package cannot be read: $(tail -n 1 "$work/error")"
    ! isCopied "$base" || isCopyable "$base" "$source"
  else
    settings "$source" "$work/settings"
    entry=$(setting PRODUCT_MODULE_NAME)
    entry=${entry:-$(printf %s "$base" | tr -c 'A-Za-z0-9_' _)}
    isFree "$entry" || fail "$source: no module can be named $entry here; rename the folder" 64
    adopt "$entry" "$source" ! -name main.swift
    [ -s "$work/$entry.files" ] || fail "$source: there is no Swift file in it"
    reserve "$source" 'AppleModules|FoundationNames' <"$work/$entry.files"
  fi
  ! grep -q "^$entry " "$work/with" 2>/dev/null || fail "$source: there is another $base" 64
  echo "$entry $source" >>"$work/with"
done
touch "$work/with"
helpers=$(sed -n 's/^\([A-Za-z0-9_]*\) .*/\1/p' "$work/with")
parcels=$(sed -n 's/^\([^ ]*\)\.package .*/\1/p' "$work/with")

settings "$dir" "$work/settings" extension
name=$(setting PRODUCT_MODULE_NAME)
[ -n "$name" ] || name=$(basename "$dir" | tr -cd 'A-Za-z0-9')
case $name in ''|[0-9]*) name=Provider$name ;; esac
if ! isFree "$name" || grep -q "^$name " "$work/with"; then name=$(printf %s "$name" | tr -cd 'A-Za-z0-9_')Extension; fi
target=$(setting TARGET_NAME)
if [ -z "$mode" ]; then
  if [ -n "$target" ]; then mode=$(setting SWIFT_VERSION)
  else mode=$(find "$dir"/../*.xcodeproj -name project.pbxproj -type f -exec cat {} + 2>/dev/null | sed -n 's/.*SWIFT_VERSION = "*\([0-9]*\).*/\1/p' | sort -u)
  fi
  case $mode in 6 | 6.*) mode=6 ;; *) mode=5 ;; esac
fi
plist=$dir/Info.plist
[ -f "$plist" ] || [ -z "$(setting INFOPLIST_FILE)" ] || plist=$(cd "$root" && realpath -- "$(setting INFOPLIST_FILE)" 2>/dev/null || echo "$plist")

# A binary Info.plist is read as the XML that it stands for.
if [ -f "$plist" ] && [ "$(head -c 6 "$plist" | tr -d '\000')" = bplist ]; then
  xml=$work/binary
  plutil -convert xml1 -o "$xml" -- "$plist" >/dev/null 2>&1 ||
    python3 -c 'import plistlib, sys; plistlib.dump(plistlib.load(open(sys.argv[1], "rb")), open(sys.argv[2], "wb"))' \
      "$plist" "$xml" 2>/dev/null ||
    fail "$plist: this binary property list cannot be read; it takes Swift's plutil or python3, or write it as XML on a Mac: plutil -convert xml1 Info.plist"
  plist=$xml
elif [ -f "$plist" ] && ! grep -q '<plist' "$plist"; then
  fail "$plist: this is no property list in XML or binary form; convert it on a Mac: plutil -convert xml1 Info.plist"
fi

# A property list with the values of the settings in it.
expand() { [ ! -f "$1" ] || xcode "$1" "${identifier:+PRODUCT_BUNDLE_IDENTIFIER=$identifier
}PRODUCT_MODULE_NAME=$name
${target:+#}PRODUCT_NAME=$name"; }
# The text of the string, integer or truth value after a key of Info.plist, or of the first string of a list there.
value() { # key, expanded property list
  tr -d '\n\r\t' <"${2:-$work/information}" |
    sed -n "s:.*<key>$1</key> *\\(<array> *\\)*<\\([a-z]*\\)/*>\\([^<]*\\).*:\\2 \\3:p" |
    sed -e 's/^\(true\|false\) .*/\1/' -e 's/^[a-z]* //'
}

# An extension's main.swift only starts what ProviderMain.swift starts here.
adopt "$name" "$dir" ! -name main.swift
notes=$work/$name.notes
[ -s "$work/$name.files" ] || fail "$dir: there is no Swift file in it"
reserve "$dir" 'AppleModules|FoundationNames|InformationPropertyList|ProviderMain' <"$work/$name.files"

expand "$plist" >"$work/information"
# Info.plist has the name for Objective-C, where there is one.
class=$(value NSExtensionPrincipalClass | sed 's/.*\.//')
if [ -n "$class" ]; then
  swift=$(class=$class awk '$1 == "objc" && $2 == ENVIRON["class"] { print $3; exit }' "$notes")
  class=${swift:-$class}
else
  class=$(awk '$1 == "provider" { print $2; exit }' "$notes")
fi
[ -n "$class" ] || fail "$dir: no class is an NSFileProviderReplicatedExtension, and Info.plist names no principal class"

[ -n "$identifier" ] || identifier=$(value CFBundleIdentifier)
[ -n "$identifier" ] || identifier=$(setting PRODUCT_BUNDLE_IDENTIFIER)
case $identifier in '' | *\$*)
  identifier=org.example.$(basename "$dir" | tr -cd 'A-Za-z0-9-')
  echo "adopt-provider: neither Info.plist nor an Xcode target has a bundle identifier; $identifier is used, name another with --identifier" >&2 ;;
esac
case $identifier in *[!A-Za-z0-9.-]*) fail "$identifier: this is no bundle identifier" 64 ;; esac
expand "$plist" >"$work/information"
case $class in *[[:space:]\"\'\(\)\{\}\;\$\\.,:]*) fail "$class: this is no name of a class" ;; esac

case $package in
  *://*|git@*)
    # SwiftPM takes no package in a folder of a repository by URL.
    case ${XDG_CACHE_HOME:-} in /*) cache=$XDG_CACHE_HOME ;; *) cache=$HOME/.cache ;; esac
    clone=$cache/adopt-provider/$(printf %s "$package" | tr -c 'A-Za-z0-9.' -)-${version:-newest}
    if [ ! -d "$clone" ]; then
      mkdir -p "${clone%/*}"
      rm -rf "$clone.part"
      git clone -q --depth 1 ${version:+--branch "$version"} -- "$package" "$clone.part" || fail "$package: this cannot be cloned"
      mv "$clone.part" "$clone"
    elif [ -z "$version" ]; then
      { git -C "$clone" fetch -q --depth 1 origin HEAD && git -C "$clone" reset -q --hard FETCH_HEAD; } ||
        echo "adopt-provider: $package: the newest commit cannot be fetched; the clone in $clone is used as it is" >&2
    fi
    package=$clone ;;
esac
package=$(cd "$package" && pwd -P) || fail "$package: there is no such folder" 64
[ -f "$package/Sources/AppleModules/Package.swift" ] || fail "$package: there is no Sources/AppleModules/Package.swift in it" 64

# Packages are called by the name of their folder, and given no other: SwiftPM 6.3 now and then ignores all moduleAliases otherwise, since it takes a package
# that it knows by two names for the first one.
quoted=$(printf %s "$package" | sed 's/[\\"]/\\&/g')
main="    .package(path: \"$quoted\"),
    .package(path: \"$quoted/Sources/AppleModules\"),"

uses() { grep -qE "^$kinds $1 " "$notes"; }
others='' packages='' declared=''

# The products for what a module imports. What only other packages look for is named otherwise: then only this target has it.
products() { # the module's notes, how the imports are noted that count
  notes=$1 kinds=$2 dependencies=
  for product in FileProvider FoundationExtras os OSLog Security CommonCrypto Network SQLite3; do
    from=AppleModules alias=
    case $product in
      FileProvider) from=${quoted##*/} ;;
      FoundationExtras) ;;
      # A file sees what another one of its module imports of the system's logging and locks.
      os) uses os || uses OSLog || continue ;;
      OSLog) uses OSLog || continue ;;
      *)
        uses $product || continue
        alias=", moduleAliases: [\"$product\": \"Apple$product\"]" ;;
    esac
    dependencies="$dependencies        .product(name: \"$product\", package: \"$from\"$alias),
"
  done
}

# On macOS every file sees Darwin's functions of C and all of Foundation. What one file exports, the others of its module see, too.
exports() { # folder
  for product in CDarwin FileProvider FoundationExtras; do echo "@_exported import $product"; done >"$1/AppleModules.swift"
  ! { uses os || uses OSLog; } || echo "@_exported import os" >>"$1/AppleModules.swift"
}

# CryptoKit is swift-crypto under another name, Combine is OpenCombine, and System is swift-system.
renamed() { # name, address, version, the package, its products
  uses "$1" || return 0
  dependencies="$dependencies        \"$1\",
"
  [ ! -d "$output/Sources/$1" ] || return 0
  other=$1 address=$2 from=$3 repository=$4
  shift 4
  mkdir "$output/Sources/$other"
  products=
  for product in "$@"; do
    echo "@_exported import $product" >>"$output/Sources/$other/$other.swift"
    products="$products.product(name: \"$product\", package: \"$repository\"), "
  done
  packages="$packages    .package(url: \"$address\", from: \"$from\"),
"
  others="$others    .target(name: \"$other\", dependencies: [$products]),
"
}

# What Foundation on Linux has of the same name, and differently: the names of a file's own module come first.
owned() { # pattern, declaration
  grep -RqE "$1" "$output/Sources/$module" || return 0
  own="$own
$2
"
}
foundationNames() {
  own=
  for class_name in DateComponentsFormatter MeasurementFormatter PersonNameComponentsFormatter; do
    owned "$class_name" "public typealias $class_name = FoundationExtras.$class_name"
  done
  owned 'replaceItemAt\(' 'extension FileManager {
  @discardableResult
  public func replaceItemAt(
    _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String?, options: ItemReplacementOptions
  ) throws -> URL? {
    try replaceOrMoveItem(
      at: originalItemURL, withItemAt: newItemURL, backupItemName: backupItemName, options: options)
  }
}'
  owned 'setResourceValues\(' 'extension URL {
  public mutating func setResourceValues(_ values: URLResourceValues) throws { try setStorableResourceValues(values) }
}'
  owned '\.localizedDescription *=[^=]' 'extension Progress {
  public var localizedDescription: String! {
    get { settableLocalizedDescription }
    set { settableLocalizedDescription = newValue }
  }
}'
  owned '\.localizedAdditionalDescription *=[^=]' 'extension Progress {
  public var localizedAdditionalDescription: String! {
    get { settableLocalizedAdditionalDescription }
    set { settableLocalizedAdditionalDescription = newValue }
  }
}'
  [ -z "$own" ] || printf 'import FoundationExtras\n%s' "$own" >"$output/Sources/$module/FoundationNames.swift"
}

# A module of the package: a copy of what was rewritten, and links to the other files, relative ones, so that both folders may be moved together.
module() { # name, folder
  module=$1
  mkdir -p "$output/Sources/$module"
  cp -R "$work/adopted/$module/." "$output/Sources/$module"
  while IFS= read -r file; do
    path=$output/Sources/$module/$file
    [ -e "$path" ] || ln -s "$(realpath --relative-to="$(dirname "$path")" "$2/$file" 2>/dev/null || echo "$2/$file")" "$path"
  done <"$work/$module.files"
  products "$work/$module.notes" '(import|perhaps)'
  renamed CryptoKit https://github.com/apple/swift-crypto 3.0.0 swift-crypto Crypto
  renamed Combine https://github.com/OpenCombine/OpenCombine 0.14.0 OpenCombine OpenCombine OpenCombineFoundation OpenCombineDispatch
  renamed System https://github.com/apple/swift-system 1.4.0 swift-system SystemPackage
  for sibling in $helpers; do
    [ "$sibling" = "$module" ] || ! uses "$sibling" || dependencies="$dependencies        \"$sibling\",
"
  done
  dependencies=$dependencies$parts
  exports "$output/Sources/$module"
  foundationNames
  declared=$declared$dependencies
}

# A package of --with: it is taken where it is, or copied, and what is ours is added at the end of its Package.swift.
parcel() { # name, folder
  description=$work/$1.package.description copy=$output/Packages/$1
  found=$(awk '/^[A-Z]/ { products = /^Products:/ } products && /^    Name: / { name = substr($0, 11) } products && /^        Library:/ { print name }' "$description")
  for product in $found; do parts="$parts        .product(name: \"$product\", package: \"$1\"),
"; done
  products "$work/$1.package.notes" import
  path=$2
  if isCopied "$1"; then
    path=$copy
    mkdir -p "$copy"
    (cd "$2" && tar cf - --exclude='./.*' .) | tar xf - -C "$copy"
    cp -R "$work/adopted/$1.package/." "$copy"
    parent=$(dirname "$2" | sed -e 's/[\\"]/\\&/g' -e 's/[\\&|]/\\&/g')
    # SwiftPM takes the one for the newest version of Swift.
    for manifest in "$copy"/Package.swift "$copy"/Package@swift-*.swift; do
      [ -f "$manifest" ] || continue
      sed -i -e '1s/swift-tools-version: *5\.[0-6]\($\|[^0-9].*\)/swift-tools-version:5.9/' \
        -e "s|\(path: *\"\)\.\./|\1$parent/|g" "$manifest"
      cat >>"$manifest" <<END

package.dependencies += [
$main
]
for target in package.targets where target.type == .regular || target.type == .executable {
  target.dependencies += [
$dependencies  ]
}
END
    done
    targetFolders "$1" | while IFS= read -r folder; do exports "$copy/$folder"; done
  fi
  packages="$packages    .package(path: \"$(printf %s "$path" | sed 's/[\\"]/\\&/g')\"),
"
}

mkdir -p "$output/Sources"
output=$(cd "$output" && pwd -P)
parts=
for base in $parcels; do parcel "$base" "$(sed -n "s/^$base\.package //p" "$work/with")"; done
for helper in $helpers; do
  module "$helper" "$(sed -n "s/^$helper //p" "$work/with")"
  others="$others    .target(
      name: \"$helper\",
      dependencies: [
$dependencies      ]),
"
done
module "$name" "$dir"

cat >"$output/Package.swift" <<END
// swift-tools-version: 6.0

import PackageDescription

let package = Package(
  name: "$name",
  dependencies: [
$main
$packages
  ],
  targets: [
$others
    .executableTarget(
      name: "$name",
      dependencies: [
        .product(name: "FileProviderHost", package: "${quoted##*/}"),
$dependencies      ])
  ],
  swiftLanguageModes: [.v$mode]
)
END
cp "$here/build-provider.sh" "$output/build.sh"

information=
if [ -f "$plist" ]; then
  information=', infoPlist: informationPropertyList'
  {
    printf '/// The Info.plist of the extension, which Bundle.main has no file for on Linux.\nlet informationPropertyList = ##"""\n'
    # What Xcode fills in. No text of it may end the string, or be code in it.
    sed -e 's/"""/\&quot;\&quot;\&quot;/g' -e 's/\\##/\&#92;##/g' -e 's/^/  /' "$work/information"
    printf '\n  """##\n'
  } >"$output/Sources/$name/InformationPropertyList.swift"
fi
cat >"$output/Sources/$name/ProviderMain.swift" <<END
import FileProviderHost

@main struct ProviderMain {
  static func main() { FileProviderHost.run(provider: $class.self, identifier: "$identifier"$information) }
}
END

echo "made $output: provider $class, identifier $identifier"
[ -z "$target" ] || echo "  settings: those of the target $target in $(basename "$(dirname "$project")")"
count() { wc -l | tr -d ' '; }
# The first few lines of a text on one line.
several() { awk '{ text = text (NR > 1 && NR < 7 ? " " : "") (NR < 7 ? $0 : "") } END { print text (NR > 6 ? " and " NR - 6 " more" : "") }' "$1"; }
became() { # module, words before
  rewritten=$(count <"$work/$1.changed") all=$(count <"$work/$1.files")
  [ "$rewritten" = 0 ] || echo "  $2changed copies: $(several "$work/$1.changed")"
  [ "$rewritten" = "$all" ] || echo "  $2links to the ${3:-module}'s own files: $((all - rewritten)) of $all"
}
became "$name" '' extension
for helper in $helpers; do
  echo "  module $helper: $(sed -n "s/^$helper //p" "$work/with")"
  became "$helper" "  "
done
for base in $parcels; do
  if [ ! -d "$output/Packages/$base" ]; then echo "  package $base: used as it is"
  elif [ -s "$work/$base.package.changed" ]; then echo "  package $base: a copy in Packages/$base, with changes in $(several "$work/$base.package.changed")"
  else echo "  package $base: a copy in Packages/$base, with Apple's other modules"
  fi
done
for module in $helpers "$name"; do
  sed -n 's/^open \(.*\)/  \1: this optional requirement has no end; leave it out/p' "$work/$module.notes"
done
left=$(cd "$dir" && find . -name main.swift -type f | sed 's:^\./::')
[ -z "$left" ] || echo "  $left: left out; ProviderMain.swift starts the provider"

# What is honoured of Info.plist, and what is not.
said() { [ -f "$plist" ] && grep -q "<key>$1</key>" "$plist"; }
for key in NSExtensionFileProviderDownloadPipelineDepth NSExtensionFileProviderUploadPipelineDepth \
  NSExtensionFileProviderMetadataOnlyUploadPipelineDepth; do
  ! said $key || echo "  Info.plist: $key is $(value $key | tr -d ' ')"
done
! said NSExtensionFileProviderActions ||
  echo "  Info.plist: $name action PATH lists the actions that the rules offer for an item"
! said NSFileProviderUserInteractions ||
  echo "  Info.plist: the alerts of NSFileProviderUserInteractions are shown by $name rm, mv, cp, mkdir, trash, import and export; a mount shows none"
if said NSExtensionFileProviderDocumentGroup; then
  echo "  Info.plist: the group $(value NSExtensionFileProviderDocumentGroup | tr -d ' ') is a folder of the data directory's fileprovider-groups"
else
  entitlements=$(setting CODE_SIGN_ENTITLEMENTS)
  # Not an option or an expression of find(1), whatever the project has there.
  case $entitlements in '') entitlements=$dir ;; /*) ;; *) entitlements=./$entitlements ;; esac
  entitlements=$(cd "$root" && find "$entitlements" -maxdepth 1 -name '*.entitlements' 2>/dev/null | head -n 1)
  (cd "$root" && expand "$entitlements") >"$work/entitlements"
  group=$(value com.apple.security.application-groups "$work/entitlements")
  [ -z "$group" ] || echo "  entitlements: the group $group is a folder of the data directory's fileprovider-groups"
fi
for key in NSExtensionFileProviderAllowsContextualMenuDownloadEntry NSExtensionFileProviderAllowsUserControlledEviction \
  NSFileProviderDecorations NSExtensionFileProviderAppliesChangesAtomically \
  NSExtensionFileProviderAdditionalSyncableExtendedAttributes NSExtensionFileProviderWantsFlattenedPackages; do
  ! said $key || echo "  Info.plist: $key is without effect"
done

toolchain=$(dirname "$(readlink -f "$(command -v swiftc || echo /)")")/../lib/swift/linux
# What a package has is known of its targets alone, and it has no CryptoKit, Combine or System of ours.
own=$(cat "$work"/*.description 2>/dev/null | sed -n 's/^    C99name: //p')
missing() { # the notes of a module
  sed -n 's/^import \([^ ]*\) .*/\1/p' "$1" | LC_ALL=C sort -u | while IFS= read -r module; do
    case $module in
      CryptoKit | Combine | System) case $1 in *.package.notes) echo "$module" ;; esac ;;
      "$name" | UniformTypeIdentifiers | CDarwin | Glibc) ;;
      *)
        case $1 in *.package.notes) continue ;; esac
        [ -e "$toolchain/$module.swiftmodule" ] || printf '%s\n' "$helpers" "$own" | grep -qxF "$module" ||
          case $declared in *"\"$module\""*) ;; *) echo "$module" ;; esac ;;
    esac
  done
}
for module in "$name" $helpers $(sed -n 's/^\([^ ]*\.package\) .*/\1/p' "$work/with"); do
  prefix=
  [ "$module" = "$name" ] || prefix=${module%.package}/
  # What no file can have on Linux, whatever the compiler says of it first.
  while IFS= read -r file; do
    for word in '#selector' 'NSXPCConnection\((mach)?[sS]erviceName' 'NW(Connection|Listener|Browser|Endpoint)'; do
      line=$(grep -nE -m 1 "$word" "$output/Sources/$module/$file" 2>/dev/null || true)
      [ -z "$line" ] || echo "  $prefix$file:${line%%:*}: $(echo "$line" | grep -oE "$word" | head -n 1) is not on Linux"
    done
  done <"$work/$module.files"
  # All modules that are missing: the compiler names one at a time. What stands below “#if” may be for another system.
  missing "$work/$module.notes" | tee -a "$work/missing" | while IFS= read -r other; do
    sed -n "s|^import $other \\(.*\\)|  $prefix\\1: import $other is not on Linux|p" "$work/$module.notes" | head -n 1
  done
done >"$work/left"
head -n 8 "$work/left"
[ "$(count <"$work/left")" -le 8 ] || {
  cp "$work/left" "$output/left.txt"
  echo "  and $(($(count <"$work/left") - 8)) more such lines, all of them in $output/left.txt"
}
[ ! -s "$work/missing" ] || {
  echo "missing modules: $(LC_ALL=C sort -u "$work/missing" | paste -s -d ' ' -)"
  echo "  name the folder of code or of a package of your own with --with; leave the others out"
}

took() { echo "$(($(date +%s) - begun)) s"; }
[ "$build" = yes ] || { echo "not built, after $(took); to build: $output/build.sh"; exit 0; }

log=$output/build.log
# Type-checks the files with modules that are built already.
check() {
  set -- -typecheck -continue-building-after-errors -swift-version "$mode" -parse-as-library -module-name "$name" \
    -Xcc -I"$package/Sources" -Xcc -I"$package/Sources/AppleModules/Sources"
  for module in COSSubmodules CDarwin; do
    set -- "$@" -Xcc "-fmodule-map-file=$package/Sources/AppleModules/Sources/$module/include/module.modulemap"
  done
  for flag in $(pkg-config --cflags fuse3 sqlite3 2>/dev/null || true); do set -- "$@" -Xcc "$flag"; done
  maps=
  while IFS= read -r folder; do
    [ -n "$folder" ] || continue
    set -- "$@" -I "$folder"
    # Two folders may have been built of one module in C.
    for map in "$folder"/../*.build/module.modulemap; do
      map_of=$(basename "$(dirname "$map")")
      case $maps in *" $map_of "*) continue ;; esac
      maps="$maps $map_of "
      [ ! -f "$map" ] || set -- "$@" -Xcc "-fmodule-map-file=$map"
    done
  done <<END
$modules
END
  find "$output/Sources" -name '*.swift' -print0 | xargs -0 swiftc "$@"
}
if [ -n "$modules" ]; then
  check >"$log" 2>&1 && status=0 || status=$?
else
  "$output/build.sh" >"$log" && status=0 || status=$?
fi
if [ "$status" = 0 ]; then
  [ -z "$modules" ] || { echo "it compiles, after $(took); to build: $output/build.sh"; exit 0; }
  echo "it compiles, after $(took); to go on: $output/bin/$name mount --help"
  exit 0
fi
# The first few errors of each file. No pattern has a path in it: folders may have any name.
found=$(grep -E ':[0-9]+:[0-9]+: error: ' "$log" | LC_ALL=C sort -u || true)
if [ -z "$found" ]; then
  tail -n 5 "$log" >&2
  fail "it does not build; all of the output is in $log"
fi
counts=$(printf '%s\n' "$found" | sed 's/:[0-9]*:[0-9]*: error: .*//' | LC_ALL=C sort | uniq -c)
echo "left to do, after $(took), all of it in $log:"
echo "$counts" | head -n 6 | while read -r count file; do
  case $file in
    "$output/Sources/$name/"*) short=${file#"$output/Sources/$name/"} ;;
    *) short=${file#"$output/"} short=${short##*/checkouts/} ;;
  esac
  echo "$short: $count left to do"
  printf '%s\n' "$found" | file=$file: awk 'index($0, ENVIRON["file"]) == 1 { print substr($0, length(ENVIRON["file"])) }' | head -n 2 |
    sed 's/^:\([0-9]*\):[0-9]*: error:/  line \1:/'
  # Whoever else looks for a module of Apple's name finds ours, and may want more of it.
  case $file in "$output/Sources/"*) ;; *)
    for module in os OSLog CommonCrypto Network SQLite3 Security CryptoKit Combine System; do
      case $declared in *"\"$module\""*)
        ! grep -qE "canImport\($module\)|^ *import $module\$" "$file" ||
          echo "  it takes our $module for Apple's: leave out import $module of the extension, or this package" ;;
      esac
    done ;;
  esac
done
others=$(echo "$counts" | sed 1,6d | count)
[ "$others" = 0 ] || echo "and $others more files"
exit 1
