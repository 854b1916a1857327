import { PortableText, type PortableTextComponents } from '@portabletext/react'
import type { ReactNode } from 'react'
import { type Copy, localizeLink } from '../../lib/content/localize.ts'
import type { Body, BodyFigure } from '../../queries/body.ts'
import { ContentImage } from './ContentImage.tsx'

type Props = {
  body: Copy<Body>
  /** Level of its headings: one deeper than the heading above the text. */
  level?: 2 | 3 | 4
}

export function Prose({ body, level = 2 }: Props) {
  return (
    <div className="prose" lang={body.lang}>
      <PortableText
        value={settleHeadings(body.value)}
        components={components[level]}
        onMissingComponent={false}
      />
    </div>
  )
}

const components = { 2: componentsAt(2), 3: componentsAt(3), 4: componentsAt(4) }

function componentsAt(level: 2 | 3 | 4): PortableTextComponents {
  const Heading = `h${level}` as const
  const Subheading = `h${(level + 1) as 3 | 4 | 5}` as const
  return {
    block: {
      h2: ({ children }) => <Heading>{children}</Heading>,
      h3: ({ children }) => <Subheading>{children}</Subheading>,
    },
    marks: {
      link: ({ value, children }) => <Link href={String(value?.href)}>{children}</Link>,
    },
    types: { figure: ({ value }) => <Figure {...(value as BodyFigure)} /> },
    // A mark without a definition: only its text is shown.
    unknownMark: ({ children }) => children,
  }
}

function Link({ href, children }: { href: string; children: ReactNode }) {
  const isExternal = /^https?:/i.test(href)
  return (
    <a href={localizeLink(href)} {...(isExternal && { rel: 'noopener external' })}>
      {children}
    </a>
  )
}

function Figure({ picture, caption }: BodyFigure) {
  return (
    <figure>
      <ContentImage
        picture={picture}
        widths={[320, 480, 640, 960, 1280]}
        sizes="(min-width: 42rem) 40rem, calc(100vw - 2rem)"
      />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

/** A subheading before the first heading becomes a heading, so that no level is skipped. */
function settleHeadings<Item extends object>(members: readonly Item[]): Item[] {
  let hasHeading = false
  return members.map((member) => {
    const { style } = member as { style?: string }
    if (style === 'h2') hasHeading = true
    return style === 'h3' && !hasHeading ? { ...member, style: 'h2' } : member
  })
}
