import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, setMessageSource } from '#domain/language.ts'
import { en, type Messages } from '#domain/messages/en.ts'
import { es } from '#domain/messages/es.ts'
import { fr } from '#domain/messages/fr.ts'

export const dictionaries: Record<Language, Messages> = { en, es, fr }

const storage = new AsyncLocalStorage<Language>()

function read(): Language {
  return storage.getStore() ?? 'en'
}

setMessageSource({ readLanguage: read, readMessages: () => dictionaries[read()] })

/** Runs `act`, and everything it starts, with this language for `messages()` and dates. */
export function inLanguage<Result>(language: Language, act: () => Result): Result {
  return storage.run(language, act)
}
