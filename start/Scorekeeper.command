#!/bin/sh
# Starts Scorekeeper on a Mac by a double click (on Linux: start it in a terminal). It looks for
# Python 3.11 or newer and hands over to manage.py up, with whatever it was given.
cd "$(dirname "$0")/.." || exit 1
# Where installers put Python, newest first. A window that was opened by a click may not know them.
for folder in /opt/homebrew/bin /usr/local/bin /Library/Frameworks/Python.framework/Versions/Current/bin; do
    PATH="$PATH:$folder"
done
export PATH
for python in python3.14 python3.13 python3.12 python3.11 python3; do
    found=$(command -v "$python") || continue
    # Without Apple's developer tools this one is not Python: it only offers to install them.
    if [ "$found" = /usr/bin/python3 ] && [ "$(uname)" = Darwin ] && ! xcode-select -p >/dev/null 2>&1; then
        continue
    fi
    if "$found" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        exec "$found" manage.py up "$@"
    fi
done
echo "Scorekeeper needs Python 3.11 or newer: get it from https://www.python.org/downloads/ and start this again." >&2
exit 2
