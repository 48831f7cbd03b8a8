import type { ToastRequest } from './toast-store.ts'
import { ToastStore } from './toast-store.ts'

/** One for the page: toasts outlive the route. */
export const toastStore = new ToastStore()

export function showToast(request: ToastRequest, earlier?: number): number {
  return toastStore.show(request, earlier)
}
