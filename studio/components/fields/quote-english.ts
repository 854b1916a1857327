type Block = { children?: ReadonlyArray<{ text?: string }> }

const longest = 400

/** Appends the English text to a translated field's description: `… shows the English: “weekly events · demo days”`. */
export function quoteEnglish(description: string, value: unknown): string {
  const parts = Array.isArray(value) ? value.map(readText) : [readText(value)]
  const text = parts.filter((part) => part.trim() !== '').join(' · ')
  if (text === '') return description
  const quoted = text.length > longest ? `${text.slice(0, longest)}…` : text
  return `${description.replace(/\.$/, '')}: “${quoted}”`
}

/** Takes a text or a block of Portable Text. */
function readText(value: unknown): string {
  if (typeof value === 'string') return value
  const { children } = Object(value) as Block
  return (children ?? []).map(({ text }) => text ?? '').join('')
}
