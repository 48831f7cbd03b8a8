import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { build } from 'vite'
import { inRoot } from '../../scripts/paths.ts'
import type { Listening } from '../../test/server/listen.ts'
import { listen } from '../../test/server/listen.ts'
import { FormPage } from './form-page.ts'

const SCRIPT = '/hydrate.js'

/** Builds the page and serves it compressed, at every address but its script's. */
export async function openReactPage(): Promise<Listening> {
  const script = gzipSync(await buildScript())
  const page = gzipSync(drawPage())
  const server = createServer(({ url }, response) => {
    const isScript = url === SCRIPT
    response
      .setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
      .setHeader('Content-Encoding', 'gzip')
      .end(isScript ? script : page)
  })
  return listen(server)
}

async function buildScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: { input: inRoot('bench/react-page/hydrate.ts') },
      modulePreload: false,
    },
  })
  if (!('output' in result)) throw new Error('Vite built no single bundle.')
  return result.output[0].code
}

function drawPage(): string {
  const drawn = renderToString(
    createElement(StaticRouter, { location: '/' }, createElement(FormPage)),
  )
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>React</title><style>body{background:#0e1512;color:#f8efdd;font:17px sans-serif}</style><script type="module" src="${SCRIPT}"></script><body><div id="root">${drawn}</div></body></html>`
}
