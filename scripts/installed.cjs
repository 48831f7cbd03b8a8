const { readFileSync } = require('node:fs')
const { join } = require('node:path')

/**
 * Whether node_modules holds what the lock file names, but for packages of other systems. npm writes its
 * own list last, so half an installation counts as none.
 */
exports.isInstalled = (root) => {
  try {
    const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages
    const here = read('node_modules/.package-lock.json')
    return Object.entries(read('package-lock.json')).every(
      ([path, { version, optional }]) =>
        path === '' || (here[path] ? here[path].version === version : optional === true),
    )
  } catch {
    return false
  }
}
