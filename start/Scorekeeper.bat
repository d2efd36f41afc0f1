@echo off
rem Starts Scorekeeper on Windows by a double click. It looks for Python 3.11 or newer and hands
rem over to manage.py up, with whatever it was given. Lines of this file end as Windows ends them.
title Scorekeeper
pushd "%~dp0.."
if not exist manage.py (
    echo Unpack the downloaded archive first: right-click it, choose Extract All, and start this from there.
    goto :ended
)
set "CHECK=import sys; sys.exit(sys.version_info < (3, 11))"
for %%P in ("py -3" "python" "python3") do (
    %%~P -c "%CHECK%" >nul 2>nul && (
        %%~P manage.py up %*
        goto :ended
    )
)
echo Scorekeeper needs Python 3.11 or newer: get it from https://www.python.org/downloads/ and start this again.
:ended
popd
pause
