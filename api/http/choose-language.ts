import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { languageCookie, readLanguage } from '#domain/language.ts'
import { inLanguage } from '#domain/speak.ts'

/** Whatever is written for a request is in the language that its reader chose, English where none was. */
export const chooseLanguage: MiddlewareHandler = (c, next) =>
  inLanguage(readLanguage(getCookie(c, languageCookie)) ?? 'en', next)
