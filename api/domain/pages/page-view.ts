import type { DaysAround, DaySummaries, DaySummary } from '#domain/events/event-days.ts'
import type { EmbedTheme } from '#domain/events/embed.ts'
import type { EventFilters, EventGroup } from '#domain/events/event-filters.ts'
import type { CalendarEvent, ListedEvent } from '#domain/events/event.ts'
import type { SuggestionField, TypedSuggestion } from '#domain/events/suggestion.ts'
import type { HomeCity, ListingLocation } from '#domain/listings/catalogue.ts'
import type { Listing, ListingField, ListingSummary, ManagedListing } from '#domain/listings/listing.ts'
import type { ReportReason } from '#domain/moderation/reasons.ts'
import type { SearchAnswer } from '#domain/search.ts'

/** The database cannot be read, so the page's record is unknown. */
type Unavailable = { state: 'away' }
/** There is no such record. */
type Missing = { state: 'missing' }

/** A form that is shown again, with the typed values and their faults. `message` is absent if nothing was refused. */
export type FilledForm<Field extends string = ListingField> = {
  typed: Partial<Record<Field | 'token' | 'confirm', string | number | undefined>>
  message?: string | undefined
  faults: Partial<Record<Field, string>>
}

/** What a listing's owner has just done without scripts. `token`: the manage token, known after a post. */
export type OwnerFlash = { did: 'posted' | 'saved' | 'renewed'; token?: string }

export type NewestListing = Omit<Listing, 'description' | 'contact'> & { id: string }

/** Newest listings on the home page, for each choice of city. */
export const newestShown = 6

export type BoardSummary = {
  /** Number of shown listings, by path of the subcategory and by city. Absent if there are none. */
  counts: Readonly<Record<string, Partial<Record<ListingLocation, number>>>>
  /** The newest listings of each city, at most `newestShown`. */
  newest: Readonly<Record<ListingLocation, NewestListing[]>>
}

export type HomeView = {
  city: HomeCity | undefined
  /** Undefined if it cannot be read. */
  board: BoardSummary | undefined
  /** `first`: events after tomorrow; `count`: of all the next 7 days, as on the events page. Undefined if they cannot be read. */
  later: DaySummary | undefined
  /** `YYYY-MM-DD` in Pacific time. */
  today: string
  /** The month of the calendar, `YYYY-MM`. */
  month: string
  /** The days of the month, today and the six days after it. Undefined if they cannot be read. */
  days: DaySummaries | undefined
  fault?: string | undefined
  /** The address of the Studio, for the operator of a new installation on this machine. */
  studioAddress?: string | undefined
  /** The results of a search, or why there was no search. */
  results?: { text: string; answer: SearchAnswer | 'tooLong' | 'away' } | undefined
}

export type CategoryView =
  | Unavailable
  /** Neither in the catalogue nor in any listing. `near`: places in the catalogue with a similar name. */
  | { state: 'missing'; near: Array<{ category: string; subcategory?: string }> }
  | {
      state: 'shown'
      /** As written in the path. */
      category: string
      subcategory: string | undefined
      city: HomeCity | undefined
      listings: ListingSummary[]
      /** Whether the page begins with an older listing than the newest. */
      isOlder: boolean
      /** The address of the page with the next listings. */
      next: string | undefined
    }

export type ListingView =
  | Unavailable
  | Missing
  | {
      state: 'shown'
      id: string
      listing: Listing
      /** ISO 8601 in UTC, null if it never expires. */
      expiresAt: string | null
      /** The newest other listings of its subcategory and city. */
      more: ListingSummary[]
      flash?: OwnerFlash | undefined
    }
  /** Held or hidden: only its owner sees more. */
  | { state: 'withheld'; id: string; own?: { flash: OwnerFlash; listing: ManagedListing } | undefined }
  /** `expiredAt` is ISO 8601 in UTC. */
  | { state: 'expired'; id: string; expiredAt: string }
  /** Its manage form, for its owner. Without `hasFields` it asks for the code. */
  | ({ state: 'form'; id: string; form: FilledForm; hasFields: boolean } & Pick<
      ManagedListing,
      'withheld' | 'event'
    >)

/** `month`: `YYYY-MM`; `counts`: number of events by day, without the days that have none. */
export type MonthOfEvents = { month: string; counts: Readonly<Record<string, number>> }

export type EventListView =
  | Unavailable
  | {
      state: 'shown'
      /** The day in the path, and the number of its events before filtering. */
      day: string | undefined
      dayCount: number | undefined
      filters: EventFilters
      /** How many events the filters keep, in words. */
      count: string
      groups: Array<EventGroup<ListedEvent>>
      today: string
      /** The month of the day, else of today, and the next one. Not filtered. */
      months: MonthOfEvents[]
      /** Only for a list that is filtered by a single day and nothing else. */
      around: DaysAround | undefined
      /** Origins that may embed the list; absent if all may. */
      embedSites?: readonly string[] | undefined
      /** Which page of the list this is, from 1. */
      number: number
      /** The addresses of the pages before and after this one. */
      previous: string | undefined
      next: string | undefined
    }

/** Upcoming events in an iframe of another site. `calendar`: address of the events page with the same events. */
export type EmbedView = { theme: EmbedTheme | undefined; calendar: string } & (
  | Unavailable
  /** `past` is empty in each group. `count`: how many events the topic and type filters keep, in words. */
  | { state: 'shown'; groups: Array<EventGroup<ListedEvent>>; count: string | undefined; today: string }
)

/** `isPast`: its day is over in San Francisco. */
export type EventView =
  | Unavailable
  | Missing
  | {
      state: 'shown'
      event: CalendarEvent
      others: DaySummary
      isPast: boolean
      seriesName?: string | undefined
    }

export type PostView = {
  city: ListingLocation | undefined
  place?: { category: string; subcategory: string } | undefined
  form?: FilledForm
}

export type SuggestView =
  | Unavailable
  | Missing
  /** `found`: events to choose from, and whether the source `hasMore`. `known`: path of the event or suggestion. */
  | {
      state: 'form'
      form: FilledForm<SuggestionField>
      found?: Array<{ typed: TypedSuggestion; when: string; known: string | undefined }>
      hasMore?: boolean
    }
  /** What has become of it. `title`: of the event in the calendar. */
  | {
      state: 'shown'
      id: string
      fate: 'waiting' | 'known' | 'taken' | 'refused'
      title?: string | undefined
    }

/** Moderation figures for one month (`YYYY-MM`) in Pacific time. */
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
export type TransparencyView = Unavailable | { state: 'shown'; months: MonthOfModeration[] }

type Views = {
  home: HomeView
  category: CategoryView
  listing: ListingView
  events: EventListView
  embed: EmbedView
  event: EventView
  post: PostView
  suggest: SuggestView
  transparency: TransparencyView
}

/**
 * The data of a page with a dynamic route: the API loads it, and the server renders the page with it. A page that is
 * rendered without it, for a static host, loads it from the API in the browser.
 */
export type PageView = { [Page in keyof Views]: ViewOf<Page> }[keyof Views]

export type ViewOf<Page extends keyof Views> = { page: Page } & Views[Page]

/** The view of a page; undefined if it is rendered without one. Throws if the view is that of another page. */
export function findView<Page extends keyof Views>(
  page: Page,
  { view }: { view?: PageView | undefined },
): Extract<PageView, { page: Page }> | undefined {
  if (view && view.page !== page) throw new Error(`The page ${page} got the view of ${view.page}`)
  return view as Extract<PageView, { page: Page }> | undefined
}
