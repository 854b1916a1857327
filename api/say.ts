/** For people, on standard error. Standard output has the log. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
