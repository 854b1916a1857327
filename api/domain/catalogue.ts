/**
 * The listing catalogue (spec, section 3): one list, from which the post form, the paths and the home
 * screen's blocks are made. This file imports nothing, so that no page pays for more than the list.
 */

export const locations = ['SF', 'NYC'] as const
export type ListingLocation = (typeof locations)[number]
export const defaultLocation: ListingLocation = 'SF'

/** `name` as people read it and as it is stored; `slug` as it stands in a path. */
export type Subcategory = { name: string; slug: string }
export type Category = Subcategory & { subcategories: readonly Subcategory[] }

/** A name as it stands in a path: each run of spaces or slashes is one hyphen, letter case is kept. */
export function toSlug(name: string): string {
  return name.replace(/[ /]+/g, '-')
}

/** What a heading shows for a path's part: hyphens become spaces (spec, section 2). */
export function toHeading(slug: string): string {
  return slug.replaceAll('-', ' ')
}

function entry(name: string): Subcategory {
  return { name, slug: toSlug(name) }
}

function category(name: string, ...subcategories: string[]): Category {
  return { ...entry(name), subcategories: subcategories.map(entry) }
}

/** Every category in the order of the post form, with its subcategories. */
export const catalogue: readonly Category[] = [
  category(
    'community',
    'activities',
    'events',
    'groups',
    'local news',
    'accelerators',
    'crypto',
    'AI',
    'biotech',
    'neuroscience',
    'music',
    'artists',
    'longevity',
    'human flourishing',
    'robotics',
    'wearables',
    'XR/VR/AR/MR',
  ),
  category(
    'housing',
    'facebook group',
    'hacker houses',
    'hacker hotel',
    'housing swap',
    'housing wanted',
    'rooms shared',
    'sublets temporary',
  ),
  category(
    'founders',
    'apply to accelerator',
    'cofounder matching',
    'pitch deck reviews',
    'weekly events',
    'pitch templates',
    'guides tutorials',
  ),
  category(
    'investors',
    'become a mentor',
    'sponsor program',
    'venture capital',
    'accelerators',
    'angels',
    'foundations',
  ),
  category(
    'services',
    'coworking',
    'fundraising help',
    'legal',
    'marketing pr',
    'technical consulting',
    'events',
    'catering',
    'music',
    'content creation',
  ),
  category('jobs', 'engineering', 'design ux', 'product', 'sales biz dev', 'marketing'),
  category('chat groups', 'founders', 'fundraising', 'technical', 'polygon ecosystem', 'general'),
  category('resumes', 'engineering', 'design ux', 'product', 'sales biz dev', 'marketing'),
  category('gigs', 'contract work', 'advisors wanted', 'bounties'),
]

function findByNameOrSlug<Entry extends Subcategory>(entries: readonly Entry[], wanted: string) {
  const slug = toSlug(wanted).toLowerCase()
  return entries.find((candidate) => candidate.slug.toLowerCase() === slug)
}

/** The category with this name or slug, letter case aside. */
export function findCategory(nameOrSlug: string): Category | undefined {
  return findByNameOrSlug(catalogue, nameOrSlug)
}

/** The subcategory of this category with this name or slug, letter case aside. */
export function findSubcategory(within: Category, nameOrSlug: string): Subcategory | undefined {
  return findByNameOrSlug(within.subcategories, nameOrSlug)
}

/** Whether listings can be posted there. Takes names or slugs. */
export function isInCatalogue(name: string, subcategoryName?: string): boolean {
  const within = findCategory(name)
  return within !== undefined && (subcategoryName === undefined || !!findSubcategory(within, subcategoryName))
}

/** The path of a category's listings, or of one of its subcategories. Takes names or slugs. */
export function categoryPath(name: string, subcategoryName?: string): string {
  const parts = subcategoryName === undefined ? [name] : [name, subcategoryName]
  return ['/category', ...parts.map((part) => encodeURIComponent(toSlug(part)))].join('/')
}

/** The home screen's blocks (spec, section 3): a view of the catalogue in an order of its own, by slug. */
const homeOrder: ReadonlyArray<[category: string, ...slugs: string[]]> = [
  [
    'community',
    'accelerators',
    'crypto',
    'AI',
    'biotech',
    'neuroscience',
    'music',
    'artists',
    'longevity',
    'human-flourishing',
    'robotics',
    'wearables',
    'XR-VR-AR-MR',
  ],
  ['founders', 'cofounder-matching', 'pitch-deck-reviews', 'pitch-templates', 'guides-tutorials'],
  ['investors', 'venture-capital', 'accelerators', 'angels', 'foundations'],
  [
    'housing',
    'hacker-hotel',
    'facebook-group',
    'hacker-houses',
    'housing-swap',
    'housing-wanted',
    'rooms-shared',
    'sublets-temporary',
  ],
  [
    'services',
    'coworking',
    'fundraising-help',
    'legal',
    'marketing-pr',
    'technical-consulting',
    'events',
    'catering',
    'music',
    'content-creation',
  ],
  ['jobs', 'engineering', 'design-ux', 'product', 'sales-biz-dev', 'marketing'],
  ['gigs', 'contract-work', 'advisors-wanted', 'bounties'],
  ['resumes', 'engineering', 'design-ux', 'product', 'sales-biz-dev', 'marketing'],
]

function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The catalogue has no ${what}`)
  return value
}

/** The items of the home screen's blocks that are plain links. */
const homeLinks: Record<string, ReadonlyArray<{ name: string; path: string }>> = {
  founders: [
    { name: 'apply to accelerator', path: '/apply' },
    { name: 'events', path: '/events' },
    { name: 'weekly events', path: '/events' },
  ],
  investors: [
    { name: 'become a mentor', path: '/mentors' },
    { name: 'sponsor program', path: '/sponsors' },
  ],
}

export type HomeBlock = Category & { links: ReadonlyArray<{ name: string; path: string }> }

/** The home screen's blocks: each category with the subcategories and the plain links that the screen shows. */
export const homeBlocks: readonly HomeBlock[] = homeOrder.map(([slug, ...subcategorySlugs]) => {
  const whole = required(findCategory(slug), slug)
  const shown = subcategorySlugs.map((item) => required(findSubcategory(whole, item), `${slug}/${item}`))
  return { ...whole, subcategories: shown, links: homeLinks[slug] ?? [] }
})
