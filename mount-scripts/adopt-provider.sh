#!/bin/sh
# Makes a package for Linux of the folder of a File Provider extension for macOS, builds it, and says file by file what is left to do.
# The extension's folder is not changed: the package has links to its files, and copies of those that Linux takes only with changes.
set -eu
begun=$(date +%s)

usage() {
  cat <<'END'
usage: adopt-provider.sh [OPTIONS] DIR

  DIR                    the extension's folder: its Swift files and its Info.plist
  -o, --output FOLDER    the package to make (default: DIR-linux beside DIR); it must not exist
  --identifier ID        the provider's bundle identifier (default: that in Info.plist)
  --package PATH|URL     where OpenFileProvider is (default: the package that this script is in); a URL is cloned
                         into the cache folder, $XDG_CACHE_HOME/adopt-provider
  --version VERSION      the tag of the clone (default: the newest commit)
  --swift-version 5|6    the language mode (default: 6 if the Xcode project beside DIR has no other SWIFT_VERSION, else 5)
  --no-build             only make the package
  --modules FOLDER       instead of building, only type-check the files with the modules in FOLDER; may be given again
  -h, --help             this text

Exit status: 0 the package is made and builds, 1 something is left to do, 64 wrong usage.
END
}

fail() { echo "adopt-provider: $1" >&2; exit "${2:-1}"; }

here=$(cd "$(dirname "$0")" && pwd -P)
output='' identifier='' package=$(dirname "$here") version='' build=yes modules='' dir='' mode=''
rules=$package/Sources/AppleModules/Adoption
while [ $# -gt 0 ]; do
  case $1 in
    -h|--help) usage; exit 0 ;;
    --no-build) build=no ;;
    -o|--output|--identifier|--package|--version|--swift-version|--modules)
      [ $# -ge 2 ] || fail "$1 wants a value" 64
      case $1 in
        -o|--output) output=$2 ;; --identifier) identifier=$2 ;; --package) package=$2 ;;
        --version) version=$2 ;;
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
  LC_ALL=C file=$file notes=$notes awk -f "$rules/swift-tokens.awk" -f "$rules/adopt-sources.awk" <"$dir/$file" >"$adopted/$file"
  if tr -d '\r' <"$dir/$file" | cmp -s - "$adopted/$file"; then rm "$adopted/$file"; else echo "$file" >>"$stripped"; fi
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
  *) ! grep -q "name: \"$name\"" "$here/../Package.swift" "$rules/../Package.swift" || name=${name}Extension ;;
esac

case $package in
  *://*|git@*)
    # SwiftPM takes no package in a folder of a repository by URL.
    clone=${XDG_CACHE_HOME:-$HOME/.cache}/adopt-provider/$(printf %s "$package" | tr -c 'A-Za-z0-9.' -)-${version:-newest}
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

# A copy of what was rewritten, and links to the other files: relative ones, so that both folders may be moved together.
mkdir -p "$output/Sources/$name"
cp -R "$adopted/." "$output/Sources/$name"
echo "$files" | while IFS= read -r file; do
  path=$output/Sources/$name/$file
  [ -e "$path" ] || ln -s "$(realpath --relative-to="$(dirname "$path")" "$dir/$file" 2>/dev/null || echo "$dir/$file")" "$path"
done

uses() { grep -qE "^(import|perhaps) $1 " "$notes"; }
# Modules of Apple's names that other packages ask for by “#if canImport”: under a name of their own, only this target has them.
dependencies=
for product in FileProvider FileProviderHost FoundationExtras os OSLog Security CommonCrypto Network SQLite3; do
  from=AppleModules alias=
  case $product in
    FileProvider*) from=OpenFileProvider ;;
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

# On macOS every file sees Darwin's functions of C and all of Foundation. What one file exports, the others of its module see, too.
for module in CDarwin FileProvider FoundationExtras; do echo "@_exported import $module"; done >"$output/Sources/$name/AppleModules.swift"
! { uses os || uses OSLog; } || echo "@_exported import os" >>"$output/Sources/$name/AppleModules.swift"

