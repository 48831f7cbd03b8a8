import { address } from '#contract/address.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { PAGES } from '#contract/pages.ts'
import { API } from '#contract/paths.ts'
import { VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import type { FakeServer } from '#test/fakes/fake-server.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { choosePhoto, fill, opens, press, shows, showsDialog, steps } from '#test/screens/scene.ts'

const table = ({ bar }: FakeServer) => address(PAGES.table, { barId: bar.id, tableId: '7' })
const people = ({ bar }: FakeServer) => address(API.people, { barId: bar.id })
const name = fill('Nome ou Apelido', 'Helena')
const submit = press('Começar')

const sent = (before: Step, then: Step): Step =>
  steps(before, opens(table, name, fill('Telefone', '11987654321'), submit, then))

/** The code of the API, and the page's message. */
const refused = (code: ErrorCode, says: string): Step =>
  sent((server) => server.refuse(people(server), code), shows(says))

const crop = steps(choosePhoto('Adicionar Foto'), showsDialog)
const withCode = [name, fill(/^Código da noite/, '482 915')]

const LONG = 'Maria Aparecida de Souza e Albuquerque ✨'

export const profileForm: Scenes = {
  form: { bar: 'pictured', reach: opens(table) },
  'form-loading': {
    isFirst: true,
    reach: steps((server) => server.hang('/assets/profile-part-*.js'), opens(table)),
  },
  'form-missing': opens(table, submit, shows(profileTexts.nameMissingHint)),
  'form-invalid': opens(table, name, fill('Telefone', '12345'), submit, shows('Use DDD e número')),
  'form-filled': opens(
    table,
    crop,
    press('Usar foto'),
    // The dialog is open until the photo is encoded.
    ({ page }) => page.getByRole('button', { name: 'Trocar Foto' }).waitFor(),
    fill('Nome ou Apelido', LONG),
    ({ page }) => page.getByText('Homens').click(),
  ),
  'form-right-to-left': opens(table, fill('Nome ou Apelido', 'مريم عبد الرحمن')),
  'form-crop': opens(table, crop),
  'form-busy': sent((server) => server.hang(people(server)), shows('Criando perfil')),
  'form-long': { bar: 'long', reach: opens(table) },
  'form-offline': sent((server) => server.abort(people(server)), shows('Confira a internet')),
  'form-full': refused('bar_full', 'Este bar está cheio agora.'),
  'form-refused': refused('internal', 'Não foi possível salvar seu perfil'),
  'form-code': {
    bar: 'coded',
    isWhole: true,
    reach: opens(table, ...withCode),
  },
  'form-code-wrong': {
    bar: 'coded',
    isWhole: true,
    reach: steps(
      (server) => server.refuse(people(server), 'entry_code_wrong'),
      opens(table, ...withCode, submit, shows('Este não é o código desta noite.')),
    ),
  },
  'form-code-late': refused('entry_code_needed', 'Está no balcão'),
  'form-photo-refused': refused('photo_refused', 'Esta foto não pôde ser aceita'),
  'form-known': async (server) => {
    await server.store({ deviceKeys: JSON.stringify({ [server.bar.id]: 'key' }) }, 'local')
    const known = { id: 'known', name: 'Helena', photo: '/media/profiles/portrait-4.webp' }
    await server.answer(address(API.recognise, { barId: server.bar.id }), known)
    await opens(table, shows('Continuar como Helena'))(server)
  },
  'form-known-offline': async (server) => {
    await server.store({ deviceKeys: JSON.stringify({ [server.bar.id]: 'key' }) }, 'local')
    await server.abort(address(API.recognise, { barId: server.bar.id }))
    await opens(table, shows(sharedTexts.offlineWaits))(server)
  },
  'form-other-bar': async (server) => {
    const other = { barId: 'OTHER2', barName: 'Bar do Zé', secret: 'c2VjcmV0' }
    await server.store({ [VISIT_SECRET_KEY]: JSON.stringify(other) })
    await opens(table, name, submit, showsDialog)(server)
  },
}
