// Loaded before the TypeScript: an old Node could not even read that far, and would print a stack.
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const refusal =
  major < 22 || (major === 22 && minor < 22)
    ? `This needs Node 22.22 or newer, and runs on ${process.versions.node}. Run \`npm ci\`: it brings its own.`
    : existsSync(join(__dirname, '../node_modules/wrangler'))
      ? undefined
      : 'The packages are not installed yet. Run `npm ci` first.'

if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`)
  process.exit(1)
}
