type Member = { style?: string }

/** A subheading below no heading becomes a heading: a page's levels have no gap. */
export function settleHeadings<Item extends object>(members: readonly Item[]): Item[] {
  let hasHeading = false
  return members.map((member) => {
    const { style } = member as Member
    if (style === 'h2') hasHeading = true
    return style === 'h3' && !hasHeading ? { ...member, style: 'h2' } : member
  })
}
