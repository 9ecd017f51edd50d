#!/bin/sh
# Makes a package for Linux of the folder of a File Provider extension for macOS, builds it, and says file by file what is left to do.
# The extension's folder is not changed.
set -eu

usage() {
  cat <<'END'
usage: adopt-provider.sh [OPTIONS] DIR

  DIR                    the extension's folder: its Swift files and its Info.plist
  -o, --output FOLDER    the package to make (default: DIR-linux beside DIR); it must not exist
  --identifier ID        the provider's bundle identifier (default: that in Info.plist)
  --package PATH|URL     where OpenFileProvider is (default: the package that this script is in)
  --version VERSION      its version, for a URL (default: the newest commit of its main branch)
  --swift-version 5|6    the language mode (default: 6 if the Xcode project beside DIR has no other SWIFT_VERSION, else 5)
  --no-build             only make the package
  --modules FOLDER       instead of building, only compare the files with the modules in FOLDER
  -h, --help             this text

Exit status: 0 the package is made and builds, 1 something is left to do, 64 wrong usage.
END
}

fail() { echo "adopt-provider: $1" >&2; exit "${2:-1}"; }

here=$(cd "$(dirname "$0")" && pwd -P)
output='' identifier='' package=$(dirname "$here") version='' build=yes modules='' dir='' mode=''
while [ $# -gt 0 ]; do
  case $1 in
    -h|--help) usage; exit 0 ;;
    --no-build) build=no ;;
    -o|--output|--identifier|--package|--version|--swift-version|--modules)
      [ $# -ge 2 ] || fail "$1 wants a value" 64
      case $1 in
        -o|--output) output=$2 ;; --identifier) identifier=$2 ;; --package) package=$2 ;;
        --version) version=$2 ;; --modules) modules=$2 ;;
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
dir=$(cd "$dir" && pwd -P)
output=${output:-$dir-linux}
[ ! -e "$output" ] || fail "$output: it is there already; remove it, or name another with --output"
if [ -z "$mode" ]; then
  mode=$(cat "$dir"/../*.xcodeproj/project.pbxproj 2>/dev/null | sed -n 's/.*SWIFT_VERSION = "*\([0-9]*\).*/\1/p' | sort -u)
  [ "$mode" = 6 ] || mode=5
fi
plist=$dir/Info.plist
trap 'rm -rf "${xml:-}" "${adopted:-}" "${stripped:-}" "${notes:-}"' EXIT

# A binary Info.plist is read as the XML that it stands for.
if [ "$(head -c 6 "$plist" 2>/dev/null | tr -d '\000')" = bplist ]; then
  xml=$(mktemp)
  plutil -convert xml1 -o "$xml" -- "$plist" >/dev/null 2>&1 ||
    python3 -c 'import plistlib, sys; plistlib.dump(plistlib.load(open(sys.argv[1], "rb")), open(sys.argv[2], "wb"))' \
      "$plist" "$xml" 2>/dev/null ||
    fail "$plist: this binary property list cannot be read; it takes Swift's plutil or python3, or write it as XML on a Mac: plutil -convert xml1 Info.plist"
  plist=$xml
elif [ -f "$plist" ] && ! grep -q '<plist' "$plist"; then
  fail "$plist: this is no property list in XML or binary form; convert it on a Mac: plutil -convert xml1 Info.plist"
fi

# The text of the string, integer or truth value after a key of Info.plist.
value() {
  [ -f "$plist" ] || return 0
  tr -d '\n\r\t' <"$plist" | sed -n "s:.*<key>$1</key> *<\\([a-z]*\\)/*>\\([^<]*\\).*:\\1 \\2:p" |
    sed -e 's/^\(true\|false\) .*/\1/' -e 's/^[a-z]* //' -e "s:\$([A-Za-z]*IdentifierPrefix)::g"
}

# An extension's main.swift only starts what ProviderMain.swift starts here.
files=$(cd "$dir" && find . -name '*.swift' ! -name main.swift -type f | sed 's:^\./::' | LC_ALL=C sort)
[ -n "$files" ] || fail "$dir: there is no Swift file in it"

adopted=$(mktemp -d) stripped=$(mktemp) notes=$(mktemp)
echo "$files" | while IFS= read -r file; do
  mkdir -p "$(dirname "$adopted/$file")"
  LC_ALL=C file=$file notes=$notes awk -f "$here/swift-tokens.awk" -f "$here/adopt-sources.awk" <"$dir/$file" >"$adopted/$file"
  tr -d '\r' <"$dir/$file" | cmp -s - "$adopted/$file" || echo "$file" >>"$stripped"
done

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
case $identifier in '' | *\$\(*)
  identifier=org.example.$(basename "$dir" | tr -cd 'A-Za-z0-9-')
  echo "adopt-provider: Info.plist has no bundle identifier; $identifier is used, name another with --identifier" >&2 ;;
esac
case $identifier in *[!A-Za-z0-9.-]*) fail "$identifier: this is no bundle identifier" 64 ;; esac
name=$(basename "$dir" | tr -cd 'A-Za-z0-9')
case $name in ''|[0-9]*) name=Provider$name ;; esac
# A package builds no two modules of one name: not those of OpenFileProvider, nor those that extensions import.
case $name in
  Combine | CryptoKit | Dispatch | Foundation | Glibc | OpenCombine | Swift | System | SystemPackage) name=${name}Extension ;;
  *) ! grep -q "name: \"$name\"" "$here/../Package.swift" || name=${name}Extension ;;
