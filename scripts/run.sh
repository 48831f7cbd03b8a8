#!/bin/sh
# Runs a command of commands.ts on the Node of the lock file, or where that cannot start on the machine's own.
node=$(echo node_modules/node-*/bin/node)
link=node_modules/.bin/node
if [ ! -x "$node" ]; then
  node=node
elif "$node" --version >/dev/null; then
  # npm before 11.6 deletes the link with the packages for other systems. npx needs it.
  [ -e "$link" ] || ln -sf "../../$node" "$link"
else
  echo "The lock file's Node cannot start here, as the line above says. The machine's own is used." >&2
  rm -f "$link"
  node=node
fi
# A shell's own would build for development, or for an environment that wrangler.toml does not have.
unset NODE_ENV CLOUDFLARE_ENV
exec "$node" --require ./scripts/require-tools.cjs scripts/commands.ts "$@"
