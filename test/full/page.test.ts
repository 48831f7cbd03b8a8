import { chromium, expect as expectOf } from '@playwright/test'
import { expect, inject, test } from 'vitest'
import { findHeadlessChromium } from '#scripts/chromium.ts'
import { LOCAL_WORKER_CONFIG } from '#scripts/paths.ts'
import { BROWSER_SWITCHES } from '#test/e2e/browser-switches.ts'
import { openDevice } from '#test/e2e/device.ts'
import { enterTwo, PersonPage } from '#test/e2e/person-page.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { startBuiltWorker } from '#test/server/built-worker.ts'
import { makeState, prepareTemplate, removeState } from '#test/server/test-state.ts'
import { toWorkerDir } from './previous-build.ts'

const CONFIGS = {
  new: LOCAL_WORKER_CONFIG,
  old: `${toWorkerDir(inject('previous'))}/local.json`,
}

test('R5 R6 a browser keeps its visit, its address and what is being typed when the version before comes back and goes again', async () => {
  await prepareTemplate()
  const stateDir = makeState()
  const browser = await chromium.launch({
    executablePath: findHeadlessChromium(),
    args: BROWSER_SWITCHES,
  })
  const serve = (config: string, port = 0) => startBuiltWorker({ stateDir, config, port })
  let server = await serve(CONFIGS.new)
  const { origin, port } = server
  const deploy = async (config: string): Promise<void> => {
    await server.stop()
    server = await serve(config, port)
  }
  try {
    const context = { locale: 'pt-BR', viewport: { width: 390, height: 844 } }
    const open = async (name: string) =>
      new PersonPage(await openDevice(browser, origin, { context }), name)
    const [ana, bia] = [await open('Ana'), await open('Bia')]
    await enterTwo(takeBar(stateDir).id, ana, bia)
    await ana.send('antes')
    await expectOf(ana.messages.getByText('enviada', { exact: true })).toHaveCount(1)
    await ana.composer.fill('ainda escrevo')
    const address = ana.page.url()
    let loads = 0
    ana.page.on('domcontentloaded', () => {
      loads += 1
    })

    await deploy(CONFIGS.old)
    await bia.openChatWith('Ana')
    await bia.untilShows(['antes'])
    await bia.send('de volta?')
    await ana.untilShows(['antes', 'de volta?'])
    expect(loads).toBe(0)
    // The dialog's file went with its version.
    await ana.page.getByRole('button', { name: 'Mais opções' }).click()
    await ana.page.getByRole('button', { name: 'Denunciar' }).click()
    await expectOf.poll(() => loads).toBe(1)
    await ana.untilShows(['antes', 'de volta?'])
    expect(ana.page.url()).toBe(address)
    await expectOf(ana.composer).toHaveValue('ainda escrevo')

    await deploy(CONFIGS.new)
    await ana.composer.press('Enter')
    await bia.untilShows(['antes', 'de volta?', 'ainda escrevo'])
    await ana.page.reload()
    await ana.untilShows(['antes', 'de volta?', 'ainda escrevo'])
    expect(ana.page.url()).toBe(address)
  } finally {
    await browser.close()
    await server.stop()
    removeState(stateDir)
  }
})
