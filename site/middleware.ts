import { defineMiddleware } from 'astro:middleware'
import { findLanguage, languages } from '#domain/language.ts'
import { toDay, toMonth } from '#domain/pacific.ts'
import { inLanguage } from '#domain/speak.ts'
import { createContent } from './lib/content.ts'
import { readContentSettings } from './lib/content-settings.ts'

/** Keeps for the publisher why a page failed: Astro would log what is thrown and draw a page of it. */
export const onRequest = defineMiddleware(async ({ locals, request }, next) => {
  locals.content ??= createContent(readContentSettings(process.env))
  locals.language ??= findLanguage(request.headers.get('cookie') ?? '') ?? 'en'
  locals.languages ??= languages
  locals.readMonth ??= () => toMonth(toDay(new Date()))
  try {
    return await inLanguage(locals.language, () => next())
  } catch (error) {
    locals.fault = error
    if (import.meta.env.DEV) throw error
    return new Response(null, { status: 500 })
  }
})
