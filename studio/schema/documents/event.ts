import { CalendarIcon } from '@sanity/icons/Calendar'
import { defineField, defineType, type ImageValue, type ValidationContext } from 'sanity'
import { eventLanguages, type EventStatus, eventTypes, neighborhoods, topics } from '#domain/events/event.ts'
import { capitalize } from '../../components/capitalize.ts'
import { LocationInput } from '../../components/inputs/LocationInput.tsx'
import { listMissingPlaces } from '../../components/inputs/place-text.ts'
import { PhotoInput } from '../../components/inputs/PhotoInput.tsx'
import { describeEvent } from '../../components/previews/describe.ts'
import { secureAddressField, webAddressField } from '../fields/addresses.ts'
import { checkDistance, checkEnd, checkReadable, pacificTime } from '../fields/event-start.ts'
import { limits, selectFields } from '../fields/field-options.ts'
import { importedField, suggestedField } from '../fields/imported.ts'
import { inTab } from '../fields/languages.ts'
import { choiceField, choicesField } from '../fields/lists.ts'
import { acceptedFormats, checkFormat } from '../objects/figure.ts'
import { checkText, lineField, linesField, nameField } from '../fields/text.ts'

const checkLocation = checkText({ title: 'Location', maximum: limits.line, lines: 'one' })

function checkAsset(image: ImageValue | undefined): true | string {
  return image === undefined || image.asset !== undefined || 'Choose the picture, or clear the field'
}

function checkFormerDate(former: string | undefined, { document }: ValidationContext): true | string {
  if (document?.['status'] !== 'rescheduled') return true
  if (former === undefined) return 'Enter the former date: people have it in their calendars'
  if (former !== document['date']) return true
  return 'This is the new date: choose the one that people have in their calendars'
}

function checkField(date: string | undefined, { document }: ValidationContext): true | string {
  return checkReadable(date, document as { allDay?: boolean })
}

