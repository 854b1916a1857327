import { PinIcon } from '@sanity/icons/Pin'
import { defineField, defineType, type GeopointValue } from 'sanity'
import { areCoordinates } from '#domain/events/event.ts'
import { webAddressField } from '../fields/addresses.ts'
import { lineField, nameField } from '../fields/text.ts'

/** The site also refuses a point with only one coordinate. */
function checkCoordinates(point: Partial<GeopointValue> | undefined): true | string {
  if (point === undefined) return true
  const { lat, lng } = point
  if (lat === undefined || lng === undefined) return 'Write both numbers, or clear both'
  return (
    areCoordinates({ latitude: lat, longitude: lng }) ||
    'The latitude is from -90 to 90, the longitude from -180 to 180'
  )
}

export const venue = defineType({
  name: 'venue',
  title: 'Venue',
  description: 'A place where events are held regularly. Changes here apply to all its events.',
  type: 'document',
  icon: PinIcon,
  fields: [
    nameField({
      name: 'name',
      description: 'As visitors know it. They read it before the location of each event at the venue.',
    }),
    lineField({
      name: 'address',
      description:
        'Street and city, for maps and calendars, such as “995 Market St, San Francisco, CA 94103”.',
      optional: true,
    }),
    defineField({
      name: 'coordinates',
      description: 'In degrees, such as 37.7955 and -122.3937, for a link to a map. Leave out the altitude.',
      type: 'geopoint',
      validation: (rule) => rule.custom(checkCoordinates),
    }),
    webAddressField({
      name: 'url',
      title: 'Link',
      description: 'The venue’s own page. It begins with https:// or http://.',
    }),
  ],
  orderings: [{ name: 'name', title: 'Name', by: [{ field: 'name', direction: 'asc' }] }],
  preview: { select: { title: 'name', subtitle: 'address' } },
})
