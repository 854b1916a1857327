import { defineField } from 'sanity'
import { countField, rangeField } from '../fields/numbers.ts'

type Facts = { pitchCallMinutes?: number; pitchMinutes?: number; questionMinutes?: number }

function checkPitchCall(facts: Facts | undefined): true | string {
  const { pitchCallMinutes: call, pitchMinutes: pitch, questionMinutes: questions } = facts ?? {}
  if (call === undefined || pitch === undefined || questions === undefined || pitch + questions === call)
    return true
  return `Pitch and questions take ${pitch + questions} minutes together, but the pitch call has ${call}`
}

const counts = [
  { name: 'months', description: 'How many in total.' },
  { name: 'events', description: 'How many in total.' },
  { name: 'eventsPerWeek', title: 'Events per week', description: 'How many in each week.' },
]

const minutes = [
  { name: 'pitchCallMinutes', title: 'Pitch call', description: 'The whole call.' },
  { name: 'pitchMinutes', title: 'Pitch', description: 'The part of the call for the pitch.' },
  { name: 'questionMinutes', title: 'Questions', description: 'The part of the call for questions.' },
  { name: 'feedbackMinutes', title: 'Feedback session', description: 'Each feedback session.' },
]

export const programmeFacts = defineField({
  name: 'facts',
  title: 'Programme figures',
  description: 'The numbers of the programme. All pages take them from here, so change them only here.',
  type: 'object',
  fieldsets: [
    { name: 'programme', title: 'Programme', options: { columns: 3 } },
    { name: 'minutes', title: 'Minutes', options: { columns: 2 } },
  ],
  fields: [
    ...counts.map((field) => countField({ ...field, fieldset: 'programme' })),
    ...minutes.map((field) => countField({ ...field, fieldset: 'minutes' })),
    rangeField({
      name: 'feedbackRounds',
      title: 'Feedback rounds',
      description: 'How many rounds of feedback founders go through.',
    }),
    rangeField({
      name: 'investorConversations',
      title: 'Investor conversations',
      description: 'How many investors founders talk to.',
    }),
  ],
  validation: (rule) => [rule.required(), rule.custom<Facts>(checkPitchCall).warning()],
})
