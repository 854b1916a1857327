/** A singleton is found by the name of its page, whatever its heading says. */
export function singletonPreview(title: string) {
  return {
    select: { subtitle: 'description' },
    prepare: ({ subtitle }: { subtitle?: string }) => ({ title, subtitle }),
  }
}
