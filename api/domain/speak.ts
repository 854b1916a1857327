import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, speakBy } from '#domain/language.ts'
import { en, type Words } from '#domain/words/en.ts'
import { es } from '#domain/words/es.ts'
import { fr } from '#domain/words/fr.ts'

/** Every word of the interface. */
export const dictionaries: Record<Language, Words> = { en, es, fr }

const spoken = new AsyncLocalStorage<Language>()

function read(): Language {
  return spoken.getStore() ?? 'en'
}

speakBy({ readLanguage: read, readWords: () => dictionaries[read()] })

/** Does something on the server in a language: whatever it begins writes in it, however late. */
export function inLanguage<Result>(language: Language, act: () => Result): Result {
  return spoken.run(language, act)
}
