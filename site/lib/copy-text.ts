/** Puts a text into the clipboard. Answers whether the browser allowed it: without HTTPS most have none for pages. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
