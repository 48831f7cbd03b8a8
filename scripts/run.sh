#!/bin/sh
# Runs a command of commands.ts on the Node of the lock file, or where that cannot start on the machine's own.
# npm before 11.6 leaves out the link: it deletes it with the packages that are for other systems.
node=$(echo node_modules/node-*/bin/node)
link=node_modules/.bin/node
if [ -x "$node" ]; then
  if "$node" --version >/dev/null; then
    [ -e "$link" ] || ln -sf "../../$node" "$link"
  else
    rm -f "$link"
    echo "The lock file's Node cannot start here, as the line above says. The machine's own is used." >&2
  fi
fi
exec node --require ./scripts/require-tools.cjs scripts/commands.ts "$@"
