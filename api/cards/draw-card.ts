import { createRequire } from 'node:module'
import type { OverlayOptions } from 'sharp'
import { cardSize } from '#domain/pages/card-paths.ts'
import { escapeHtml, toLine } from '#domain/pages/page-head.ts'
import { summarize } from '#domain/pages/summarize.ts'

/** Unescaped texts, which visitors may have written. */
export type Card = {
  site: string
  /** The heading is the first one that is not in a script that the typeface lacks, or else the last one. */
  titles: readonly string[]
  /** The status of an event, such as cancelled. */
  label?: string | undefined
  lines: readonly string[]
}

/** The colours of the light theme (site/styles). */
const colours = { paper: '#fffdf8', ink: '#1b1a17', quiet: '#5c584f', highlight: '#ffc738' }
const margin = 72
const width = cardSize.width - 2 * margin
const linesEnd = 584
const linesHeight = 130
/** Lower limit of the title. */
const linesTop = linesEnd - linesHeight - 12
/** Length limits in code points. */
const longest = { title: 160, line: 90, only: 180, site: 40 }

const require = createRequire(import.meta.url)
// A TTF file, because Pango cannot read WOFF2 and the machine may have no fonts.
const font = (style: string) =>
  require.resolve(`@expo-google-fonts/familjen-grotesk/${style}/FamiljenGrotesk_${style}.ttf`)
const bold = { file: font('700Bold'), name: 'Familjen Grotesk Bold', colour: colours.ink }
const regular = { file: font('400Regular'), name: 'Familjen Grotesk', colour: colours.quiet }

/** Draws a PNG outside the main thread, in about 60 ms. */
export async function drawCard(card: Card): Promise<Buffer<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  const site = await drawText(card.site, { sizes: [40], max: longest.site, height: 60 })
  const label = await drawText(card.label ?? '', { sizes: [34], max: longest.site, height: 48 })
  const top = label ? 268 : 188
  const heading = card.titles.find(isDrawable) ?? card.titles.at(-1) ?? ''
  const others = card.lines.filter((line) => line !== heading)
  const titleSizes = [84, 70, 58, 48, 42]
  const title = await drawText(heading, { sizes: titleSizes, max: longest.title, height: linesTop - top })
  const max = others.length > 1 ? longest.line : longest.only
  const lines = await drawText(others, { sizes: [36, 32, 28], max, height: linesHeight }, regular)
  const frame = `
    <svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">
      <rect width="100%" height="100%" fill="${colours.paper}"/>
      <svg x="${margin}" y="60" width="64" height="64" viewBox="0 0 32 32">
        <rect width="32" height="32" rx="6" fill="${colours.highlight}"/>
        <path d="M9 6h15v4.6H14.2v4.1h7.6v4.6h-7.6V26H9z" fill="${colours.ink}"/>
      </svg>
      <rect x="${margin}" y="148" width="${width}" height="4" fill="${colours.ink}"/>
      ${label ? `<rect x="${margin}" y="188" width="${label.width + 32}" height="56" fill="${colours.highlight}"/>` : ''}
      <rect y="610" width="100%" height="20" fill="${colours.highlight}"/>
    </svg>`
  const texts: Array<[Text | undefined, left: number, top: number]> = [
    [site, margin + 84, 92 - (site?.height ?? 0) / 2],
    [label, margin + 16, 216 - (label?.height ?? 0) / 2],
    [title, margin, top],
    [lines, margin, linesEnd - (lines?.height ?? 0)],
  ]
  const layers = texts.flatMap(([text, left, y]): OverlayOptions[] =>
    text ? [{ input: text.png, left, top: Math.round(y) }] : [],
  )
  const png = await sharp(Buffer.from(frame))
    .composite(layers)
    .png({ palette: true, colours: 64, effort: 1 })
    .toBuffer()
  return Buffer.from(png)
}

type Text = { png: Buffer; width: number; height: number }

type Format = {
  /** In pixels, the largest first. */
  sizes: readonly number[]
  /** Maximum code points per line. */
  max: number
  height: number
}

/** Uses the largest size that fits, or crops the smallest. Undefined if no character can be drawn. */
async function drawText(
  text: string | readonly string[],
  { sizes, max, height }: Format,
  { file, name, colour } = bold,
): Promise<Text | undefined> {
  const { default: sharp } = await import('sharp')
  const lines = [text].flat().map((line) => summarize(keepDrawable(line), max))
  const written = lines.filter(Boolean).map(escapeHtml).join('\n')
  if (written === '') return undefined
  for (const [index, size] of sizes.entries()) {
    const image = sharp({
      text: {
        text: `<span foreground="${colour}" letter_spacing="${spacing(size)}">${written}</span>`,
        font: `${name} ${size}`,
        fontfile: file,
        width,
        wrap: 'word-char',
        rgba: true,
      },
    }).png()
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    if (info.height <= height) return { png: data, width: info.width, height: info.height }
    if (index < sizes.length - 1) continue
    const png = await sharp(data).extract({ left: 0, top: 0, width: info.width, height }).png().toBuffer()
    return { png, width: info.width, height }
  }
  return undefined
}

/** Letter spacing, tighter in large sizes (site/styles). In 1024ths of a pixel. */
function spacing(size: number): number {
  return size > 40 ? Math.round(-0.03 * size * 1_024) : 0
}

/** Whether the typeface has at least half of the letters. */
function isDrawable(text: string): boolean {
  const count = (written: string) => written.match(/\p{L}/gu)?.length ?? 0
  const kept = keepDrawable(text)
  return kept !== '' && count(kept) * 2 >= count(text)
}

/** Keeps only characters of our typeface, since fallback fonts differ between machines. */
function keepDrawable(text: string): string {
  const plain = text.normalize('NFC').replace(/[\u2010-\u2012\u2015]/g, '-')
  const kept = toLine(plain.replace(notInTypeface, ' '))
  if (kept === toLine(plain)) return kept
  // `, SHACK15 ( ), , SF -` becomes `SHACK15, SF`.
  return kept
    .replace(/[([“«‹]\s*[)\]”»›]/g, '')
    .replace(/(?<=[,;:·|/–—-])(?:\s+[,;:·|/–—-])+(?!\S)/g, '')
    .replace(/\s+(?=[,;:])/g, '')
    .replace(/^[\s,;:·|/–—-]+|[\s,;:·|/–—-]+$/g, '')
}

const notInTypeface =
  /[^\s\x20-\x7e\u00a1-\u00ac\u00ae-\u0131\u0134-\u0148\u014a-\u017e\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2116\u2122\u2190-\u2193\u2212\u2248\u2260\u2264\u2265\u2713]/gu
