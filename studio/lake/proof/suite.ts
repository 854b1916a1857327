/** One test of a suite. `problem` says why it failed. */
export type Outcome = { name: string; problem?: string | undefined }

export type Suite = {
  /** The first cell of its row, in Markdown. */
  title: string
  /** A failure belongs to the first reason that matches its name and problem, on separate lines. */
  reasons: readonly [failure: RegExp, reason: string][]
  run: () => Promise<Outcome[]>
}
