import { describe, expect, it } from 'vitest'
import {
  catalogue,
  categoryPath,
  findCategory,
  findSubcategory,
  homeBlocks,
  toHeading,
  toSlug,
} from './catalogue.ts'

/** Spec, section 3, to the letter. */
const spec = `
community: activities, events, groups, local news, accelerators, crypto, AI, biotech, neuroscience, music, artists, longevity, human flourishing, robotics, wearables, XR/VR/AR/MR
housing: facebook group, hacker houses, hacker hotel, housing swap, housing wanted, rooms shared, sublets temporary
founders: apply to accelerator, cofounder matching, pitch deck reviews, weekly events, pitch templates, guides tutorials
investors: become a mentor, sponsor program, venture capital, accelerators, angels, foundations
services: coworking, fundraising help, legal, marketing pr, technical consulting, events, catering, music, content creation
jobs: engineering, design ux, product, sales biz dev, marketing
chat groups: founders, fundraising, technical, polygon ecosystem, general
resumes: engineering, design ux, product, sales biz dev, marketing
gigs: contract work, advisors wanted, bounties`

const specHome = `
community: accelerators, crypto, AI, biotech, neuroscience, music, artists, longevity, human-flourishing, robotics, wearables, XR-VR-AR-MR
founders: cofounder-matching, pitch-deck-reviews, pitch-templates, guides-tutorials
investors: venture-capital, accelerators, angels, foundations
housing: hacker-hotel, facebook-group, hacker-houses, housing-swap, housing-wanted, rooms-shared, sublets-temporary
services: coworking, fundraising-help, legal, marketing-pr, technical-consulting, events, catering, music, content-creation
jobs: engineering, design-ux, product, sales-biz-dev, marketing
gigs: contract-work, advisors-wanted, bounties
resumes: engineering, design-ux, product, sales-biz-dev, marketing`

describe('the catalogue', () => {
  it('matches the spec, in its order', () => {
    const lines = catalogue.map(
      ({ name, subcategories }) => `${name}: ${subcategories.map((s) => s.name).join(', ')}`,
    )
    expect(lines).toEqual(spec.trim().split('\n'))
  })

  it('gives the home screen its blocks in the spec’s order, by slug', () => {
    const lines = homeBlocks.map(
      ({ slug, subcategories }) => `${slug}: ${subcategories.map((s) => s.slug).join(', ')}`,
    )
    // The home screen's order of blocks: community, founders, investors, housing, services, jobs, gigs, resumes.
    expect(lines).toEqual(specHome.trim().split('\n'))
  })

  it('gives the founders and investors blocks plain links to the programme and the events', () => {
    const links = homeBlocks.flatMap(({ slug, links: own }) =>
      own.map(({ name, path }) => [slug, name, path]),
    )
    expect(links).toEqual([
      ['founders', 'apply to accelerator', '/apply'],
      ['founders', 'events', '/events'],
      ['founders', 'weekly events', '/events'],
      ['investors', 'become a mentor', '/mentors'],
      ['investors', 'sponsor program', '/sponsors'],
    ])
  })

  it.each([
    ['XR/VR/AR/MR', 'XR-VR-AR-MR'],
    ['local news', 'local-news'],
    ['a  b / c', 'a-b-c'],
    ['AI', 'AI'],
  ])('turns the name %j into the slug %j', (name, slug) => {
    expect(toSlug(name)).toBe(slug)
  })

  it.each([
    ['XR-VR-AR-MR', 'XR VR AR MR'],
    ['local-news', 'local news'],
  ])('turns the slug %j into the heading %j', (slug, heading) => {
    expect(toHeading(slug)).toBe(heading)
  })

  it.each(['chat groups', 'chat-groups', 'Chat-Groups'])('finds a category by %j', (wanted) => {
    expect(findCategory(wanted)?.name).toBe('chat groups')
  })

  it('finds a subcategory in its own category only', () => {
    const [community, jobs] = ['community', 'jobs'].map((name) => findCategory(name))
    expect(community && findSubcategory(community, 'xr-vr-ar-mr')?.name).toBe('XR/VR/AR/MR')
    expect(jobs && findSubcategory(jobs, 'music')).toBeUndefined()
  })

  it('builds paths from slugs, and escapes the characters that need it', () => {
    expect(categoryPath('community', 'XR/VR/AR/MR')).toBe('/category/community/XR-VR-AR-MR')
    expect(categoryPath('chat groups')).toBe('/category/chat-groups')
    expect(categoryPath('50%?')).toBe('/category/50%25%3F')
  })

  it('has unique slugs within each category', () => {
    for (const { subcategories } of catalogue) {
      expect(new Set(subcategories.map(({ slug }) => slug.toLowerCase())).size).toBe(subcategories.length)
    }
  })
})
