import * as z from 'zod'
import { lakeErrors } from '../errors.ts'

const number = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,12})?$/)
  .transform(Number)
const side = number.refine((value) => value >= 1).transform(Math.round)

/** The descriptions say what is valid: each completes the sentence "… must be". */
const schema = z.strictObject({
  w: side.optional().describe('a width in pixels'),
  h: side.optional().describe('a height in pixels'),
  fit: z.enum(['clip', 'crop', 'max']).default('clip').describe('one of clip, crop, max'),
  rect: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6}){3}$/)
    .transform((value) => value.split(',').map(Number) as [number, number, number, number])
    .refine(([, , width, height]) => width > 0 && height > 0)
    .optional()
    .describe('left,top,width,height in whole pixels'),
  fm: z.enum(['jpg', 'png', 'webp']).optional().describe('one of jpg, png, webp'),
  q: number
    .refine((value) => value <= 100)
    .optional()
    .describe('a quality, 0 to 100'),
  dpr: number
    .refine((value) => value >= 1 && value <= 3)
    .default(1)
    .describe('a factor, 1 to 3'),
  auto: z.literal('format').optional().describe('format'),
  dl: z.string().max(200).optional().describe('a file name, or nothing'),
})

export type ImageParameters = z.output<typeof schema>

/**
 * Parses the query of an image URL: the parameters of Sanity's image pipeline that the site and the Studio send.
 * Throws 400 for a parameter that is unknown, repeated or has a wrong value.
 */
export function parseImageParameters(queries: Record<string, string[]>): ImageParameters {
  const repeated = Object.keys(queries).find((name) => queries[name]?.length !== 1)
  if (repeated !== undefined) throw lakeErrors.badRequest(`Invalid parameter ${repeated}: it is repeated`)
  const given = Object.fromEntries(Object.entries(queries).map(([name, [value]]) => [name, value]))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue?.code === 'unrecognized_keys')
    throw lakeErrors.badRequest(`Invalid parameter ${issue.keys[0]}: the local Content Lake does not know it`)
  const name = issue?.path[0] as keyof typeof schema.shape
  throw lakeErrors.badRequest(`Invalid parameter ${name}: it must be ${schema.shape[name].description}`)
}

/** Whether the original file is the answer: `dl`, `dpr` and `fit` alone do not change the image. */
export function requestsOriginal({ w, h, rect, fm, q }: ImageParameters): boolean {
  return [w, h, rect, fm, q].every((value) => value === undefined)
}
