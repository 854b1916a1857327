import { plural, words } from '#domain/language.ts'

export function describeWait(seconds: number): string {
  return plural(words().answers.minutes, Math.ceil(seconds / 60))
}
