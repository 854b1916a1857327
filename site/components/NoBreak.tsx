import { Children, type ReactNode } from 'react'

/** `15-minute`, `pre-accelerator`. */
const compound = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu

type NoBreakProps = {
  text: string
  /** In the order of the text. Default: its hyphenated compounds. */
  parts?: readonly string[]
}

/** Prevents line breaks within these parts, unless a part is longer than a line. */
export function NoBreak({ text, parts = text.match(compound) ?? [] }: NoBreakProps) {
  const nodes: ReactNode[] = []
  let end = 0
  for (const part of parts) {
    const start = text.indexOf(part, end)
    if (start < 0 || part === '') continue
    nodes.push(
      text.slice(end, start),
      <span key={start} className="no-break">
        {part}
      </span>,
    )
    end = start + part.length
  }
  return [...nodes, text.slice(end)]
}

/** Wraps those children that are text in `NoBreak`. */
export function keepCompoundsTogether(children: ReactNode): ReactNode {
  return Children.map(children, (child) => (typeof child === 'string' ? <NoBreak text={child} /> : child))
}
