// Loaded before the TypeScript: an old Node could not even read that far, and would print a stack.
const { join } = require('node:path')
const { isInstalled } = require('./installed.cjs')

const refusal = !isInstalled(join(__dirname, '..'))
  ? 'The packages of the lock file are not installed: run `npm ci`, which brings Node too.'
  : !process.features.typescript
    ? `Node ${process.versions.node} cannot run TypeScript. \`npm ci\` brings a Node that can; where that one cannot start, or there is none for this machine, install Node 22.18 or newer.`
    : undefined

if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`)
  process.exit(1)
}
