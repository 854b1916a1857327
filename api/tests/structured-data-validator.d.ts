declare module '@adobe/structured-data-validator' {
  type Fault = { severity: 'ERROR' | 'WARNING'; issueMessage: string }
  /** By type. */
  type Items = Record<string, unknown[]>

  // oxlint-disable-next-line import/no-default-export
  export default class Validator {
    validate(data: { jsonld: Items; microdata: Items; rdfa: Items }): Promise<Fault[]>
  }
}
