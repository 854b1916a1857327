import * as z from 'zod'

/**
 * Settings that the lake passes on to the Studio. The lake itself reads only `connect` and `frame`: the origins that the
 * Studio may fetch from and show in a frame.
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
