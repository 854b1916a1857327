/** A step or a fault, for whoever started the program. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
