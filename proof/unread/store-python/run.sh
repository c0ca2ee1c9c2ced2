#!/bin/sh
# run.sh [PORT] [--fault NAME]... | --list-faults      the control port is PORT + 1000
cd "$(dirname "$0")" || exit 2
case "$1" in
  ''|-*) PORT=${STORE_PORT:-8750} ;;
  *) PORT=$1; shift ;;
esac
STORE_PORT=$PORT
unset STORE_CONTROL_PORT
. ./env.sh
exec python3 server.py --port "$PORT" "$@"
