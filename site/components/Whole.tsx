import { Children, type ReactNode } from 'react'

/** `15-minute`, `pre-accelerator`. */
const compound = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu

type WholeProps = {
  text: string
  /** In the order of the text. Default: its hyphenated compounds. */
  parts?: readonly string[]
}

/** Prevents line breaks within these parts, unless a part is longer than a line. */
export function Whole({ text, parts = text.match(compound) ?? [] }: WholeProps) {
  const nodes: ReactNode[] = []
  let end = 0
  for (const part of parts) {
    const start = text.indexOf(part, end)
    if (start < 0 || part === '') continue
    nodes.push(
      text.slice(end, start),
      <span key={start} className="whole">
        {part}
      </span>,
    )
    end = start + part.length
  }
  return [...nodes, text.slice(end)]
}

/** Wraps those children that are text in `Whole`. */
export function keepCompounds(children: ReactNode): ReactNode {
  return Children.map(children, (child) => (typeof child === 'string' ? <Whole text={child} /> : child))
}
