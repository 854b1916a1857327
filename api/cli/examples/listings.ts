import { catalogue, locations } from '#domain/listings/catalogue.ts'
import type { Details } from '#domain/listings/details.ts'
import type { ListingInput } from '#domain/listings/listing.ts'

type Text = [title: string, description: string]

/** Three listings for each subcategory, by category. */
const texts: Record<string, (name: string) => [Text, Text, Text]> = {
  community: (name) => [
    [
      `${name}: weekly coffee for founders`,
      'Wednesdays at nine, eight seats, no pitches before the second cup.',
    ],
    [
      `Looking for others who care about ${name}`,
      'We are three people who meet on Sundays.\nBeginners are welcome.',
    ],
    [`Reading group on ${name}`, 'One paper a week, one hour, somebody always brings cookies.'],
  ],
  housing: (name) => [
    [
      `${name}: a room near the Mission`,
      'Fast internet, a quiet street, a desk by the window.\nFour months or longer.',
    ],
    [
      `${name}: two founders, one kitchen`,
      'We cook on Fridays after the demo. Bring your own standing desk.',
    ],
    [`${name}, available next month`, 'Ten minutes to the train. A cat lives here and has opinions.'],
  ],
  founders: (name) => [
    [
      `${name}: technical founder, hardware`,
      'I have built sensors for eight years and want to build a company now.',
    ],
    [`${name}: an hour of honest feedback`, 'Bring what you have. I will say what I did not understand.'],
    [`Notes on ${name} from a first raise`, 'What worked, what did not, and the spreadsheet.'],
  ],
  investors: (name) => [
    [
      `${name}: first cheques for climate software`,
      'Write two paragraphs and attach nothing. An answer within a week.',
    ],
    [`${name}: office hours on Thursdays`, 'Fifteen minutes each, four in a row, on video.'],
    [`A short list for ${name}`, 'Who answers mail, who likes hardware, who leads.'],
  ],
  services: (name) => [
    [`${name} for teams of two to ten`, 'A fixed price for the first month, so that both sides can stop.'],
    [`${name}, evenings and weekends`, 'Ten years of it in companies, now for founders.'],
    [`Free half hour of ${name}`, 'For anyone within a month of a demo day.'],
  ],
  jobs: (name) => [
    [
      `First ${name} hire, seed stage`,
      'Six people in a former bakery.\nSalary and shares are in the first mail.',
    ],
    [`${name}, four days a week`, 'Remote on Mondays. We ship on Fridays.'],
    [`${name} intern for the summer`, 'Paid, with a desk, a mentor and a project that goes live.'],
  ],
  'chat groups': (name) => [
    [`${name}: a group of forty`, 'Quiet in the day, lively at night. Ask for the link.'],
    [`${name}: one thread a week`, 'Somebody asks, everybody answers, nobody sells.'],
    [`${name} in New York`, 'The same people, one time zone on.'],
  ],
  resumes: (name) => [
    [`${name}, five years, two startups`, 'Left one before it was bought and one after it was not.'],
    [`${name} seeks a first role in a small team`, 'A portfolio and two people who will vouch for me.'],
    [`${name}, available from next month`, 'Contract or permanent, either city.'],
  ],
  gigs: (name) => [
    [`${name}: two weeks of data cleaning`, 'Half a million rows, a clear goal, paid on delivery.'],
    [`${name}: advice on a first sales hire`, 'Two calls a month for a quarter.'],
    [`${name}: find the bug that eats our memory`, 'A reproduction is in the repository. Paid per finding.'],
  ],
}

/** Details of the first listing of each subcategory, by category. */
const details: Record<string, Details> = {
  housing: { price: 1_400, pricePeriod: 'month' },
  jobs: { payFrom: 120_000, payTo: 160_000, payCurrency: 'USD', payPeriod: 'year' },
}

/** Marked as examples in their text. */
export function makeExampleListings(): ListingInput[] {
  return catalogue.flatMap(({ name: category, subcategories }) =>
    subcategories.flatMap(({ name: subcategory }) =>
      (texts[category]?.(subcategory) ?? []).map(([title, description], index) => ({
        category,
        subcategory,
        title,
        description: `${description}\n\nThis is an example: nobody posted it.`,
        contact: 'example@example.org',
        location: locations[(index + subcategory.length) % locations.length] ?? 'SF',
        ...(index === 0 && details[category]),
      })),
    ),
  )
}
