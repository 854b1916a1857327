/** The listing catalogue (spec, section 3). Pages load this file, so it imports nothing. */

export const locations = ['SF', 'NYC'] as const
export type ListingLocation = (typeof locations)[number]
export const defaultLocation: ListingLocation = 'SF'

/** `name` is stored and shown, `slug` is part of paths. */
export type Subcategory = { name: string; slug: string }
export type Category = Subcategory & { subcategories: readonly Subcategory[] }

/** Replaces each run of spaces or slashes with a hyphen and keeps letter case. */
export function toSlug(name: string): string {
  return name.replace(/[ /]+/g, '-')
}

/** Hyphens become spaces (spec, section 2). */
export function toHeading(slug: string): string {
  return slug.replaceAll('-', ' ')
}

function entry(name: string): Subcategory {
  return { name, slug: toSlug(name) }
}

function category(name: string, ...subcategories: string[]): Category {
  return { ...entry(name), subcategories: subcategories.map(entry) }
}

/** In the order of the post form. */
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

/** Ignores letter case. */
export function findCategory(nameOrSlug: string): Category | undefined {
  return findByNameOrSlug(catalogue, nameOrSlug)
}

/** Ignores letter case. */
export function findSubcategory(within: Category, nameOrSlug: string): Subcategory | undefined {
  return findByNameOrSlug(within.subcategories, nameOrSlug)
}

/** Takes names or slugs. */
export function isInCatalogue(name: string, subcategoryName?: string): boolean {
  const within = findCategory(name)
  return within !== undefined && (subcategoryName === undefined || !!findSubcategory(within, subcategoryName))
}

/** Takes names or slugs. */
export function categoryPath(name: string, subcategoryName?: string): string {
  const parts = subcategoryName === undefined ? [name] : [name, subcategoryName]
  return ['/category', ...parts.map((part) => encodeURIComponent(toSlug(part)))].join('/')
}

type HomeLink = { name: string; path: string }
type HomeRule = { name: string; without?: string[]; first?: string; links?: HomeLink[] }

/** How the home screen's blocks differ from the catalogue (spec, section 3), in their order. Names, not slugs. */
const homeRules: HomeRule[] = [
  { name: 'community', without: ['activities', 'events', 'groups', 'local news'] },
  {
    name: 'founders',
    without: ['apply to accelerator', 'weekly events'],
    links: [
      { name: 'apply to accelerator', path: '/apply' },
      { name: 'events', path: '/events' },
      { name: 'weekly events', path: '/events' },
    ],
  },
  {
    name: 'investors',
    without: ['become a mentor', 'sponsor program'],
    links: [
      { name: 'become a mentor', path: '/mentors' },
      { name: 'sponsor program', path: '/sponsors' },
    ],
  },
  { name: 'housing', first: 'hacker hotel' },
  { name: 'services' },
  { name: 'jobs' },
  { name: 'gigs' },
  { name: 'resumes' },
]

export type HomeBlock = Category & { links: readonly HomeLink[] }

export const homeBlocks: readonly HomeBlock[] = homeRules.map(({ name, without, first, links = [] }) => {
  const whole = findCategory(name)
  if (!whole) throw new Error(`The catalogue has no ${name}`)
  const shown = whole.subcategories.filter((subcategory) => !without?.includes(subcategory.name))
  const subcategories = shown.toSorted(
    (one, other) => Number(other.name === first) - Number(one.name === first),
  )
  return { ...whole, subcategories, links }
})

/** The visitor’s choice: one city, or both. */
export const homeCities = [...locations, 'both'] as const
export type HomeCity = (typeof homeCities)[number]

/** Reads `?city=` of a page. Ignores letter case; undefined for unknown values. */
export function readHomeCity(value: string | null | undefined): HomeCity | undefined {
  return homeCities.find((city) => city.toLowerCase() === value?.toLowerCase())
}

export function toOneCity(city: HomeCity | undefined): ListingLocation | undefined {
  return city === 'both' ? undefined : city
}

/** Reads `?city=` of the API and the post form. Ignores letter case; undefined for unknown values. */
export function readCity(value: string | null | undefined): ListingLocation | undefined {
  return locations.find((location) => location === value?.toUpperCase())
}
