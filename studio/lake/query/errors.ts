import { GroqSyntaxError } from 'groq-js'
import { LakeError } from '../http/errors.ts'

/** The faults of queries. */
export const queryErrors = {
  cannotRun: (reason: string) =>
    new LakeError(400, { type: 'queryEvaluationError', description: `The local Content Lake ${reason}` }),
  missingParameter: (name: string) =>
    new LakeError(400, {
      type: 'queryParameterError',
      description: `param $${name} referenced, but not provided`,
    }),
  tooLong: (most: number) =>
    new LakeError(400, { type: 'queryTooLong', description: `A query has at most ${most} characters` }),
  tookTooLong: (milliseconds: number) =>
    new LakeError(400, {
      type: 'queryTimeout',
      description: `The query was stopped after ${milliseconds / 1000} seconds`,
    }),
  tooMuch: (most: number) =>
    new LakeError(400, {
      type: 'queryResultTooLarge',
      description: `The result is longer than ${most} characters: ask for less`,
    }),
  tooMuchMemory: () =>
    new LakeError(400, {
      type: 'queryResultTooLarge',
      description: 'The query was stopped: what it builds fills the memory. Ask for less',
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
