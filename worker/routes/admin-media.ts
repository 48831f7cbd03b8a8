import type { Handler } from 'hono'
import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { UploadedPicture } from '#contract/bar-form.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { at } from '#worker/http/at.ts'
import { readPictureBody } from '#worker/http/input.ts'
import { keepBarPicture } from '#worker/media/bar-pictures.ts'
import { BAR_COVER, BAR_PICTURE } from '#worker/media/picture.ts'
import { countRequest } from '#worker/middleware/rate-limits.ts'
import { accountOf, only } from '#worker/middleware/signed-in.ts'

const keepIn =
  (folder: 'logos' | 'photos', limits = BAR_PICTURE): Handler<AppEnv> =>
  async (c) => {
    await countRequest(c, 'UPLOADS_PER_ACCOUNT', [accountOf(c).id])
    const bytes = await readPictureBody(c.req.raw, limits.bytes)
    const path = await keepBarPicture(c.env, folder, bytes, limits)
    return c.json({ path } satisfies UploadedPicture, 201)
  }

export const adminMedia = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.uploadLogo), only('uploadPictures'), keepIn('logos'))
  .on(...at(ADMIN_ENDPOINTS.uploadPhoto), only('uploadPictures'), keepIn('photos'))
  .on(...at(ADMIN_ENDPOINTS.uploadCover), only('uploadPictures'), keepIn('photos', BAR_COVER))
