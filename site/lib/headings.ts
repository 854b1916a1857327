/** A member of a text, as far as headings go: `h2`, and `h3` one level below it. */
type Member = { style?: string }

/** The same text where a subheading that stands below no heading is one: a page's levels have no gap. */
export function settleHeadings<Item extends object>(members: readonly Item[]): Item[] {
  let hasHeading = false
  return members.map((member) => {
    const { style } = member as Member
    if (style === 'h2') hasHeading = true
    return style === 'h3' && !hasHeading ? { ...member, style: 'h2' } : member
  })
}
