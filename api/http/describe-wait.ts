import { plural, messages } from '#domain/language.ts'

export function describeWait(seconds: number): string {
  return plural(messages().answers.minutes, Math.ceil(seconds / 60))
}
