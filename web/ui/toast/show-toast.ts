import type { ToastRequest } from './toast-store.ts'
import { ToastStore } from './toast-store.ts'

/** One for the page: toasts outlive the route that showed them. */
export const toastStore = new ToastStore()

/** Shows a toast and returns its id. */
export function showToast(request: ToastRequest): number {
  return toastStore.show(request)
}