/** The filters of the events screen search the location. */
function checkNeighborhood(location: string | undefined, { document }: ValidationContext): true | string {
  const missing = listMissingPlaces(location, [document?.['neighborhood'] as string | undefined])
  if (location === undefined || missing.length === 0) return true
  return `The location does not name ${missing[0]}: visitors who filter by it will not find the event`
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export const event = defineType({
  name: 'event',
  title: 'Event',
  description: 'One date in the calendar of the site.',
  type: 'document',
  icon: CalendarIcon,
  groups: [
    { name: 'basics', title: 'What, when, where', default: true },
    { name: 'details', title: 'Details' },
    { name: 'filters', title: 'Topics and types' },
  ],
  fields: [
    ...inTab('basics', [
      nameField({ name: 'title', description: 'The name of the event as visitors see it in every list.' }),
      defineField({
        name: 'date',
        title: 'Date and time',
        description: 'When it begins, always in San Francisco time, wherever you are.',
        ...pacificTime,
        validation: (rule) => [
          rule.required().custom(checkField),
          rule.custom((date: string | undefined) => checkDistance(date, new Date())).warning(),
        ],
      }),
      defineField({
        name: 'allDay',
        title: 'All day',
        description: 'The event takes whole days: visitors see no time.',
        type: 'boolean',
        options: { layout: 'checkbox' },
      }),
      defineField({
        name: 'end',
        description:
          'When it ends, in San Francisco time. An event of several days is listed on each of them. Leave it empty if it is not known.',
        ...pacificTime,
        validation: (rule) => [
          rule.custom(checkField),
          rule.custom((end: string | undefined, { document }) =>
            checkEnd(end, document as { date?: string; allDay?: boolean }),
          ),
        ],
      }),
      defineField({
        name: 'status',
        description: 'A cancelled event stays in the calendar, struck through, so that people learn of it.',
        type: 'string',
        initialValue: 'scheduled',
        options: {
          list: [
            { value: 'scheduled', title: 'Takes place as planned' },
            { value: 'cancelled', title: 'Cancelled' },
            { value: 'postponed', title: 'Postponed, without a new date yet' },
            { value: 'rescheduled', title: 'Rescheduled: “Date and time” is the new one' },
            { value: 'online', title: 'Moved online' },
          ] satisfies Array<{ value: EventStatus | 'scheduled'; title: string }>,
        },
      }),
      defineField({
        name: 'formerDate',
        title: 'Former date',
        description: 'When it was planned before, so that people who noted that date see the change.',
        ...pacificTime,
        hidden: ({ document }) => document?.['status'] !== 'rescheduled',
        validation: (rule) => [rule.custom(checkField), rule.custom(checkFormerDate).warning()],
      }),
      lineField({
        name: 'organizers',
        description: 'Who organizes the event, as visitors read it: names separated by commas.',
      }),
      defineField({
        name: 'venueRef',
        title: 'Venue',
        description:
          'If the event is at one of these venues, choose it: visitors see its address and a map, and an empty location gets its name.',
        type: 'reference',
        to: [{ type: 'venue' }],
      }),
      defineField({
        name: 'location',
        description:
          'Where to go, as visitors read it, after the name of the chosen venue if that is missing here. They filter events by the venue and neighborhood named in it.',
        type: 'string',
        components: { input: LocationInput },
        validation: (rule) => [
          rule.required().custom(checkLocation),
          rule.custom(checkNeighborhood).warning(),
        ],
      }),
      choiceField({
        name: 'neighborhood',
        description: 'Where in the area the event is. A button below the location adds the name to it.',
        choices: [...neighborhoods.filter((name) => name !== 'Other').toSorted(), 'Other'],
      }),
      lineField({
        name: 'address',
        description:
          'Street and city, for maps and calendars, such as “44 Tehama St, San Francisco”. Leave it empty to use the venue’s.',
        optional: true,
      }),
    ]),
    ...inTab('details', [
      linesField({
        name: 'description',
        description: 'What happens there, as plain text. Line breaks stay as you type them.',
        recommendedLength: limits.text,
        rows: 8,
        optional: true,
      }),
      defineField({
        name: 'image',
        description: 'Shown on the event’s page. Leave it out if there is none.',
        type: 'image',
        options: { hotspot: true, accept: acceptedFormats },
        components: { input: PhotoInput },
        fields: [
          lineField({
            name: 'alt',
            title: 'Alternative text',
            description: 'What the image shows, for people who do not see it, including all text in it.',
          }),
        ],
        validation: (rule) => [rule.custom(checkAsset), rule.custom(checkFormat)],
      }),
      webAddressField({
        name: 'url',
        title: 'Link',
        description: 'The event’s own page, where people register. It begins with https:// or http://.',
      }),
      webAddressField({
        name: 'organizerUrl',
        title: 'Organizer’s page',
        description: 'A page about the organizers, such as their own website.',
      }),
      ...(['Recording', 'Slides'] as const).map((title) =>
        secureAddressField({
          name: `${title.toLowerCase()}Url`,
          title,
          description: 'The page shows this link once the event is over. It begins with https://.',
          optional: true,
        }),
      ),
      defineField({
        name: 'language',
        description: 'The language in which the event is held.',
        type: 'string',
        options: {
          list: eventLanguages.map((value) => ({
            value,
            title: capitalize(languageNames.of(value) ?? value),
          })),
        },
      }),
      lineField({
        name: 'series',
        description: 'Events with the same text here belong together. “Repeat weekly” fills it in.',
        optional: true,
      }),
      lineField({
        name: 'price',
        description: 'As visitors read it: “Free”, “$20”, “$10-25”. Leave it empty if it is not known.',
        recommendedLength: 40,
        optional: true,
      }),
      lineField({
        name: 'registrationType',
        title: 'Registration',
        description: 'How people get in, such as “RSVP”, “Approval required” or “Open”.',
        recommendedLength: 40,
        optional: true,
      }),
    ]),
    ...inTab('filters', [
      choicesField({
        name: 'topics',
        description: 'What it is about. Choose the few that fit; visitors filter by them.',
        choices: topics,
      }),
      choicesField({
        name: 'types',
        description: 'What kind of event it is. Choose the few that fit; visitors filter by them.',
        choices: eventTypes,
      }),
    ]),
    suggestedField,
    importedField,
  ],
  orderings: [
    { name: 'soonest', title: 'Soonest first', by: [{ field: 'date', direction: 'asc' }] },
    { name: 'latest', title: 'Latest first', by: [{ field: 'date', direction: 'desc' }] },
    { name: 'title', title: 'Title', by: [{ field: 'title', direction: 'asc' }] },
  ],
  preview: {
    select: selectFields('title', 'date', 'allDay', 'location', 'organizers', 'status', 'image'),
    prepare: ({ title, image, ...rest }) => ({
      title: title ?? 'Event without a title',
      subtitle: describeEvent(rest),
      media: image,
    }),
  },
})
