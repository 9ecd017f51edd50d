#!/usr/bin/env python3
"""Makes a smaller package of ICU's data than the one in Swift's static libraries, which is half of the program.

    mount-scripts/icu-data.py LIBRARY OBJECT

The library is lib_FoundationICU.a. Prints the name of its symbol. With --wrap=SYMBOL the linker puts the object file that is made in the place of the
library's own data, which --gc-sections then leaves out. What stays is what is of no language, what is of English, and the character sets of address
cards. What goes are other languages, dictionaries, transliterations and the other character sets.
"""

import re
import struct
import subprocess
import sys
import tempfile

# The items that stay.
KEPT = re.compile(
    "|".join(
        [
            # “en_001” is Foundation's locale on Linux, whatever LANG says. The names of other languages have two or three letters.
            r"((brkitr|coll|curr|lang|rbnf|region|unit|zone)/)?(en|en_001|[A-Za-z0-9]{4,})\.res",
            r"coll/ucadata\.icu|brkitr/(char|line|sent|title|word)\.brk|.*\.nrm|(cnvalias|uemoji|ulayout)\.icu",
            # The character sets in Charset.swift; those that have no table are in the code.
            r"(gb18030-2022|windows-950-2000|ibm-(878|912|923|943_P15A|970|1373|5346|5347|5349|5350)[_-].*)\.cnv",
        ]
    )
)


def library_data(library):
    """The library's package, and the name of its symbol."""
    symbols = subprocess.run(["nm", "-A", "--defined-only", library], capture_output=True, text=True, check=False).stdout
    found = re.search(r"([^:/]+):[0-9a-f]+ R (icudt\d+_dat)$", symbols, re.MULTILINE)
    if not found:
        sys.exit(f"icu-data.py: {library} has no data of ICU")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["ar", "x", library, found[1]], cwd=folder, check=True)
        subprocess.run(["objcopy", "-O", "binary", "--only-section=.rodata", found[1], "data"], cwd=folder, check=True)
        with open(folder + "/data", "rb") as file:
            return file.read(), found[2]


def items(data, start):
    """The names and contents of a package's items. A table of the places of both is behind the header; the order is that of the names."""
    (count,) = struct.unpack_from("<I", data, start)
    places = [struct.unpack_from("<II", data, start + 4 + 8 * index) for index in range(count)]
    ends = [place for _, place in places[1:]] + [len(data) - start]
    for (name, place), end in zip(places, ends):
        yield data[start + name : data.index(b"\0", start + name)], data[start + place : start + end]


def package(header, kept):
    """A package of these items. Each begins at a multiple of 16 bytes."""
    table, names, contents = [], b"", b""
    names_place = 4 + 8 * len(kept)
    contents_place = names_place + sum(len(name) + 1 for name, _ in kept)
    contents_place += -(len(header) + contents_place) % 16
    for name, content in kept:
        table.append(struct.pack("<II", names_place + len(names), contents_place + len(contents)))
        names += name + b"\0"
        contents += content + bytes(-len(content) % 16)
    start = struct.pack("<I", len(kept)) + b"".join(table) + names
    return header + start + bytes(contents_place - len(start)) + contents


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: mount-scripts/icu-data.py LIBRARY OBJECT")
    data, symbol = library_data(sys.argv[1])
    (start,) = struct.unpack_from("<H", data)
    # The names begin with that of the package.
    kept = [item for item in items(data, start) if KEPT.fullmatch(item[0].decode().partition("/")[2])]
    with tempfile.NamedTemporaryFile() as file:
        file.write(package(data[:start], kept))
        file.flush()
        source = f"""
            .section .rodata, "a"
            .balign 16
            .globl __wrap_{symbol}
            .type __wrap_{symbol}, %object
            __wrap_{symbol}: .incbin "{file.name}"
            .size __wrap_{symbol}, . - __wrap_{symbol}
            .section .note.GNU-stack, ""
        """
        subprocess.run(["clang", "-c", "-x", "assembler", "-", "-o", sys.argv[2]], input=source, text=True, check=True)
    print(symbol)


if __name__ == "__main__":
    main()
