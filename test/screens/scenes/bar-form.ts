import { address } from '#contract/address.ts'
import { ADMIN_API, BAR_PARAMETER } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { bars, FULL_BAR } from '#test/fakes/admin-data.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import {
  choosePhoto,
  fill,
  opens,
  press,
  shows,
  showsDialog,
  steps,
  withBar,
} from '#test/screens/scene.ts'

const blank = (...then: Step[]): Step =>
  steps(
    (server) => server.signIn({ bars: [] }),
    opens(PAGES.admin, shows('Cadastrar Novo Bar'), ...then),
  )

const required = steps(
  fill('Nome do Bar', 'Boteco da Ana'),
  ({ page }) => page.getByRole('textbox', { name: 'Endereço' }).fill('Rua dos Pinheiros'),
  fill('Cidade', 'São Paulo'),
)
const register = press('Cadastrar Bar')
const addPhoto = choosePhoto('Adicionar Foto')
/** Scrolls to the end of the form, to the errors of pictures and of sending. */
const toEnd: Step = ({ page }) =>
  page.locator('button[type=submit]').last().scrollIntoViewIfNeeded()

export const barForm: Scenes = {
  'bar-form': blank(),
  'bar-form-missing': blank(register),
  'bar-form-invalid': blank(
    required,
    fill('CPF ou CNPJ', '11.111.111/1111-11'),
    fill('Telefone', '123'),
    register,
    shows(barFormTexts.documentInvalid),
  ),
  'bar-form-busy': blank(
    (server) => server.hang(ADMIN_API.bars),
    required,
    register,
    shows(barFormTexts.submitting),
    toEnd,
  ),
  'bar-form-saved': blank(
    (server) => server.answer(ADMIN_API.bars, FULL_BAR),
    required,
    register,
    shows(barFormTexts.created),
  ),
  'bar-form-uploading': blank(
    (server) => server.hang(ADMIN_API.photos),
    addPhoto,
    shows(barFormTexts.uploading),
    toEnd,
  ),
  'bar-form-unsent': blank(
    (server) => server.refuse(ADMIN_API.photos, 'internal'),
    addPhoto,
    shows(barFormTexts.retryUpload),
    toEnd,
  ),
  'bar-form-leaving': blank(
    required,
    ({ page }) => page.getByRole('link', { name: adminTexts.monitorBars }).click(),
    showsDialog,
  ),
  'bar-form-expired': blank(
    (server) => server.refuse(ADMIN_API.bars, 'unauthenticated', { method: 'POST' }),
    required,
    register,
    showsDialog,
  ),
  'bar-form-edit': withBar(PAGES.editBar),
  'bar-form-pictures': withBar(PAGES.editBar, toEnd),
  // Another administrator has saved meanwhile.
  'bar-form-stale': withBar(
    PAGES.editBar,
    (server) =>
      server.refuse(address(ADMIN_API.bar, { barId: FULL_BAR.id }), 'conflict', { method: 'PUT' }),
    fill('Nome do Proprietário', 'Helena D. Prado'),
    press('Salvar Bar'),
    shows(barFormTexts.stale),
    toEnd,
  ),
  'bar-form-loading': steps(
    (server) => server.signIn({ bars: [] }),
    (server) => server.hang(address(ADMIN_API.bar, { barId: FULL_BAR.id })),
    opens(address(PAGES.editBar, { [BAR_PARAMETER]: FULL_BAR.id }), shows(adminTexts.title)),
  ),
  'bar-form-failed': steps(
    (server) => server.signIn({ bars: bars(1) }),
    (server) => server.refuse(address(ADMIN_API.bar, { barId: FULL_BAR.id }), 'internal'),
    opens(address(PAGES.editBar, { [BAR_PARAMETER]: FULL_BAR.id }), shows('Tentar de novo')),
  ),
}
