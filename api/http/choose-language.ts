import type { MiddlewareHandler } from 'hono'
import { findLanguage } from '#domain/language.ts'
import { inLanguage } from '#domain/speak.ts'

/** Whatever is written for a request is in the language that its reader chose, English where none was. */
export const chooseLanguage: MiddlewareHandler = (c, next) =>
  inLanguage(findLanguage(c.req.header('cookie') ?? '') ?? 'en', next)
