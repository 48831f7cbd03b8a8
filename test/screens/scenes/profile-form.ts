import type { ErrorCode } from '#contract/errors.ts'
import { toApi, toPage } from '#contract/paths.ts'
import { VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import { noEntryTexts } from '#contract/texts/no-entry.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import type { FakeServer } from '#test/fakes/fake-server.ts'
import type { Scene, Scenes, Step } from '#test/screens/scene.ts'
import { fill, opens, press, shows, showsDialog, steps } from '#test/screens/scene.ts'

const table = ({ bar }: FakeServer) => toPage.table(bar.id, '7')
const people = ({ bar }: FakeServer) => toApi.people(bar.id)
const name = fill('Nome ou Apelido', 'Helena')
const submit = press('Começar')

const sent = (before: Step, then: Step): Step =>
  steps(before, opens(table, steps(name, fill('Telefone', '11987654321'), submit, then)))

/** The code of the API, and the page's message. */
const refused = (title: string, code: ErrorCode, says: string): Scene => ({
  title: `Profile form, ${title}`,
  reach: sent((server) => server.refuse(people(server), code), shows(says)),
})

const choosePhoto: Step = async (server) => {
  const chooser = server.page.waitForEvent('filechooser')
  await press('Adicionar Foto')(server)
  await (await chooser).setFiles(await server.makePhoto())
  await showsDialog(server)
}

const LONG = 'Maria Aparecida de Souza e Albuquerque ✨'

export const profileForm: Scenes = {
  form: { title: 'Profile form', bar: 'pictured', reach: opens(table) },
  'form-loading': {
    title: 'Profile form on its way',
    isFirst: true,
    reach: steps((server) => server.hang('/assets/profile-part-*.js'), opens(table)),
  },
  'form-missing': {
    title: 'Profile form without a name',
    reach: opens(table, steps(submit, shows(profileTexts.nameMissingHint))),
  },
  'form-invalid': {
    title: 'Profile form with a phone that is none',
    reach: opens(table, steps(name, fill('Telefone', '12345'), submit, shows('Use DDD e número'))),
  },
  'form-filled': {
    title: 'Profile form, filled in',
    reach: opens(
      table,
      steps(
        choosePhoto,
        press('Usar foto'),
        // The dialog is open until the photo is encoded.
        ({ page }) => page.getByRole('button', { name: 'Trocar Foto' }).waitFor(),
        fill('Nome ou Apelido', LONG),
        ({ page }) => page.getByText('Homens').click(),
      ),
    ),
  },
  'form-right-to-left': {
    title: 'Profile form, right to left',
    reach: opens(table, fill('Nome ou Apelido', 'مريم عبد الرحمن')),
  },
  'form-crop': {
    title: 'Choosing the square of a photo',
    reach: opens(table, choosePhoto),
  },
  'form-busy': {
    title: 'Profile form on its way out',
    reach: sent((server) => server.hang(people(server)), shows('Criando perfil')),
  },
  'form-closed': {
    title: 'Profile form of a closed bar',
    bar: 'closed',
    reach: opens(table, shows(noEntryTexts.paused)),
  },
  'form-long': {
    title: 'Profile form of a bar with a long name',
    bar: 'long',
    reach: opens(table),
  },
  'form-offline': {
    title: 'Profile form without a connection',
    reach: sent((server) => server.abort(people(server)), shows('Confira a internet')),
  },
  'form-refused': refused('refused', 'internal', 'Não foi possível salvar seu perfil'),
  'form-full': refused('a full bar', 'bar_full', 'Este bar está cheio agora.'),
  'form-paused': refused('closed meanwhile', 'bar_paused', 'Este bar está fechado no momento.'),
  'form-kept-out': refused('a device that pauses', 'misbehaved', 'Este aparelho está em pausa'),
  'form-tries': refused('too many tries', 'rate_limited', 'Muitas tentativas'),
  'form-code': {
    title: 'Profile form of a bar that asks for its code',
    bar: 'coded',
    isWhole: true,
    reach: opens(table, steps(name, fill(/^Código da noite/, '482 915'))),
  },
  'form-code-wrong': {
    title: 'Profile form, a wrong code',
    bar: 'coded',
    isWhole: true,
    reach: steps(
      (server) => server.refuse(people(server), 'entry_code_wrong'),
      opens(
        table,
        steps(
          name,
          fill(/^Código da noite/, '482 915'),
          submit,
          shows('Este não é o código desta noite.'),
        ),
      ),
    ),
  },
  'form-code-late': {
    ...refused('a code asked for meanwhile', 'entry_code_needed', 'Está no balcão'),
  },
  'form-photo-refused': refused(
    'a photo refused',
    'photo_refused',
    'Esta foto não pôde ser aceita',
  ),
  'form-unknown': {
    title: 'Profile form of an unknown bar',
    reach: opens(toPage.table('ZZZZZZ', '7'), shows('Digitar outro ID')),
  },
  'form-known': {
    title: 'Somebody who was here before',
    reach: async (server) => {
      await server.store({ deviceKeys: JSON.stringify({ [server.bar.id]: 'key' }) }, 'local')
      const known = { id: 'known', name: 'Helena', photo: '/media/profiles/portrait-4.webp' }
      await server.answer(toApi.recognise(server.bar.id), known)
      await opens(table, shows('Continuar como Helena'))(server)
    },
  },
  'form-other-bar': {
    title: 'Entering while in another bar',
    reach: async (server) => {
      const other = { barId: 'OTHER2', barName: 'Bar do Zé', secret: 'c2VjcmV0' }
      await server.store({ [VISIT_SECRET_KEY]: JSON.stringify(other) })
      await opens(table, steps(name, submit, showsDialog))(server)
    },
  },
}
