import { GroqSyntaxError } from 'groq-js'
import { LakeError } from '../errors.ts'

export const queryErrors = {
  cannotRun: (reason: string) =>
    new LakeError(400, { type: 'queryEvaluationError', description: `The local Content Lake ${reason}` }),
  missingParameter: (name: string) =>
    new LakeError(400, {
      type: 'queryParameterError',
      description: `param $${name} referenced, but not provided`,
    }),
  tooLong: (limit: number) =>
    new LakeError(400, { type: 'queryTooLong', description: `A query has at most ${limit} characters` }),
  timedOut: (milliseconds: number) =>
    new LakeError(400, {
      type: 'queryTimeout',
      description: `The query was stopped after ${milliseconds / 1000} seconds`,
    }),
  syntax: (error: unknown, query: string) => {
    const position = error instanceof GroqSyntaxError ? error.position : 0
    return new LakeError(400, {
      type: 'queryParseError',
      description: error instanceof Error ? error.message : String(error),
      query,
      start: position,
      end: position,
    })
  },
}
