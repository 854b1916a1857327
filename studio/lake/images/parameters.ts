import * as z from 'zod'
import { lakeErrors } from '../http/errors.ts'

/** Pixels of the longest side that is made. */
export const longestSide = 8192

const number = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,12})?$/)
  .transform(Number)
const side = number.refine((value) => value >= 1).transform(Math.round)
const share = number.refine((value) => value <= 1)

const edges = ['top', 'bottom', 'left', 'right', 'center', 'focalpoint', 'entropy'] as const

/** What each parameter takes, in the words that follow "must be". */
const meanings = {
  w: `a width, 1 to ${longestSide}`,
  h: `a height, 1 to ${longestSide}`,
  'max-w': `a width, 1 to ${longestSide}`,
  'max-h': `a height, 1 to ${longestSide}`,
  fit: 'one of clip, crop, fill, fillmax, max, scale, min',
  crop: `one or two of ${edges.join(', ')}`,
  'fp-x': 'a number, 0 to 1',
  'fp-y': 'a number, 0 to 1',
  rect: 'left,top,width,height in whole pixels',
  fm: 'one of jpg, pjpg, png, webp, avif',
  q: 'a quality, 0 to 100',
  dpr: 'a factor, 1 to 3',
  auto: 'format',
  bg: 'a colour: rgb, rrggbb or aarrggbb in hexadecimal digits',
  dl: 'a file name, or nothing',
} as const

const schema = z.strictObject({
  w: side.optional(),
  h: side.optional(),
  'max-w': side.optional(),
  'max-h': side.optional(),
  fit: z.enum(['clip', 'crop', 'fill', 'fillmax', 'max', 'scale', 'min']).default('clip'),
  crop: z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(z.enum(edges)).max(2))
    .optional(),
  'fp-x': share.optional(),
  'fp-y': share.optional(),
  rect: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6}){3}$/)
    .transform((value) => value.split(',').map(Number) as [number, number, number, number])
    .refine(([, , width, height]) => width > 0 && height > 0)
    .optional(),
  fm: z.enum(['jpg', 'pjpg', 'png', 'webp', 'avif']).optional(),
  q: number.refine((value) => value <= 100).optional(),
  dpr: number.refine((value) => value >= 1 && value <= 3).default(1),
  auto: z.literal('format').optional(),
  bg: z
    .string()
    .regex(/^([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i)
    .optional(),
  dl: z.string().max(200).optional(),
})

export type ImageParameters = z.output<typeof schema>

/**
 * Reads the parameters of an image's address, those of Sanity's image pipeline that sites and the Studio use.
 * Throws 400 for one that is unknown, stands twice, or has a wrong value.
 */
export function parseImageParameters(queries: Record<string, string[]>): ImageParameters {
  const twice = Object.keys(queries).find((name) => queries[name]?.length !== 1)
  if (twice !== undefined) throw lakeErrors.badRequest(`Invalid parameter ${twice}: it stands more than once`)
  const given = Object.fromEntries(Object.entries(queries).map(([name, [value]]) => [name, value]))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue?.code === 'unrecognized_keys')
    throw lakeErrors.badRequest(`Invalid parameter ${issue.keys[0]}: the local Content Lake does not know it`)
  const name = issue?.path[0] as keyof typeof meanings
  throw lakeErrors.badRequest(`Invalid parameter ${name}: it must be ${meanings[name]}`)
}

/** True where the original file is what is asked for: `dl` and `dpr` alone change nothing in it. */
export function asksForOriginal({
  fit: _fit,
  dpr: _dpr,
  dl: _dl,
  auto: _auto,
  ...others
}: ImageParameters): boolean {
  return Object.values(others).every((value) => value === undefined)
}
