import { mkdirSync, writeFileSync } from 'node:fs'
import { findFreePort } from '#test/server/listen.ts'
import { startBrowserProcess } from './browser-process.ts'
import type { Engine, Tab } from './engine.ts'
import { toExpression, until } from './engine.ts'
import { openPages } from './open-pages.ts'
import { playEvening } from './play-evening.ts'
import type { Watched } from './watched-origin.ts'
import { watchOrigin } from './watched-origin.ts'

/** Its toolbar would keep the window wider than a phone. */
const NARROW = '* { min-width: 0; padding: 0; margin: 0; font-size: 1px; -gtk-icon-size: 1px; }'

/** The new part of a window that grew is black in a picture until it is drawn. */
const AFTER_DRAWING = 'requestAnimationFrame(() => requestAnimationFrame(arguments[0]))'

/** WebKitGTK's MiniBrowser on a virtual screen, driven over classic WebDriver. */
async function startWebKit(home: string): Promise<Engine> {
  mkdirSync(`${home}/.config/gtk-3.0`, { recursive: true })
  writeFileSync(`${home}/.config/gtk-3.0/gtk.css`, NARROW)
  const screen = startBrowserProcess(
    ['Xvfb', '-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    home,
  )
  const display = await screen.prints(/^(\d+)\n/)
  const closing = [screen.stop]
  return {
    open: async (origin) => {
      const watched = await watchOrigin(origin, home)
      const port = await findFreePort()
      // One driver holds one session.
      const process = startBrowserProcess(['WebKitWebDriver', `--port=${port}`], home, {
        DISPLAY: `:${display}`,
        // Without a GPU, WebKit's own rasterizer takes a third less time than an emulated GPU.
        WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
        // WebKit turns a language that is not installed into "en-US", and none at all into "C".
        LC_ALL: 'pt_BR.UTF-8',
      })
      closing.unshift(process.stop, watched.close)
      return openTab(`http://127.0.0.1:${port}`, watched)
    },
    close: async () => {
      await Promise.all(closing.map((close) => close()))
    },
  }
}

async function ask<R>(url: string, body?: Record<string, unknown>): Promise<R> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const { value } = (await (await fetch(url, init)).json()) as {
    value: R & { error?: string; message?: string }
  }
  if (value?.error) throw new Error(`WebKit: ${value.error}: ${value.message}`)
  return value
}

async function openTab(driver: string, watched: Watched): Promise<Tab> {
  await until('WebKitWebDriver answers', () => ask(`${driver}/status`).catch(() => null))
  const wanted = { alwaysMatch: { acceptInsecureCerts: true } }
  const { sessionId } = await ask<{ sessionId: string }>(`${driver}/session`, {
    capabilities: wanted,
  })
  const session = `${driver}/session/${sessionId}`
  const run: Tab['run'] = async (inPage, ...args) => {
    const script = `return ${toExpression(inPage, JSON.stringify(args))}`
    return JSON.parse(await ask<string>(`${session}/execute/sync`, { script, args: [] }))
  }
  return {
    goTo: (path) => ask(`${session}/url`, { url: `${watched.origin}${path}` }),
    reload: () => ask(`${session}/refresh`, {}),
    run,
    input: (source) => ask(`${session}/actions`, { actions: [source] }),
    resize: async ({ width, height }) => {
      const bars = await run(() => outerHeight - innerHeight)
      await ask(`${session}/window/rect`, { x: 0, y: 0, width, height: height + bars })
      await until(`a window of ${width} by ${height}`, () =>
        run((...size) => innerWidth === size[0] && innerHeight === size[1], width, height),
      )
      await ask(`${session}/execute/async`, { script: AFTER_DRAWING, args: [] })
    },
    takePicture: async () => Buffer.from(await ask<string>(`${session}/screenshot`), 'base64'),
    complaints: () => watched.complaints,
  }
}

playEvening('WebKit', startWebKit)
openPages('WebKit', startWebKit)
