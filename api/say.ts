/** A step of a long command, for whoever started it. The log, on standard output, is for machines. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
