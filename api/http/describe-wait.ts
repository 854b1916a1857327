import { plural, words } from '#domain/language.ts'

/** `a minute`, `59 minutes`: rounded up. */
export function describeWait(seconds: number): string {
  return plural(words().answers.minutes, Math.ceil(seconds / 60))
}
