import { ADMIN_API, toAdminBar, toBarForm } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { bars, FULL_BAR } from '#test/fakes/admin-data.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { fill, opens, press, shows, showsDialog, steps, withBar } from '#test/screens/scene.ts'

const blank = (then?: Step): Step =>
  steps(
    (server) => server.signIn({ bars: [] }),
    opens(PAGES.admin, steps(shows('Cadastrar Novo Bar'), ...(then ? [then] : []))),
  )

const required = steps(
  fill('Nome do Bar', 'Boteco da Ana'),
  ({ page }) => page.getByRole('textbox', { name: 'Endereço' }).fill('Rua dos Pinheiros'),
  fill('Cidade', 'São Paulo'),
)
const register = press('Cadastrar Bar')
const save = press('Salvar Bar')
/** Another administrator has saved meanwhile. */
const saveTooLate = steps(
  (server) => server.refuse(toAdminBar(FULL_BAR.id), 'conflict', { method: 'PUT' }),
  fill('Nome do Proprietário', 'Helena D. Prado'),
  save,
  shows(barFormTexts.stale),
)

const addPhoto: Step = async (server) => {
  const chooser = server.page.waitForEvent('filechooser')
  await press('Adicionar Foto')(server)
  await (await chooser).setFiles(await server.makePhoto())
}
/** Scrolls to the end of the form, to the errors of pictures and of sending. */
const toEnd: Step = ({ page }) =>
  page.locator('button[type=submit]').last().scrollIntoViewIfNeeded()

export const barForm: Scenes = {
  'bar-form': { title: 'Bar form', reach: blank() },
  'bar-form-missing': { title: 'Bar form, nothing typed', reach: blank(register) },
  'bar-form-invalid': {
    title: 'Bar form with a document and a phone that are none',
    reach: blank(
      steps(
        required,
        fill('CPF ou CNPJ', '11.111.111/1111-11'),
        fill('Telefone', '123'),
        register,
        shows(barFormTexts.documentInvalid),
      ),
    ),
  },
  'bar-form-busy': {
    title: 'Bar form on its way',
    reach: blank(
      steps(
        (server) => server.hang(ADMIN_API.bars),
        required,
        register,
        shows(barFormTexts.submitting),
        toEnd,
      ),
    ),
  },
  'bar-form-refused': {
    title: 'Bar form, refused',
    reach: blank(
      steps(
        (server) => server.refuse(ADMIN_API.bars, 'internal', { method: 'POST' }),
        required,
        register,
        shows(barFormTexts.createFailedDetail),
      ),
    ),
  },
  'bar-form-saved': {
    title: 'Bar form, saved',
    reach: blank(
      steps(
        (server) => server.answer(ADMIN_API.bars, FULL_BAR),
        required,
        register,
        shows(barFormTexts.created),
      ),
    ),
  },
  'bar-form-uploading': {
    title: 'Bar form, a photo on its way',
    reach: blank(
      steps(
        (server) => server.hang(ADMIN_API.photos),
        addPhoto,
        shows(barFormTexts.uploading),
        toEnd,
      ),
    ),
  },
  'bar-form-unsent': {
    title: 'Bar form, a photo that did not go',
    reach: blank(
      steps(
        (server) => server.refuse(ADMIN_API.photos, 'internal'),
        addPhoto,
        shows(barFormTexts.retryUpload),
        toEnd,
      ),
    ),
  },
  'bar-form-leaving': {
    title: 'Leaving a form that holds something',
    reach: blank(
      steps(required, async ({ page }) => {
        await page.getByRole('link', { name: adminTexts.monitorBars }).click()
        await page.getByRole('dialog').waitFor()
      }),
    ),
  },
  'bar-form-expired': {
    title: 'A session that ends under a form',
    reach: blank(
      steps(
        (server) => server.refuse(ADMIN_API.bars, 'unauthenticated', { method: 'POST' }),
        required,
        register,
        showsDialog,
      ),
    ),
  },
  'bar-form-edit': { title: 'Bar form with a bar in it', reach: withBar(toBarForm) },
  'bar-form-pictures': {
    title: 'Bar form with a bar’s pictures',
    reach: withBar(toBarForm, toEnd),
  },
  'bar-form-stale': {
    title: 'A bar that somebody else has changed',
    reach: withBar(toBarForm, steps(saveTooLate, toEnd)),
  },
  'bar-form-loading': {
    title: 'A bar on its way',
    reach: steps(
      (server) => server.signIn({ bars: [] }),
      (server) => server.hang(toAdminBar(FULL_BAR.id)),
      opens(toBarForm(FULL_BAR.id), shows(adminTexts.title)),
    ),
  },
  'bar-form-failed': {
    title: 'A bar that cannot be loaded',
    reach: steps(
      (server) => server.signIn({ bars: bars(1) }),
      (server) => server.refuse(toAdminBar(FULL_BAR.id), 'internal'),
      opens(toBarForm(FULL_BAR.id), shows('Tentar de novo')),
    ),
  },
  'bar-form-gone': {
    title: 'A bar that is no more',
    reach: steps(
      (server) => server.signIn({ bars: [] }),
      (server) => server.refuse(toAdminBar(FULL_BAR.id), 'bar_not_found'),
      opens(toBarForm(FULL_BAR.id), shows(adminTexts.barGone)),
    ),
  },
}
