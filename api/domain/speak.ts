import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, speakBy } from '#domain/language.ts'
import { en, type Words } from '#domain/words/en.ts'
import { es } from '#domain/words/es.ts'
import { fr } from '#domain/words/fr.ts'

export const dictionaries: Record<Language, Words> = { en, es, fr }

const spoken = new AsyncLocalStorage<Language>()

function read(): Language {
  return spoken.getStore() ?? 'en'
}

speakBy({ readLanguage: read, readWords: () => dictionaries[read()] })

/** `act` and all that it starts write in this language. */
export function inLanguage<Result>(language: Language, act: () => Result): Result {
  return spoken.run(language, act)
}
