/** A step that an import or an export has reached. */
export type Step = { step: string; current?: number | undefined; total?: number | string | undefined }

/** Says each step once and, of a long one, every tenth part. */
export function createProgress(say: (line: string) => void): (step: Step) => void {
  let last = ''
  return ({ step, current, total }) => {
    const isLong = current !== undefined && typeof total === 'number' && total > 0
    const line = isLong ? `${step} ${Math.floor((current / total) * 10) * 10} %` : step
    if (line !== last) say(line)
    last = line
  }
}