esac

mkdir -p "$output/Sources/$name"
cp -R "$adopted/." "$output/Sources/$name"

# SwiftPM knows a package by the last part of where it is.
case $package in
  *://*|git@*)
    [ -n "$version" ] && from="from: \"$version\"" || from='branch: "main"'
    where=".package(url: \"$package\", $from)" ;;
  *) package=$(cd "$package" && pwd -P) || fail "$package: there is no such folder" 64
    where=".package(path: \"$package\")" ;;
esac
identity=${package%/} identity=${identity##*/} identity=${identity%.git}

uses() { grep -qx "import $1" "$notes"; }
# Modules of Apple's names that other packages ask for by “#if canImport”: under a name of their own, only this target has them.
dependencies=
for product in FileProvider FileProviderHost os OSLog Security CommonCrypto Network SQLite3; do
  case $product in FileProvider*) ;; *) uses $product || continue ;; esac
  alias=
  case $product in
    CommonCrypto | Network | Security | SQLite3) alias=", moduleAliases: [\"$product\": \"Apple$product\"]" ;;
  esac
  dependencies="$dependencies        .product(name: \"$product\", package: \"$identity\"$alias),
"
done

# CryptoKit is swift-crypto under another name, Combine is OpenCombine, and System is swift-system.
others='' packages=''
renamed() { # name, address, version, the package, its products
  uses "$1" || return 0
  module=$1 address=$2 from=$3 repository=$4
  shift 4
  mkdir "$output/Sources/$module"
  products=
  for product in "$@"; do
    echo "@_exported import $product" >>"$output/Sources/$module/$module.swift"
    products="$products.product(name: \"$product\", package: \"$repository\"), "
  done
  dependencies="$dependencies        \"$module\",
"
  packages="$packages    .package(url: \"$address\", from: \"$from\"),
"
  others="$others    .target(name: \"$module\", dependencies: [$products]),
"
}
renamed CryptoKit https://github.com/apple/swift-crypto 3.0.0 swift-crypto Crypto
renamed Combine https://github.com/OpenCombine/OpenCombine 0.14.0 OpenCombine OpenCombine OpenCombineFoundation OpenCombineDispatch
renamed System https://github.com/apple/swift-system 1.4.0 swift-system SystemPackage

# On macOS a file sees Darwin's functions of C, and what another one of its module imports of the system's logging and locks.
import_modules='"-Xfrontend", "-import-module", "-Xfrontend", "FileProvider", "-Xfrontend", "-import-module", "-Xfrontend", "CDarwin"' import_flags=''
if uses os || uses OSLog; then
  import_modules="$import_modules, \"-Xfrontend\", \"-import-module\", \"-Xfrontend\", \"os\""
  import_flags='-Xfrontend -import-module -Xfrontend os'
  case $dependencies in *'name: "os"'*) ;; *) dependencies="$dependencies        .product(name: \"os\", package: \"$identity\"),
" ;; esac
fi

cat >"$output/Package.swift" <<END
// swift-tools-version: 6.0

import PackageDescription

let package = Package(
  name: "$name",
  dependencies: [
    $where,
$packages
  ],
  targets: [
$others
    .executableTarget(
      name: "$name",
      dependencies: [
$dependencies      ],
      // Files that import Foundation alone see what comes with Foundation on macOS.
      swiftSettings: [.unsafeFlags([$import_modules])])
  ],
  swiftLanguageModes: [.v$mode]
)
END

# What Foundation on Linux has of the same name, and differently: the names of a file's own module come first.
own=
owned() { # pattern, declaration
  grep -rqE "$1" "$output/Sources/$name" || return 0
  own="$own
$2
"
}
for class_name in DateComponentsFormatter MeasurementFormatter PersonNameComponentsFormatter; do
  owned "$class_name" "public typealias $class_name = FileProvider.$class_name"
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
[ -z "$own" ] || printf 'import FileProvider\n%s' "$own" >"$output/Sources/$name/FoundationNames.swift"

