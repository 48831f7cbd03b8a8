import { expect, test } from 'vitest'
import { listClientFiles, readClientFile } from './built-files.ts'

/** Hosts that the bundle may name, because nothing is ever fetched from them. */
const NAMED_ONLY = new Set([
  'dash.cloudflare.com', // where an administrator finds the bill: a link
  'www.w3.org', // XML namespaces
  'tailwindcss.com', // the licence line of its stylesheet
  'github.com', // an address in one of partysocket's error messages
  'reactrouter.com', // an address in one of its error messages
  'fastly.jsdelivr.net', // zxing-wasm's default, overridden; its worker's CSP would refuse it
  'simplewebauthn.dev', // an address in one of its error messages
  'react.dev', // the address in React's minified error messages
])
const TEXT = /\.(?:js|css|html|svg|json|webmanifest)$/
const HOST = /(?:https?:)?\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi

test('T38 no file that is served names a host of somebody else', () => {
  const found = listClientFiles()
    .filter((path) => TEXT.test(path))
    .flatMap((path) =>
      [...readClientFile(path).toString().matchAll(HOST)].map(
        ([, host = '']) => `${path}: ${host}`,
      ),
    )
    .filter((line) => !NAMED_ONLY.has(line.slice(line.indexOf(': ') + 2)))
  expect(found).toEqual([])
})