# The folder of a clone may have any name, so the main package is named. AppleModules must not be: SwiftPM ignores moduleAliases of a package with a name.
quoted=$(printf %s "$package" | sed 's/[\\"]/\\&/g')
cat >"$output/Package.swift" <<END
// swift-tools-version: 6.0

import PackageDescription

let package = Package(
  name: "$name",
  dependencies: [
    .package(name: "OpenFileProvider", path: "$quoted"),
    .package(path: "$quoted/Sources/AppleModules"),
$packages
  ],
  targets: [
$others
    .executableTarget(
      name: "$name",
      dependencies: [
$dependencies      ])
  ],
  swiftLanguageModes: [.v$mode]
)
END

# What Foundation on Linux has of the same name, and differently: the names of a file's own module come first.
own=
owned() { # pattern, declaration
  grep -RqE "$1" "$output/Sources/$name" || return 0
  own="$own
$2
"
}
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
[ -z "$own" ] || printf 'import FoundationExtras\n%s' "$own" >"$output/Sources/$name/FoundationNames.swift"

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
count() { wc -l | tr -d ' '; }
rewritten=$(count <"$stripped") all=$(echo "$files" | count)
[ "$rewritten" = 0 ] || echo "  changed copies: $(paste -s -d ' ' "$stripped")"
[ "$rewritten" = "$all" ] || echo "  links to the extension's own files: $((all - rewritten)) of $all"
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
  for word in '#selector' 'NSXPCConnection\((mach)?[sS]erviceName' 'NW(Connection|Listener|Browser|Endpoint)'; do
    line=$(grep -nE -m 1 "$word" "$path" || true)
    [ -z "$line" ] || { echo "  $file:${line%%:*}: $(echo "$line" | grep -oE "$word" | head -n 1) is not on Linux"; }
  done
done

# All modules that are missing: the compiler names one at a time. What stands below “#if” may be for another system.
toolchain=$(dirname "$(readlink -f "$(command -v swiftc || echo /)")")/../lib/swift/linux
missing=$(sed -n 's/^import \([^ ]*\) .*/\1/p' "$notes" | LC_ALL=C sort -u | while IFS= read -r module; do
  case $module in
    "$name" | UniformTypeIdentifiers | CDarwin | Glibc | CryptoKit | Combine | System) ;;
    *) [ -e "$toolchain/$module.swiftmodule" ] || case $dependencies in *"\"$module\""*) ;; *) echo "$module" ;; esac ;;
  esac
done)
for module in $missing; do
  sed -n "s/^import $module \\(.*\\)/  \\1: import $module is not on Linux/p" "$notes" | head -n 1
done
[ -z "$missing" ] || echo "missing modules: $(echo "$missing" | paste -s -d ' ' -)"

took() { echo "$(($(date +%s) - begun)) s"; }
[ "$build" = yes ] || exit 0

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
  swift build --package-path "$output" -Xswiftc -continue-building-after-errors >"$log" 2>&1 && status=0 || status=$?
fi
if [ "$status" = 0 ]; then
  echo "it compiles, after $(took); to go on: $output/.build/debug/$name mount --help"
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
counts=$(printf '%s\n' "$found" | sed 's/:.*//' | LC_ALL=C sort | uniq -c)
echo "left to do, after $(took), all of it in $log:"
echo "$counts" | head -n 8 | while read -r count file; do
  echo "$file: $count left to do"
  printf '%s\n' "$found" | file=$file: awk 'index($0, ENVIRON["file"]) == 1' | head -n 3 |
    sed 's/^[^:]*:\([0-9]*\):[0-9]*: error:/  line \1:/'
done
others=$(echo "$counts" | sed 1,8d | count)
[ "$others" = 0 ] || echo "and $others more files"
exit 1
