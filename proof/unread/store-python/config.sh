#!/bin/sh
# config.sh PORT: writes presscheck.PORT.yaml, the same configuration for a server at another port
cd "$(dirname "$0")" || exit 2
sed -e "s#127.0.0.1:8750#127.0.0.1:$1#" -e "s#hook.py\]#hook.py, '$(($1 + 1000))']#" presscheck.yaml > "presscheck.$1.yaml"
echo "presscheck.$1.yaml"
