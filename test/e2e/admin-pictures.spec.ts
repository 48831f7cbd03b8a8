import { LIMITS } from '#contract/limits.ts'
import { aLargePhoto, aPhoto, BAD_FILES, LARGE_PHOTO_BYTES } from '#test/fakes/bar-pictures.ts'
import { expect, test } from './e2e.ts'

const SENTENCES = {
  heic: 'Este navegador não abre fotos em HEIC. Escolha uma em JPEG, PNG ou WebP.',
  svgNamedPng: 'Não conseguimos abrir esta imagem. Escolha uma em JPEG, PNG ou WebP.',
  hugeHeader: 'Esta imagem tem pixels demais. Escolha uma menor.',
  hugeJpegHeader: 'Esta imagem tem pixels demais. Escolha uma menor.',
  cutOffPng: 'Esta imagem está incompleta. Escolha outra ou baixe-a de novo.',
  cutOffJpeg: 'Esta imagem está incompleta. Escolha outra ou baixe-a de novo.',
} as const

test('T23 the browser refuses each invalid picture with its message; a failed upload can be sent again', async ({
  admin: bringIn,
}) => {
  const admin = await bringIn({ expects: [/ERR_FAILED|status of 422/] })
  const { page } = admin
  await page.goto('/admin')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  for (const [name, sentence] of Object.entries(SENTENCES)) {
    await admin.choose('Adicionar Foto', BAD_FILES[name as keyof typeof BAD_FILES])
    const photos = page.getByRole('group', { name: /^Fotos/ })
    await expect(photos.getByRole('alert').getByText(sentence)).toBeVisible()
  }
  expect(sent).toEqual([])
  await page.route('**/api/admin/media/photos', (route) => route.abort(), { times: 1 })
  await admin.choose('Adicionar Foto', aPhoto())
  await expect(page.getByText('Não foi possível enviar a imagem. Tente novamente.')).toBeVisible()
  await page.getByRole('button', { name: 'Enviar de novo' }).click()
  await expect(admin.sentPhotos).toHaveCount(1)
  await expect(page.getByText(SENTENCES.cutOffJpeg)).toHaveCount(0)
})

test('a photo of 12 MB is shrunk on the device and accepted', async ({ admin: bringIn }) => {
  const admin = await bringIn()
  const { page } = admin
  await page.goto('/admin')
  const photo = aLargePhoto()
  expect(photo.buffer.length).toBeGreaterThan(LARGE_PHOTO_BYTES)
  const answer = page.waitForResponse('**/api/admin/media/photos')
  await admin.choose('Adicionar Foto', photo)
  const { path } = await (await answer).json()
  await expect(admin.sentPhotos).toHaveCount(1)
  const kept = await page.request.get(path)
  expect((await kept.body()).length).toBeLessThanOrEqual(LIMITS.barPictureBytes)
  const preview = page.getByRole('img', { name: 'Foto 1 do ambiente' })
  await expect(preview).toHaveJSProperty('naturalHeight', LIMITS.barPictureSidePx)
})
