import { LIMITS } from '#contract/limits.ts'
import { expect, test } from './e2e.ts'

const CROWD = Array.from({ length: 90 }, (_, index) => `Pessoa ${String(index).padStart(2, '0')}`)

test('in a full bar the list grows while it is scrolled, and everybody is found', async ({
  peer,
  person,
}) => {
  test.slow()
  await Promise.all(CROWD.map((name) => peer(name)))
  const zuleica = await peer('Zuleica')
  const ana = await person('Ana', { table: '7' })
  await expect(ana.page.getByText(`${CROWD.length + 2} online`)).toBeVisible()
  await expect(ana.page.getByRole('listitem').nth(3)).toBeVisible()
  expect(await ana.page.getByRole('listitem').count()).toBeLessThan(CROWD.length)

  await test.step('a person far down the list who writes moves to the conversations', async () => {
    zuleica.say(ana.id, 'Oi, Ana!')
    await expect(ana.row('Zuleica').getByText('1 mensagem não lida de Zuleica')).toBeAttached()
    const conversations = ana.page.getByRole('list', { name: 'Conversas' })
    await expect(conversations.getByRole('listitem').first()).toContainText('Zuleica')
  })

  await test.step('a search finds people that the page has not loaded', async () => {
    await ana.page.getByRole('searchbox').fill('pessoa 88')
    await expect(ana.row('Pessoa 88')).toBeVisible()
    await expect(ana.page.getByRole('listitem')).toHaveCount(1)
    await ana.page.getByRole('searchbox').fill('')
  })

  await test.step('scrolling to the end shows everybody once, in order', async () => {
    await ana.page.reload()
    const rows = ana.page.getByRole('listitem')
    const conversations = ana.page.getByRole('list', { name: 'Conversas' })
    await expect(conversations.getByRole('listitem')).toContainText('Zuleica')
    const seen = new Set<string>()
    const look = async () => {
      const names = await rows.evaluateAll((all) =>
        all.map((row) => row.querySelector('[dir=auto]')?.textContent ?? ''),
      )
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) seen.add(name)
      return seen.size
    }
    for (let count = await look(); count < CROWD.length + 2; ) {
      await rows.last().scrollIntoViewIfNeeded()
      await expect.poll(look, { timeout: 20_000 }).toBeGreaterThan(count)
      count = await look()
    }
    const others = [...seen]
    expect(others.shift()).toBe('Ana')
    // She is among the newest herself.
    expect(others.splice(LIMITS.newcomers - 1, 1)).toEqual(['Zuleica'])
    expect(others.toSorted()).toEqual(CROWD)
    const byName = others.slice(LIMITS.newcomers)
    expect(byName).toEqual(byName.toSorted())
  })
})
