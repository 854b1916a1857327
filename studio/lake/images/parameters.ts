import * as z from 'zod'
import { lakeErrors } from '../http/errors.ts'

/** Pixels of the longest side that is made. */
export const longestSide = 8192

const number = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,12})?$/)
  .transform(Number)
const side = number.refine((value) => value >= 1).transform(Math.round)

/** What each parameter takes, in the words that follow "must be". */
const meanings = {
  w: `a width, 1 to ${longestSide}`,
  h: `a height, 1 to ${longestSide}`,
  fit: 'one of clip, crop, fill, fillmax, max, scale',
  rect: 'left,top,width,height in whole pixels',
  fm: 'one of jpg, png, webp',
  q: 'a quality, 0 to 100',
  dpr: 'a factor, 1 to 3',
  auto: 'format',
  dl: 'a file name, or nothing',
} as const

const schema = z.strictObject({
  w: side.optional(),
  h: side.optional(),
  fit: z.enum(['clip', 'crop', 'fill', 'fillmax', 'max', 'scale']).default('clip'),
  rect: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6}){3}$/)
    .transform((value) => value.split(',').map(Number) as [number, number, number, number])
    .refine(([, , width, height]) => width > 0 && height > 0)
    .optional(),
  fm: z.enum(['jpg', 'png', 'webp']).optional(),
  q: number.refine((value) => value <= 100).optional(),
  dpr: number.refine((value) => value >= 1 && value <= 3).default(1),
  auto: z.literal('format').optional(),
  dl: z.string().max(200).optional(),
})

export type ImageParameters = z.output<typeof schema>

/**
 * Reads the parameters of an image's address, those of Sanity's image pipeline that the site and the Studio use.
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

/** True where the original file is what is asked for: `dl`, `dpr` and `fit` alone change nothing in it. */
export function asksForOriginal({ w, h, rect, fm, q }: ImageParameters): boolean {
  return [w, h, rect, fm, q].every((value) => value === undefined)
}
