/** True if the clipboard has the text. `shown` is the element that displays it. */
export async function copyText(text: string, shown: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(shown)
  }
}

// Without HTTPS there is no clipboard API. `execCommand` still works; if not, the text is selected
// for manual copying.
function copySelected(shown: Element | null): boolean {
  if (!shown) return false
  getSelection()?.selectAllChildren(shown)
  return document.execCommand('copy')
}
