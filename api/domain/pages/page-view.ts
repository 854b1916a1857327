import type { DaysAround, DaySummaries, DaySummary } from '#domain/events/event-days.ts'
import type { EmbedTheme } from '#domain/events/embed.ts'
import type { EventFilters, EventGroup } from '#domain/events/event-filters.ts'
import type { CalendarEvent, ListedEvent } from '#domain/events/event.ts'
import type { HomeCity, ListingLocation } from '#domain/listings/catalogue.ts'
import type { Listing, ListingField, ListingSummary, ManagedListing } from '#domain/listings/listing.ts'
import type { ReportReason } from '#domain/moderation/reasons.ts'
import type { SearchAnswer } from '#domain/search.ts'

/** The database cannot be read, so nothing is known of the page's record. */
type Away = { state: 'away' }
/** There is no such record. */
type Missing = { state: 'missing' }

/** A form that is shown again: what was typed, and what is wrong with it. `message` is absent where nothing was refused. */
export type FilledForm = {
  typed: Partial<Record<ListingField | 'token' | 'confirm', string | number | undefined>>
  message?: string | undefined
  faults: Partial<Record<ListingField, string>>
}

export type NewestListing = Omit<Listing, 'description' | 'contact'> & { id: string }

export type BoardSummary = {
  /** How many listings are shown, by path of their subcategory. A place without any is absent. */
  counts: Readonly<Record<string, Partial<Record<ListingLocation, number>>>>
  /** The newest of each city. */
  newest: Readonly<Record<ListingLocation, NewestListing[]>>
}

export type HomeView = {
  city: HomeCity | undefined
  /** Undefined where it cannot be read. */
  board: BoardSummary | undefined
  /** After tomorrow, within the next 7 days. Undefined where it cannot be read. */
  later: DaySummary | undefined
  /** `YYYY-MM-DD` in Pacific time. */
  today: string
  /** The month of the calendar, `YYYY-MM`. */
  month: string
  /** The days of the month, today and the six days after it. Undefined where they cannot be read. */
  days: DaySummaries | undefined
  /** Why they cannot be read. */
  fault?: string | undefined
  /** The Studio's, for the operator of a new installation on this machine. */
  studioAddress?: string | undefined
  /** What a search found, or why nothing was searched. */
  results?: { text: string; answer: SearchAnswer | 'tooLong' | 'away' } | undefined
}

export type CategoryView =
  | Away
  /** Neither the catalogue nor a listing has it. `near`: places of the catalogue with a name like it. */
  | { state: 'missing'; near: Array<{ category: string; subcategory?: string }> }
  | {
      state: 'shown'
      /** As they stand in the path. */
      category: string
      subcategory: string | undefined
      city: ListingLocation | undefined
      listings: ListingSummary[]
      /** The page begins with an older listing than the newest. */
      isOlder: boolean
      /** The address of the page with the next listings. */
      next: string | undefined
    }

export type ListingView =
  | Away
  | Missing
  | {
      state: 'shown'
      id: string
      listing: Listing
      /** ISO 8601 in UTC, null where it never expires. */
      expiresAt: string | null
      /** The newest others of its subcategory and city. */
      more: ListingSummary[]
      isPosted: boolean
    }
  /** Held or hidden: only its manage link shows more. */
  | { state: 'withheld'; id: string; isPosted: boolean }
  /** `expiredAt` is ISO 8601 in UTC. */
  | { state: 'expired'; id: string; expiredAt: string }
  /** Its manage form, for its owner. Without `hasFields` it asks for the code. */
  | ({ state: 'form'; id: string; form: FilledForm; hasFields: boolean } & Pick<
      ManagedListing,
      'withheld' | 'event'
    >)

export type EventListView =
  | Away
  | {
      state: 'shown'
      /** That of the path, and how many events it has, filters aside. */
      day: string | undefined
      dayCount: number | undefined
      filters: EventFilters
      /** How many events the filters keep, in words. */
      count: string
      /** The events of this page. */
      groups: Array<EventGroup<ListedEvent>>
      today: string
      /** Of a list that nothing but its day narrows. */
      around: DaysAround | undefined
      /** Origins that may show the list in a frame; absent where all may. */
      embedSites?: readonly string[] | undefined
      /** Which page of the list this is, from 1. */
      number: number
      /** The addresses of the pages before and after this one. */
      previous: string | undefined
      next: string | undefined
    }

/** The list of coming events in a frame of another site. `calendar` is the address of the events page that shows the same. */
export type EmbedView = { theme: EmbedTheme | undefined; calendar: string } & (
  | Away
  /** `past` is empty in each group. */
  | { state: 'shown'; groups: Array<EventGroup<ListedEvent>>; today: string }
)

/** `isPast`: its day is over in San Francisco. */
export type EventView =
  Away | Missing | { state: 'shown'; event: CalendarEvent; others: DaySummary; isPast: boolean }

export type PostView = {
  city: ListingLocation | undefined
  /** Names that the form begins with. */
  place?: { category: string; subcategory: string } | undefined
  form?: FilledForm
}

/** Of one month in San Francisco, `YYYY-MM`. */
export type MonthOfModeration = {
  month: string
  posted: number
  held: number
  refused: number
  reported: number
  removed: Partial<Record<ReportReason, number>>
  restored: number
}

/** The newest month first. */
export type TransparencyView = Away | { state: 'shown'; months: MonthOfModeration[] }

type Views = {
  home: HomeView
  category: CategoryView
  listing: ListingView
  events: EventListView
  embed: EmbedView
  event: EventView
  post: PostView
  transparency: TransparencyView
}

/**
 * The record that a page of a dynamic route shows: the API finds it, the page draws it on the server. A page that is
 * rendered without one, for a static host, reads it from the API in the browser.
 */
export type PageView = { [Page in keyof Views]: ViewOf<Page> }[keyof Views]

export type ViewOf<Page extends keyof Views> = { page: Page } & Views[Page]

/** The view of a page; undefined where it is rendered without one. Throws for another page's. */
export function findView<Page extends keyof Views>(
  page: Page,
  { view }: { view?: PageView | undefined },
): Extract<PageView, { page: Page }> | undefined {
  if (view === undefined) return undefined
  if (isOf(view, page)) return view
  throw new Error(`The page ${page} got the view of ${view.page}`)
}

function isOf<Page extends keyof Views>(
  view: PageView,
  page: Page,
): view is Extract<PageView, { page: Page }> {
  return view.page === page
}
