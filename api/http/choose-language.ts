import type { MiddlewareHandler } from 'hono'
import { findLanguage } from '#domain/language.ts'
import { inLanguage } from '#domain/speak.ts'

export const chooseLanguage: MiddlewareHandler = (c, next) =>
  inLanguage(findLanguage(c.req.header('cookie') ?? '') ?? 'en', next)
