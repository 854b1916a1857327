import { z } from 'zod'
import { cleanText } from '#domain/clean-text.ts'
import { contentLimits as limits, describeExcess } from '#domain/content/content-limits.ts'
import { readAssetId } from '#domain/content/image-path.ts'
import { isLink, isSecureAddress } from '#domain/content/link.ts'
import type { ContentPicture } from '#domain/content/picture.ts'
import { roundNear } from '#domain/near-number.ts'

/** The Content Lake returns null for a field that was never filled in. */
export function optional<Part extends z.ZodType>(part: Part) {
  return part.nullish().transform((value) => value ?? undefined)
}

export function list<Item extends z.ZodType>(item: Item, maximum = Infinity) {
  return z
    .array(item)
    .max(maximum)
    .nullish()
    .transform((members) => members ?? [])
}

function shortText(maximum: number) {
  return z
    .string()
    .overwrite((value) => cleanText(value, 'many'))
    .refine((value) => value.length <= maximum || [...value].length <= maximum, {
      error: ({ input }) => describeExcess([...String(input)].length, maximum),
    })
}

export const text = shortText(limits.text).min(1)
export const line = shortText(limits.line).min(1)
export const title = shortText(limits.title).min(1)
export const sentences = shortText(limits.sentences).min(1)
const address = shortText(limits.address).min(1)

export const href = address.refine(isLink, {
  error: 'must begin with https://, http://, mailto:, tel: or “/”',
})

export const secureAddress = address.refine(isSecureAddress, { error: 'must begin with https://' })

function optionalUpTo(maximum: number) {
  return shortText(maximum)
    .nullish()
    .transform((value) => value || undefined)
}

export const optionalLine = optionalUpTo(limits.line)

export const texts = z.array(line).min(1).max(limits.lines)

/** The field in all languages, for `localize` to choose from. */
export const copyFields = (name: string) => `${name}, ${name}_es, ${name}_fr`

const lang = z.literal('en').optional()

export function copy<Part extends z.ZodType>(part: Part) {
  return z.object({ value: part, lang })
}

function dropEmpty<Rest extends object>({ value, ...rest }: { value: string | undefined } & Rest) {
  return value === undefined ? undefined : { value, ...rest }
}

export const optionalCopy = copy(optionalLine).transform(dropEmpty)
export const optionalText = copy(optionalUpTo(limits.text)).transform(dropEmpty)
export const optionalSentences = copy(optionalUpTo(limits.sentences)).transform(dropEmpty)

export const count = z
  .number()
  .overwrite((value) => roundNear(value))
  .int()
  .nonnegative()

export const range = z.object({ from: count, to: count }).refine(({ from, to }) => from <= to, {
  path: ['to'],
  error: 'must not be less than “from”',
})

export const currency = z.literal('USD')

export const period = z.literal('quarter')

export const email = shortText(limits.email)
  .min(1)
  .pipe(z.email({ error: 'must be an email address' }))

export function table<Item extends z.ZodType>(item: Item) {
  return z.array(item).min(1).max(limits.items)
}

export function items<Item extends z.ZodType>(item: Item) {
  return list(item, limits.items)
}

export const pageFields = `${copyFields('title')}, ${copyFields('description')}, ${copyFields('intro')}`

export const pageParts = { title: copy(title), description: copy(sentences) }

const fraction = z.number().nullish()

const assetId = z.string().refine((id) => readAssetId(id) !== undefined, {
  error: 'must be a JPEG, PNG, WebP or AVIF image',
})

const imageFields = {
  asset: z.object({ _ref: assetId }),
  crop: optional(z.object({ top: fraction, bottom: fraction, left: fraction, right: fraction })),
  hotspot: optional(z.object({ x: fraction, y: fraction })),
}

/** `alt` is in the language of the text around the image. */
export const pictureFields = { ...imageFields, alt: line }

type Fields = z.output<z.ZodObject<typeof pictureFields>>

export function toPicture({ asset, ...rest }: Fields): ContentPicture {
  return { assetId: asset._ref, alt: rest.alt, crop: rest.crop, hotspot: rest.hotspot }
}

export const photo = z
  .object({ ...imageFields, alt: copy(line) })
  .transform(({ alt, ...fields }) => ({ picture: toPicture({ ...fields, alt: alt.value }), lang: alt.lang }))
