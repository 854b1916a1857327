import { useToast } from '@sanity/ui/toast'

/** Copies a text, and says so. `what`: its name at the beginning of a sentence. */
export function useCopy(what: string): (text: string) => Promise<void> {
  const toast = useToast()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.push({ status: 'success', title: `${what} is copied` })
    } catch {
      toast.push({ status: 'warning', title: 'This browser does not copy: copy the text from its field' })
    }
  }
}
