import * as z from 'zod'

/**
 * What the Studio asks for when it opens, in the words of whoever starts this Content Lake. It is handed on as it is;
 * only `connect` and `frame` mean something here: the origins that the Studio may ask, and show in a frame.
 */
export type StudioSettings = {
  connect?: readonly string[] | undefined
  frame?: readonly string[] | undefined
  [name: string]: unknown
}

const origins = z
  .array(z.string())
  .refine((list) => list.every((text) => /^https?:/.test(text) && isOrigin(text)))
  .optional()

/** JSON text to settings. */
export const studioSettingsSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('is no JSON')
      return z.NEVER
    }
  })
  .pipe(z.looseObject({ connect: origins, frame: origins }))

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
