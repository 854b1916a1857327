import { Box, Button, Dialog, Flex, Select, Stack, TextArea } from '@sanity/ui'
import { type SyntheticEvent, useEffect, useId } from 'react'
import { catalogue } from '#domain/listings/catalogue.ts'
import { reportReasons } from '#domain/moderation/reasons.ts'
import { capitalize } from '../components/capitalize.ts'
import { Label } from '../components/Label.tsx'
import { reasonNames } from './describe.ts'
import type { ActionWithDialog, DecisionFields } from './use-decisions.ts'

type DecisionDialogProps = {
  action: ActionWithDialog
  count: number
  onClose: () => void
  onDecide: (fields: DecisionFields) => void
}

type Choice = [value: string, name: string]

const reasons = reportReasons.map((reason): Choice => [reason, reasonNames[reason]])
const places = catalogue.flatMap(({ name, subcategories }) =>
  subcategories.map((each): Choice => [`${name}\n${each.name}`, `${name} › ${each.name}`]),
)

/** Asks for a reason, or the new category of a move. The owner reads the reason; only the team reads the note. */
export function DecisionDialog({ action, count, onClose, onDecide }: DecisionDialogProps) {
  const [choiceId, whyId] = [useId(), useId()]
  // Moves the focus to the first field: the dialog itself focuses its close button.
  useEffect(() => {
    const timer = setTimeout(() => document.querySelector<HTMLElement>('#decision select')?.focus())
    return () => clearTimeout(timer)
  }, [])

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const { place, ...fields } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
      string,
      string
    >
    const [category, subcategory] = place?.split('\n') ?? []
    onDecide({ ...fields, ...(place !== undefined && { category, subcategory }) })
  }

  return (
    <Dialog
      id="decision"
      header={`${capitalize(action)} ${count === 1 ? 'this listing' : `${count} listings`}`}
      onClose={onClose}
      onClickOutside={onClose}
      width={0}
    >
      <form onSubmit={submit}>
        <Box padding={4}>
          <Stack gap={4}>
            <Stack gap={2}>
              <Label id={choiceId} text={action === 'move' ? 'Category' : 'Reason (shown to the owner)'} />
              <Select id={choiceId} name={action === 'move' ? 'place' : 'reason'}>
                {(action === 'move' ? places : reasons).map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </Select>
            </Stack>
            <Stack gap={2}>
              <Label id={whyId} text="Note for the team (optional)" />
              <TextArea id={whyId} name="why" rows={2} maxLength={500} />
            </Stack>
            <Flex gap={2} justify="flex-end">
              <Button mode="bleed" text="Cancel" onClick={onClose} />
              <Button
                type="submit"
                text={capitalize(action)}
                tone={action === 'delete' ? 'critical' : 'primary'}
              />
            </Flex>
          </Stack>
        </Box>
      </form>
    </Dialog>
  )
}
