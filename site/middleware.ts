import { defineMiddleware } from 'astro:middleware'
import type { ContentSettings } from '#domain/content/content-settings.ts'
import { readAddress } from '#domain/language.ts'
import { toDay, toMonth } from '#domain/pacific.ts'
import { hasPassed } from '#domain/programme/dates.ts'
import { inLanguage } from '#domain/in-language.ts'
import { createContent } from './lib/content/content.ts'

/** Keeps the error of a failed page for the publisher: Astro would log it and render an error page. */
export const onRequest = defineMiddleware(async ({ locals, url }, next) => {
  locals.content ??= createContent(readContentSettings(process.env))
  // Only the development server gets addresses with a language: the publisher renders paths without one.
  const { language, path } = readAddress(url.pathname)
  locals.language ??= language
  locals.readMonth ??= () => toMonth(toDay(new Date()))
  locals.isPast ??= (day) => hasPassed(day, new Date())
  try {
    return await inLanguage(locals.language, () =>
      next(path === url.pathname ? undefined : path + url.search),
    )
  } catch (error) {
    locals.fault = error
    if (import.meta.env.DEV) throw error
    return new Response(null, { status: 500 })
  }
})

/** For the development server. Throws if the project or the dataset is missing. */
function readContentSettings(variables: NodeJS.ProcessEnv): ContentSettings {
  const { SANITY_PROJECT_ID, SANITY_DATASET, SANITY_API_HOST, SANITY_READ_TOKEN } = variables
  if (!SANITY_PROJECT_ID || !SANITY_DATASET)
    throw new Error('SANITY_PROJECT_ID and SANITY_DATASET must be set, so that pages find their content')
  return {
    projectId: SANITY_PROJECT_ID,
    dataset: SANITY_DATASET,
    ...(SANITY_API_HOST && { apiHost: SANITY_API_HOST }),
    ...(SANITY_READ_TOKEN && { token: SANITY_READ_TOKEN }),
    perspective: 'published',
  }
}
