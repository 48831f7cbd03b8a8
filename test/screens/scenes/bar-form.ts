import { ADMIN_API, toAdminBar, toBarForm } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { bars, FULL_BAR } from '#test/screens/admin-cast.ts'
import type { Play, Scenes } from '#test/screens/scene.ts'
import { fill, first, opens, press, shows, showsDialog } from '#test/screens/scene.ts'
import { withBar } from './with-bar.ts'

const blank = (then?: Play): Play =>
  first(
    (stage) => stage.signIn({ bars: [] }),
    opens(PAGES.admin, first(shows('Cadastrar Novo Bar'), ...(then ? [then] : []))),
  )

const required = first(
  fill('Nome do Bar', 'Boteco da Ana'),
  ({ page }) => page.getByRole('textbox', { name: 'Endereço' }).fill('Rua dos Pinheiros'),
  fill('Cidade', 'São Paulo'),
)
const register = press('Cadastrar Bar')
const save = press('Salvar Bar')
/** Somebody else has saved meanwhile. */
const saveTooLate = first(
  (stage) => stage.refuse(toAdminBar(FULL_BAR.id), 'conflict', { method: 'PUT' }),
  fill('Nome do Proprietário', 'Helena D. Prado'),
  save,
  shows(barFormTexts.stale),
)

const addPhoto: Play = async (stage) => {
  const chooser = stage.page.waitForEvent('filechooser')
  await press('Adicionar Foto')(stage)
  await (await chooser).setFiles(await stage.takePhoto())
}
/** Near the end of the form, where what is told of pictures and of sending stands. */
const toEnd: Play = ({ page }) =>
  page.locator('button[type=submit]').last().scrollIntoViewIfNeeded()

export const barForm: Scenes = {
  'bar-form': { title: 'Bar form', sample: true, play: blank() },
  'bar-form-missing': { title: 'Bar form, nothing typed', play: blank(register) },
  'bar-form-invalid': {
    title: 'Bar form with a document and a phone that are none',
    play: blank(
      first(
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
    play: blank(
      first(
        (stage) => stage.silence(ADMIN_API.bars),
        required,
        register,
        shows(barFormTexts.submitting),
        toEnd,
      ),
    ),
  },
  'bar-form-refused': {
    title: 'Bar form, refused',
    play: blank(
      first(
        (stage) => stage.refuse(ADMIN_API.bars, 'internal', { method: 'POST' }),
        required,
        register,
        shows(barFormTexts.createFailedDetail),
      ),
    ),
  },
  'bar-form-saved': {
    title: 'Bar form, saved',
    play: blank(
      first(
        (stage) => stage.answer(ADMIN_API.bars, FULL_BAR),
        required,
        register,
        shows(barFormTexts.created),
      ),
    ),
  },
  'bar-form-uploading': {
    title: 'Bar form, a photo on its way',
    play: blank(
      first(
        (stage) => stage.silence(ADMIN_API.photos),
        addPhoto,
        shows(barFormTexts.uploading),
        toEnd,
      ),
    ),
  },
  'bar-form-unsent': {
    title: 'Bar form, a photo that did not go',
    play: blank(
      first(
        (stage) => stage.refuse(ADMIN_API.photos, 'internal'),
        addPhoto,
        shows(barFormTexts.retryUpload),
        toEnd,
      ),
    ),
  },
  'bar-form-leaving': {
    title: 'Leaving a form that holds something',
    play: blank(
      first(required, async ({ page }) => {
        await page.getByRole('link', { name: adminTexts.monitorBars }).click()
        await page.getByRole('dialog').waitFor()
      }),
    ),
  },
  'bar-form-expired': {
    title: 'A session that ends under a form',
    play: blank(
      first(
        (stage) => stage.refuse(ADMIN_API.bars, 'unauthenticated', { method: 'POST' }),
        required,
        register,
        showsDialog,
      ),
    ),
  },
  'bar-form-edit': { title: 'Bar form with a bar in it', play: withBar(toBarForm) },
  'bar-form-pictures': {
    title: 'Bar form with a bar’s pictures',
    play: withBar(toBarForm, toEnd),
  },
  'bar-form-stale': {
    title: 'A bar that somebody else has changed',
    sample: true,
    play: withBar(toBarForm, first(saveTooLate, toEnd)),
  },
  'bar-form-loading': {
    title: 'A bar on its way',
    play: first(
      (stage) => stage.signIn({ bars: [] }),
      (stage) => stage.silence(toAdminBar(FULL_BAR.id)),
      opens(toBarForm(FULL_BAR.id), shows(adminTexts.title)),
    ),
  },
  'bar-form-failed': {
    title: 'A bar that cannot be loaded',
    play: first(
      (stage) => stage.signIn({ bars: bars(1) }),
      (stage) => stage.refuse(toAdminBar(FULL_BAR.id), 'internal'),
      opens(toBarForm(FULL_BAR.id), shows('Tentar de novo')),
    ),
  },
  'bar-form-gone': {
    title: 'A bar that is no more',
    play: first(
      (stage) => stage.signIn({ bars: [] }),
      (stage) => stage.refuse(toAdminBar(FULL_BAR.id), 'bar_not_found'),
      opens(toBarForm(FULL_BAR.id), shows(adminTexts.barGone)),
    ),
  },
}
