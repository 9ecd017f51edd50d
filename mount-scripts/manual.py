#!/usr/bin/env python3
"""Writes a manual page for each command, from the parser's own description.

  manual.py PROGRAM FOLDER [DATE]

PROGRAM is a “fileprovider” that runs on this machine. The pages are in man(7), in UTF-8. DATE, such as 2026-11-27, is the one that they show.
"""

import datetime
import json
import pathlib
import re
import subprocess
import sys
import textwrap


def ask(program, *words):
    return subprocess.run([program, *words], check=True, capture_output=True, encoding="utf-8").stdout


def escape(text):
    """A text in which roff sees nothing of its own."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("“", "\\(lq").replace("”", "\\(rq")


def lines(text):
    """A text as short lines of which none begins a request; a blank line begins a paragraph."""
    result = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if result:
            result.append(".PP")
        for line in textwrap.wrap(escape(paragraph), 70, break_long_words=False, break_on_hyphens=False):
            result.append("\\&" + line if line[0] in ".'" else line)
    return result


def value_name(argument):
    name = argument.get("valueName", "")
    return name if "|" in name else name.upper()


def option_names(argument):
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    names = sorted(argument["names"], key=lambda name: len(name["name"]))
    value = "" if argument["kind"] == "flag" else f" \\fI{escape(value_name(argument))}\\fR"
    return ", ".join(f"\\fB{escape(dashes[name['kind']] + name['name'])}\\fR" for name in names) + value


class Manual:
    def __init__(self, program, folder, date):
        self.program, self.folder, self.date = program, folder, date
        self.version = ask(program, "--version").split(",")[0].split()[-1]
        self.root = json.loads(ask(program, "--experimental-dump-help"))["command"]

    def write(self):
        self.page([], self.root)

    def page(self, path, command):
        for child in command.get("subcommands", []):
            if child["shouldDisplay"] and child["commandName"] != "help":
                self.page([*path, child["commandName"]], child)
        name = "-".join([self.root["commandName"], *path])
        text = [
            f'.TH "{escape(name.upper())}" 1 "{self.date}" "OpenFileProvider {self.version}" "User Commands"',
            ".nh",
            ".SH NAME",
            *lines(f"{name} - {command['abstract'].rstrip('.')}"),
            ".SH SYNOPSIS",
        ]
        text += self.synopsis(path)
        if "discussion" in command:
            text += [".SH DESCRIPTION", *lines(command["discussion"])]
        text += self.children(path, command) + self.arguments(command)
        if not path:
            text += self.facts()
        text += self.others(path)
        (self.folder / f"{name}.1").write_text("\n".join(text) + "\n", encoding="utf-8")

    def synopsis(self, path):
        """The usage as the help of the command has it."""
        help_text = ask(self.program, "help", *path)
        usage = re.search(r"^USAGE: (.*?)(?:\n\s*\n|\Z)", help_text, re.M | re.S).group(1)
        result = []
        for line in usage.splitlines():
            words = escape(" ".join(line.split()))
            program = escape(" ".join([self.root["commandName"], *path]))
            result += [".br"] if result else []
            result.append(f"\\fB{program}\\fR{words[len(program):]}" if words.startswith(program) else words)
        return result

    def children(self, path, command):
        result = []
        for child in command.get("subcommands", []):
            if child["shouldDisplay"] and child["commandName"] != "help":
                page = "-".join([self.root["commandName"], *path, child["commandName"]])
                result += [".TP", f"\\fB{escape(page)}\\fR(1)", *lines(child["abstract"])]
        return [".SH COMMANDS", *result] if result else []

    def arguments(self, command):
        sections = {}
        for argument in command.get("arguments", []):
            if not argument["shouldDisplay"]:
                continue
            is_positional = argument["kind"] == "positional"
            title = argument.get("sectionTitle") or ("arguments" if is_positional else "options")
            name = f"\\fI{escape(value_name(argument))}\\fR" if is_positional else option_names(argument)
            about = argument.get("abstract", "")
            if argument.get("discussion"):
                about += "\n\n" + argument["discussion"]
            if argument.get("defaultValue"):
                about += f" (default: {argument['defaultValue']})"
            body = [".IP" if line == ".PP" else line for line in lines(about)] if about.strip() else ["\\&"]
            sections.setdefault(title, []).extend([".TP", name, *body])
        result = []
        for title, text in sections.items():
            result += [f'.SH "{escape(title.upper())}"', *text]
        return result

    def facts(self):
        """The sections that stand below the commands in the help of the program."""
        result = []
        for title, body in re.findall(r"^([A-Z ]+):\n((?:  .*\n?)+)", ask(self.program, "--help"), re.M):
            if title not in ("WITH EVERY COMMAND", "FILES", "ENVIRONMENT", "EXIT STATUS"):
                continue
            result.append(f'.SH "{title}"')
            for line in body.splitlines():
                entry = re.match(r"  (\S.*?)(?:\s{2,}(.*))?$", line)
                if entry:
                    result += [".TP", f"\\fB{escape(entry.group(1))}\\fR", *lines(entry.group(2) or "")]
                else:
                    result += lines(line)
        return result

    def others(self, path):
        root = self.root["commandName"]
        parents = [f"\\fB{escape('-'.join([root, *path[:count]]))}\\fR(1)" for count in range(len(path))]
        more = [] if path else ["\\fBmount.fileprovider\\fR(8)"]
        return [".SH SEE ALSO", ",\n".join([*parents, f"\\fB{root}\\fR(7)", *more])]


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.strip())
    date = sys.argv[3] if len(sys.argv) == 4 else datetime.date.today().isoformat()
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    Manual(sys.argv[1], folder, date).write()


main()