information=
if [ -f "$plist" ]; then
  information=', infoPlist: informationPropertyList'
  {
    printf '/// The Info.plist of the extension, which Bundle.main has no file for on Linux.\nlet informationPropertyList = ##"""\n'
    # What Xcode fills in.
    sed -e "s:\$(PRODUCT_BUNDLE_IDENTIFIER):$identifier:g" -e "s:\$(PRODUCT_MODULE_NAME):$name:g" \
      -e "s:\$([A-Z]*PRODUCT_NAME):$name:g" -e "s:\$([A-Za-z]*IdentifierPrefix)::g" -e 's/^/  /' "$plist"
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
while IFS= read -r file; do echo "  $file: names for Objective-C, or imports, were left out"; done <"$stripped"
sed -n 's/^open \(.*\)/  \1: this optional requirement has no end; leave it out/p' "$notes"
left=$(cd "$dir" && find . -name main.swift -type f | sed 's:^\./::')
[ -z "$left" ] || echo "  $left: left out; ProviderMain.swift starts the provider"

# What is honoured of Info.plist, and what is not.
said() { grep -q "<key>$1</key>" "$plist"; }
if [ -f "$plist" ]; then
  for key in NSExtensionFileProviderDownloadPipelineDepth NSExtensionFileProviderUploadPipelineDepth \
    NSExtensionFileProviderMetadataOnlyUploadPipelineDepth; do
    ! said $key || echo "  Info.plist: $key is $(value $key | tr -d ' ')"
  done
  ! said NSExtensionFileProviderActions ||
    echo "  Info.plist: $name action PATH lists the actions that the rules offer for an item"
  ! said NSFileProviderUserInteractions ||
    echo "  Info.plist: the alerts of NSFileProviderUserInteractions are shown by $name rm, mv, cp, mkdir, trash, import and export; a mount shows none"
  ! said NSExtensionFileProviderDocumentGroup ||
    echo "  Info.plist: the group $(value NSExtensionFileProviderDocumentGroup | tr -d ' ') is a folder of the data directory's fileprovider-groups"
  for key in NSExtensionFileProviderAllowsContextualMenuDownloadEntry NSExtensionFileProviderAllowsUserControlledEviction \
    NSFileProviderDecorations NSExtensionFileProviderAppliesChangesAtomically \
    NSExtensionFileProviderAdditionalSyncableExtendedAttributes NSExtensionFileProviderWantsFlattenedPackages; do
    ! said $key || echo "  Info.plist: $key is without effect"
  done
fi

# What no file can have on Linux, whatever the compiler says of it first.
echo "$files" | while IFS= read -r file; do
  path=$output/Sources/$name/$file
  for word in '#selector' 'NSXPCConnection\((mach)?[sS]erviceName' 'NW(Connection|Listener|Browser|Endpoint)' \
    'import (SwiftUI|SwiftData|CoreData|FileProviderUI)' 'import ([a-z]+ )?Compression\>' 'import ([a-z]+ )?ImageIO\>' \
    'import ([a-z]+ )?UserNotifications\>'; do
    line=$(grep -nE -m 1 "$word" "$path" || true)
    [ -z "$line" ] || { echo "  $file:${line%%:*}: $(echo "$line" | grep -oE "$word" | head -n 1) is not on Linux"; }
  done
done
[ "$build" = yes ] || exit 0

log=$output/build.log
if [ -n "$modules" ]; then
  flags=
  for flag in $(pkg-config --cflags fuse3 sqlite3 2>/dev/null || true); do flags="$flags -Xcc $flag"; done
  for map in "$modules"/../*.build/module.modulemap; do
    [ ! -f "$map" ] || flags="$flags -Xcc -fmodule-map-file=$map"
  done
  # shellcheck disable=SC2086 # several words
  find "$output/Sources" -name '*.swift' -print0 | xargs -0 swiftc -typecheck -continue-building-after-errors -swift-version $mode -parse-as-library \
    -module-name "$name" -I "$modules" -Xfrontend -import-module -Xfrontend FileProvider -Xfrontend -import-module -Xfrontend CDarwin $import_flags \
    -Xcc -I"$here/../Sources" -Xcc -fmodule-map-file="$here/../Sources/COSSubmodules/include/module.modulemap" \
    -Xcc -fmodule-map-file="$here/../Sources/CDarwin/include/module.modulemap" $flags >"$log" 2>&1 && status=0 || status=$?
else
  swift build --package-path "$output" -Xswiftc -continue-building-after-errors >"$log" 2>&1 && status=0 || status=$?
fi
if [ "$status" = 0 ]; then
  echo "it compiles; to go on: $output/.build/debug/$name mount --help"
  exit 0
fi
# The first few errors of each file. No pattern has a path in it: folders may have any name.
found=$(grep -E ': error: ' "$log" | own=$output/Sources/$name/ awk '
    { start = index($0, ENVIRON["own"]) } start { print substr($0, start + length(ENVIRON["own"])) }' |
  LC_ALL=C sort -u || true)
if [ -z "$found" ]; then
  tail -n 5 "$log" >&2
  fail "it does not build; all of the output is in $log"
fi
printf '%s\n' "$found" | sed 's/:.*//' | LC_ALL=C sort | uniq -c | while read -r count file; do
  echo "$file: $count left to do"
  printf '%s\n' "$found" | file=$file: awk 'index($0, ENVIRON["file"]) == 1' | head -n 5 |
    sed 's/^[^:]*:\([0-9]*\):[0-9]*: error:/  line \1:/'
done
exit 1
