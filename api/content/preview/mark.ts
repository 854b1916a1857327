import { formatClock } from '#domain/pacific.ts'

/** Colours of its own in both schemes, so that nobody takes a preview for the site. */
export const markStyle = `
#preview-mark {
  background: #ffd84d;
  border-bottom: 2px solid #14120a;
  color: #14120a;
  font: 600 0.875rem/1.4 system-ui, sans-serif;
  padding: 0.375rem 1rem;
  position: sticky;
  top: 0;
  z-index: 10;
}
#preview-mark p, #preview-mark ul { margin: 0; }
#preview-mark ul { font-weight: 400; overflow-wrap: anywhere; padding-left: 1.25em; }
@media print { #preview-mark { position: static; } }
`

type Mark = {
  version: string
  now: Date
  /** Why the page below is outdated. */
  faults?: string[] | undefined
}

export function makeMark({ version, now, faults }: Mark): string {
  const time = `<time datetime="${now.toISOString()}">${formatClock(now)} in San Francisco</time>`
  const lines = faults?.map((fault) => `<li>${escapeText(fault)}</li>`).join('')
  const why = lines ? `<p>What is in the Studio now cannot be shown:</p><ul>${lines}</ul>` : ''
  return `<aside id="preview-mark" lang="en" aria-label="Preview" data-version="${version}"><p>Preview: what is not published yet (${time})</p>${why}</aside>`
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
