import { defineField } from 'sanity'
import { countField, rangeField } from '../fields/numbers.ts'

type Facts = { pitchCallMinutes?: number; pitchMinutes?: number; questionMinutes?: number }

function checkPitchCall(facts: Facts | undefined): true | string {
  const { pitchCallMinutes: call, pitchMinutes: pitch, questionMinutes: questions } = facts ?? {}
  if (call === undefined || pitch === undefined || questions === undefined || pitch + questions === call)
    return true
  return `Pitch and questions take ${pitch + questions} minutes together, the pitch call has ${call}`
}

const counts = [
  { name: 'months', title: 'Months', description: 'In all.' },
  { name: 'events', title: 'Events', description: 'In all.' },
  { name: 'eventsPerWeek', title: 'Events per week', description: 'In each week.' },
]

const minutes = [
  { name: 'pitchCallMinutes', title: 'Pitch call', description: 'The first call as a whole.' },
  { name: 'pitchMinutes', title: 'Pitch', description: 'Of the call, for the pitch.' },
  { name: 'questionMinutes', title: 'Questions', description: 'Of the call, for questions.' },
  { name: 'feedbackMinutes', title: 'Feedback session', description: 'Each one of them.' },
]

export const programmeFacts = defineField({
  name: 'facts',
  title: 'Programme figures',
  description:
    'The numbers of the programme. They are kept here alone, so change them here and nowhere else.',
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
