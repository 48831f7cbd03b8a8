import { adminUserSchema } from '#contract/admin.ts'
import { storedItem } from './stored-item.ts'

/** Paints the shell and proves nothing: the session is a cookie that scripts cannot read. */
export const adminUserItem = storedItem('admin', adminUserSchema, () => localStorage)
