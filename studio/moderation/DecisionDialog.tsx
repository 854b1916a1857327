import { Box, Button, Dialog, Flex, Select, Stack, TextArea } from '@sanity/ui'
import { type SyntheticEvent, useEffect, useId } from 'react'
import { catalogue } from '#domain/listings/catalogue.ts'
import { reportReasons } from '#domain/moderation/reasons.ts'
import { Label } from '../components/Label.tsx'
import { reasonNames } from './describe.ts'
import type { ActionWithDialog, DecisionFields } from './use-decisions.ts'

type DecisionDialogProps = {
  action: ActionWithDialog
  count: number
  onClose: () => void
  onDecide: (fields: DecisionFields) => void
}

const titles = { hide: 'Hide', delete: 'Delete', move: 'Move' }

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
      header={`${titles[action]} ${count === 1 ? 'this listing' : `${count} listings`}`}
      onClose={onClose}
      onClickOutside={onClose}
      width={0}
    >
      <form onSubmit={submit}>
        <Box padding={4}>
          <Stack gap={4}>
            <Stack gap={2}>
              <Label id={choiceId} text={action === 'move' ? 'Category' : 'Reason (shown to the owner)'} />
              {action === 'move' ? (
                <Select id={choiceId} name="place">
                  {catalogue.flatMap(({ name, subcategories }) =>
                    subcategories.map((each) => (
                      <option key={`${name} ${each.name}`} value={`${name}\n${each.name}`}>
                        {name} › {each.name}
                      </option>
                    )),
                  )}
                </Select>
              ) : (
                <Select id={choiceId} name="reason">
                  {reportReasons.map((each) => (
                    <option key={each} value={each}>
                      {reasonNames[each]}
                    </option>
                  ))}
                </Select>
              )}
            </Stack>
            <Stack gap={2}>
              <Label id={whyId} text="Note for the team (optional)" />
              <TextArea id={whyId} name="why" rows={2} maxLength={500} />
            </Stack>
            <Flex gap={2} justify="flex-end">
              <Button mode="bleed" text="Cancel" onClick={onClose} />
              <Button
                type="submit"
                text={titles[action]}
                tone={action === 'delete' ? 'critical' : 'primary'}
              />
            </Flex>
          </Stack>
        </Box>
      </form>
    </Dialog>
  )
}
