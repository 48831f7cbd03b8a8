import { mkdirSync, writeFileSync } from 'node:fs'
import { scheduler } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { inRoot } from '#scripts/paths.ts'
import { takeAdmin } from '#test/server/admin-pool.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { SETTLES_MS } from '#web/ui/press-guard.ts'
import type { Engine } from './engine.ts'
import { until } from './engine.ts'
import { KEYS, Person } from './person.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }
const PASSWORD = 'tres chopes e um pastel'
const PICTURES = inRoot('test-results/engines')
/** Unfolding a bar closes this socket, even while it connects. Firefox then complains with these two sentences. */
const FOLDED_SECTION =
  /^error: (?:Firefox can’t establish a connection to the server at|The connection to) ws:\S+\/board\?folded=1\b/

export function playEvening(name: string, start: (home: string) => Promise<Engine>): void {
  test(`an evening of two people in ${name}, and the administrator who sees them`, async () => {
    const [origin, stateDir] = [inject('origin'), inject('stateDir')]
    const engine = await start(`${stateDir}/${name}`)
    const people: Person[] = []
    const bringIn = async (who: string, size = PHONE): Promise<Person> => {
      const person = new Person(who, await engine.open(origin))
      people.push(person)
      await person.tab.resize(size)
      return person
    }
    /** Kept to be looked at, on both screens where `SCREENS=all`. */
    const keep = async (person: Person, scene: string, own = PHONE): Promise<void> => {
      mkdirSync(PICTURES, { recursive: true })
      const others = process.env.SCREENS === 'all' ? [own === PHONE ? DESK : PHONE] : []
      for (const size of [...others, own]) {
        await person.tab.resize(size)
        const picture = await person.tab.takePicture()
        writeFileSync(`${PICTURES}/${name}-${scene}-${size.width}.png`, picture)
      }
    }
    // The error names who waited for what.
    onTestFinished(async ({ task }) => {
      for (const person of task.result?.state === 'fail' ? people : []) {
        await keep(person, `failed-${person.name}`)
        console.log(person.name, person.tab.complaints())
      }
      await engine.close()
    })

    const bar = takeBar(stateDir)
    const ana = await bringIn('Ana')
    const bia = await bringIn('Bia')

    // Ana enters by the ID that she types.
    await ana.tab.goTo('/')
    await ana.sees('Acessar um Bar')
    await keep(ana, 'landing')
    await ana.click('link', 'Acessar um Bar')
    await ana.fill('ID do bar', bar.id)
    await ana.click('button', 'Acessar Bar')
    await ana.fill('Número da mesa', '7')
    await keep(ana, 'table')
    await ana.click('button', 'Entrar na Mesa')
    await ana.fill('Nome ou Apelido', 'Ana')
    await keep(ana, 'profile')
    await ana.click('button', 'Começar a Conversar')
    await ana.sees('Pessoas no Bar')
    await ana.sees('Ana', 'Você')

    // Bia enters by the link of her table; both see each other.
    await bia.tab.goTo(`/bar/${bar.id}/table/12`)
    await bia.fill('Nome ou Apelido', 'Bia')
    await bia.press(KEYS.enter)
    await bia.sees('Bia', 'Você')
    await bia.sees('Ana', 'Mesa 7', 'Status: Online')
    await ana.sees('Bia', 'Mesa 12', 'Status: Online')
    await keep(ana, 'list')

    // A press on the backdrop closes a dialog, and a drag that only ends there does not.
    await ana.click('button', 'Seu perfil')
    await ana.dragToCorner('textbox', 'Número da mesa')
    await ana.click('textbox', 'Número da mesa')
    await ana.clickCorner()
    await ana.seesNoMore('Número da mesa')

    // They write to each other.
    await ana.click('button', 'Conversar com Bia')
    await ana.fill('Mensagem', 'Oi, Bia!')
    await ana.press(KEYS.enter)
    await bia.sees('Ana', '1 mensagem não lida de Ana')
    // Rows stay in their place until Bia asks for the new order.
    await bia.click('button', 'Mensagem de Ana')
    await bia.sees('Conversas')
    // The list ignores presses until then.
    await scheduler.wait(SETTLES_MS + 50)
    await bia.click('button', 'Conversar com Ana')
    await bia.seesMessages('Oi, Bia!')
    await bia.fill('Mensagem', 'Oi!')
    await bia.pressWithShift(KEYS.enter)
    await bia.press(...'Tudo bem?')
    await bia.click('button', 'Enviar')
    await ana.seesMessages('Oi, Bia!', 'Oi!\nTudo bem?')
    await keep(ana, 'chat')

    // Ana reloads in the middle of the chat and loses nothing.
    await ana.tab.reload()
    await ana.seesMessages('Oi, Bia!', 'Oi!\nTudo bem?')
    await ana.fill('Mensagem', 'Vem cá')
    await ana.press(KEYS.enter)
    await bia.seesMessages('Oi, Bia!', 'Oi!\nTudo bem?', 'Vem cá')

    // The administrator logs in and sees both on the board.
    const caio = await bringIn('Caio', DESK)
    const { email, linkToken: token } = takeAdmin(stateDir)
    const set = await fetch(`${origin}${ADMIN_API.passwordLink}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify({ token, password: PASSWORD }),
    })
    expect(set.status).toBe(204)
    await caio.tab.goTo('/admin-login')
    await caio.fill('Email', email)
    await caio.fill('Senha', PASSWORD)
    await keep(caio, 'login', DESK)
    await caio.click('button', 'Entrar')
    await caio.click('link', 'Monitorar Bares')
    await caio.sees('Ao vivo')
    await caio.fill('Bar ou cidade', bar.name)
    await unfold(caio, bar.name)
    await caio.sees(bar.name, 'Ana', 'Mesa 7')
    await caio.sees(bar.name, 'Bia', 'Mesa 12')
    await keep(caio, 'board', DESK)

    // Bia leaves: Ana and the board see it.
    await bia.click('link', 'Voltar')
    await bia.click('button', 'Sair do Bar')
    await bia.sees('Sair apaga seu perfil e 1 conversa.')
    await bia.click('button', 'Sair do Bar')
    await bia.seesLayer('Bar desconectado')
    await bia.sees('Apagamos 1 perfil e 3 mensagens.')
    await keep(bia, 'left')
    await ana.sees('Bia saiu do bar')
    await ana.click('link', 'Voltar')
    await ana.sees('Ana', 'Você')
    await ana.seesNoMore('Conversar com Bia')
    await caio.sees(bar.name, 'Bia', 'Saiu do bar')

    // The administrator opens the menu on a phone.
    await caio.tab.resize(PHONE)
    await caio.click('button', 'Menu')
    await caio.seesLayer('Ações')
    await keep(caio, 'menu')

    // No page complained, and of one that does each complaint is heard.
    for (const { name: who, tab } of people) {
      const complaints = tab.complaints().filter((line) => !FOLDED_SECTION.test(line))
      expect([who, complaints]).toEqual([who, []])
    }
    for (const { tab } of people) await tab.run(complain)
    for (const { tab } of people) {
      for (const complaint of ['said', 'thrown', 'rejected', 'CSP: img-src']) {
        await until(`hears "${complaint}" of ${tab.complaints()}`, async () =>
          tab.complaints().some((line) => line.includes(complaint)),
        )
      }
    }
  })
}

/** Runs in the page. */
function complain(): void {
  console.error('said')
  setTimeout(() => {
    throw new Error('thrown')
  })
  void Promise.reject(new Error('rejected'))
  new Image().src = 'https://elsewhere.example/image.png'
}

/** Shows the people of a bar in the overview. A press while the rows still move is ignored. */
async function unfold(admin: Person, barName: string): Promise<void> {
  const isUnfolded = () =>
    admin.tab.run(
      (name) =>
        [...document.querySelectorAll('button[aria-expanded=true]')].some(({ textContent }) =>
          textContent.includes(name),
        ),
      barName,
    )
  await until(`${admin.name} unfolds ${barName}`, async () => {
    if (await isUnfolded()) return true
    await admin.click('button', barName)
    await scheduler.wait(SETTLES_MS + 50)
    return await isUnfolded()
  })
}
