import type { Messages } from '#domain/language.ts'

type SlotId = keyof Messages['programme']['slots']
/** The pages that answer questions. */
export type SlotPage = 'about' | 'apply' | 'mentors' | 'sponsors'

/** A question that has a place for its answer; its text is in `programme.slots` of the dictionaries. */
type Slot = {
  id: SlotId
  /** Beside /apply, which has them all. */
  pages: readonly SlotPage[]
  /** What a good answer looks like, for editors. */
  example: string
}

/** What founders ask before they apply, in the order of the pages. Drives the Studio's form, the pages and the checklist. */
export const slots: readonly Slot[] = [
  {
    id: 'who',
    pages: ['about', 'mentors', 'sponsors'],
    example: 'Founders with a prototype, from any country.',
  },
  { id: 'team', pages: [], example: 'Both. About half of the founders come alone.' },
  { id: 'cost', pages: ['about'], example: 'Nothing. Sponsors pay for the events.' },
  { id: 'equity', pages: ['about'], example: 'None. You keep all of your company.' },
  { id: 'hours', pages: ['about'], example: 'About six: an event, pitch practice, and your demo.' },
  {
    id: 'place',
    pages: ['about', 'mentors'],
    example: 'Calls are online. You can join from anywhere.',
  },
  { id: 'visa', pages: [], example: 'No, but we write a letter of invitation for the demo days.' },
  { id: 'dates', pages: ['about'], example: 'Twice a year. The dates of this loop are added by themselves.' },
  { id: 'reply', pages: [], example: 'Within ten days. The day of the decisions is added by itself.' },
  { id: 'refused', pages: [], example: 'We tell you why, and you may apply to the next loop.' },
  { id: 'decides', pages: ['mentors'], example: 'Two people of the team, and mentors for the investors.' },
  { id: 'deck', pages: [], example: 'The team, and the mentors of your feedback rounds. Nobody else.' },
]

export function listSlots(page: SlotPage): readonly Slot[] {
  return page === 'apply' ? slots : slots.filter(({ pages }) => pages.includes(page))
}
