# . ./env.sh   before run.sh and before presscheck
export STORE_TOKEN=tys-4c1e9f7a20-orillas-Ana
export SECOND_STORE_TOKEN=tys-b7730d51ee-orillas-Bruno
export OTHER_STORE_TOKEN=tys-09ad66f3c8-cumbre-Carla
export STORE_PORT=${STORE_PORT:-8750}
export STORE_CONTROL_PORT=${STORE_CONTROL_PORT:-$((STORE_PORT + 1000))}
