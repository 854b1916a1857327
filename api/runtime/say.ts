/** For people: standard output has the log. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
