import { adminUserSchema } from '#contract/admin.ts'
import { storedItem } from './stored-item.ts'

/**
 * Who was signed in here last: enough to paint the shell at once, and no proof of anything. The
 * session itself is a cookie that no script can read.
 */
export const adminUserItem = storedItem('admin', adminUserSchema, () => localStorage)
