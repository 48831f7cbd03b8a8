import type { ErrorCode } from '#contract/errors.ts'
import { toApi, toPage } from '#contract/paths.ts'
import { VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import type { Play, Scene, Scenes } from '#test/screens/scene.ts'
import { fill, first, opens, press, shows, showsDialog } from '#test/screens/scene.ts'
import type { Stage } from '#test/screens/stage.ts'

const table = ({ bar }: Stage) => toPage.table(bar.id, '7')
const people = ({ bar }: Stage) => toApi.people(bar.id)
const name = fill('Nome ou Apelido', 'Helena')
const submit = press('Começar')

const sent = (before: Play, then: Play): Play =>
  first(before, opens(table, first(name, fill('Telefone', '11987654321'), submit, then)))

/** What the API says, and what the page says of it. */
const refused = (title: string, code: ErrorCode, says: string): Scene => ({
  title: `Profile form, ${title}`,
  play: sent((stage) => stage.refuse(people(stage), code), shows(says)),
})

const choosePhoto: Play = async (stage) => {
  const chooser = stage.page.waitForEvent('filechooser')
  await press('Adicionar Foto')(stage)
  await (await chooser).setFiles(await stage.takePhoto())
  await showsDialog(stage)
}

const LONG = 'Maria Aparecida de Souza e Albuquerque ✨'

export const profileForm: Scenes = {
  form: { title: 'Profile form', sample: true, play: opens(table) },
  'form-loading': {
    title: 'Profile form on its way',
    sample: true,
    play: first((stage) => stage.silence('/assets/profile-part-*.js'), opens(table)),
  },
  'form-missing': {
    title: 'Profile form without a name',
    sample: true,
    play: opens(table, submit),
  },
  'form-invalid': {
    title: 'Profile form with a phone that is none',
    play: opens(table, first(name, fill('Telefone', '12345'), submit, shows('Use DDD e número'))),
  },
  'form-filled': {
    title: 'Profile form, filled in',
    play: opens(
      table,
      first(
        choosePhoto,
        press('Usar foto'),
        // Nobody can type while the dialog is open, which it is until the photo is encoded.
        ({ page }) => page.getByRole('button', { name: 'Trocar Foto' }).waitFor(),
        fill('Nome ou Apelido', LONG),
        ({ page }) => page.getByText('Homens').click(),
      ),
    ),
  },
  'form-right-to-left': {
    title: 'Profile form, right to left',
    play: opens(table, fill('Nome ou Apelido', 'مريم عبد الرحمن')),
  },
  'form-crop': {
    title: 'Choosing the square of a photo',
    sample: true,
    play: opens(table, choosePhoto),
  },
  'form-busy': {
    title: 'Profile form on its way out',
    play: sent((stage) => stage.silence(people(stage)), shows('Criando perfil')),
  },
  'form-closed': { title: 'Profile form of a closed bar', bar: 'closed', play: opens(table) },
  'form-long': { title: 'Profile form of a bar with a long name', bar: 'long', play: opens(table) },
  'form-offline': {
    title: 'Profile form without a connection',
    play: sent((stage) => stage.lose(people(stage)), shows('Ocorreu um erro inesperado')),
  },
  'form-refused': refused('refused', 'internal', 'Não foi possível salvar seu perfil'),
  'form-full': refused('a full bar', 'bar_full', 'Este bar está cheio agora.'),
  'form-paused': refused('closed meanwhile', 'bar_paused', 'Este bar está fechado no momento.'),
  'form-kept-out': refused('a device that pauses', 'misbehaved', 'Este aparelho está em pausa'),
  'form-tries': refused('too many tries', 'rate_limited', 'Muitas tentativas'),
  'form-photo-refused': refused(
    'a photo refused',
    'photo_refused',
    'Esta foto não pôde ser aceita',
  ),
  'form-unknown': {
    title: 'Profile form of an unknown bar',
    play: opens(toPage.table('ZZZZZZ', '7'), shows('Digitar outro ID')),
  },
  'form-known': {
    title: 'Somebody who was here before',
    play: async (stage) => {
      await stage.store({ deviceKeys: JSON.stringify({ [stage.bar.id]: 'key' }) }, 'local')
      const known = { name: 'Helena', photo: '/media/profiles/portrait-4.webp' }
      await stage.answer(toApi.recognise(stage.bar.id), known)
      await opens(table, shows('Continuar como Helena'))(stage)
    },
  },
  'form-other-bar': {
    title: 'Entering while in another bar',
    play: async (stage) => {
      const other = { barId: 'OTHER2', barName: 'Bar do Zé', secret: 'c2VjcmV0' }
      await stage.store({ [VISIT_SECRET_KEY]: JSON.stringify(other) })
      await opens(table, first(name, submit, showsDialog))(stage)
    },
  },
}
