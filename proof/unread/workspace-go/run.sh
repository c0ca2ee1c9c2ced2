#!/bin/sh
# run.sh PORT [--fault NAME ...] | run.sh --list-faults
# Builds the server and starts it in the foreground (its pid is that of this script): API on PORT, storage on PORT+1, control on
# PORT+2. For a PORT other than 7410 it writes presscheck-PORT.yaml.
set -e
cd "$(dirname "$0")"
. ./env.sh
export GOCACHE="${GOCACHE:-/tmp/presshouse-gocache}" GOPROXY=off
mkdir -p bin
flock bin/.lock sh -c 'if [ ! -x bin/presshouse ] || [ -n "$(find . -maxdepth 1 -name "*.go" -newer bin/presshouse)" ]; then go build -o bin/presshouse.new . && mv bin/presshouse.new bin/presshouse; fi'
if [ "$1" = --list-faults ]; then exec bin/presshouse --list-faults; fi
port="${1:-7410}"
[ $# -gt 0 ] && shift
if [ "$port" != 7410 ]; then
  sed -e "s/7410/$port/g; s/7411/$((port + 1))/g; s/7412/$((port + 2))/g" presscheck.yaml > "presscheck-$port.yaml"
fi
exec bin/presshouse --port "$port" "$@"
