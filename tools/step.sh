#!/bin/sh
# A step of make, `step.sh NAME COMMAND…`: a line with its time. What it prints goes to build/logs, and here if it fails.
name=$1
shift
log=build/logs/$(echo "$name" | tr " " "-").log
mkdir -p build/logs
begun=$(date +%s)
if [ -t 1 ]; then printf "%s …\\r" "$name"; fi
if "$@" > "$log" 2>&1 < /dev/null; then
    echo "$name … $(($(date +%s) - begun)) s"
else
    code=$?
    cat "$log"
    echo "$name failed; all that it printed is in $log"
    exit $code
fi
