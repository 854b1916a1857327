import { z } from 'zod'
import { describeBodyExcess } from '#domain/content/content-limits.ts'
import { count, href, list, optional, optionalLine, pictureFields, toPicture } from './parts.ts'

/** The deepest list level in the Studio's editor. */
const deepestList = 10

function sayUnknown(issue: { input?: unknown }): string {
  const { _type } = Object(issue.input) as { _type?: unknown }
  return `cannot be shown on the site: ${String(_type ?? issue.input).slice(0, 60)}`
}

/** Reports an unknown `_type`, and not the fields that it lacks. */
function ofKnownKind<Kind extends z.core.$ZodTypeDiscriminable>(kind: Kind) {
  return z.discriminatedUnion('_type', [kind], { error: sayUnknown })
}

const link = z.object({ _type: z.literal('link'), _key: z.string(), href })

const span = z.object({
  _type: z.literal('span'),
  _key: z.string(),
  text: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  marks: list(z.string()),
})

const block = z.object({
  _type: z.literal('block'),
  _key: z.string(),
  style: z
    .enum(['normal', 'h2', 'h3'])
    .nullish()
    .transform((style) => style ?? 'normal'),
  listItem: optional(z.enum(['bullet', 'number'])),
  level: optional(count.min(1).max(deepestList)),
  children: list(ofKnownKind(span)),
  markDefs: list(ofKnownKind(link)),
})

const figure = z
  .object({
    _type: z.literal('figure'),
    _key: z.string(),
    ...pictureFields,
    caption: optionalLine,
  })
  .transform(({ _type, _key, caption, ...fields }) => ({ _type, _key, caption, picture: toPicture(fields) }))

const member = z.discriminatedUnion('_type', [block, figure], { error: sayUnknown })

export type BodyMember = z.output<typeof member>
export type BodyFigure = z.output<typeof figure>

function isEmpty(one: BodyMember): boolean {
  return one._type === 'block' && one.children.every((child) => child.text.trim() === '')
}

const members = z.array(member).refine((value) => describeBodyExcess(value) === undefined, {
  error: ({ input }) => describeBodyExcess(input),
})

/** Drops the empty paragraphs that editors leave behind. Refuses a text of only such paragraphs. */
export const body = members
  .transform((value) => value.filter((one) => !isEmpty(one)))
  .refine((value) => value.length > 0, { error: 'is empty' })

export type Body = z.output<typeof body>

export const optionalBody = members
  .nullish()
  .transform((value) => (value ?? []).filter((one) => !isEmpty(one)))
