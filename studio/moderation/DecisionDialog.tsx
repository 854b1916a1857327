import { Box, Button, Dialog, Flex, Select, Stack, Text, TextArea } from '@sanity/ui'
import { useEffect, useId, useState } from 'react'
import { catalogue, findCategory } from '#domain/listings/catalogue.ts'
import { type ReportReason, reportReasons } from '#domain/moderation/reasons.ts'
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
  const [reason, setReason] = useState<ReportReason>('scam')
  const [why, setWhy] = useState('')
  const [category, setCategory] = useState(catalogue[0]?.name ?? '')
  const within = findCategory(category)
  const [subcategory, setSubcategory] = useState(within?.subcategories[0]?.name ?? '')
  const [reasonId, whyId, categoryId, subcategoryId] = [useId(), useId(), useId(), useId()]
  // Moves the focus to the first field: the dialog itself focuses its close button.
  useEffect(() => {
    const timer = setTimeout(() => document.querySelector<HTMLElement>('#decision select')?.focus())
    return () => clearTimeout(timer)
  }, [])
  const title = `${titles[action]} ${count === 1 ? 'this listing' : `${count} listings`}`

  return (
    <Dialog id="decision" header={title} onClose={onClose} onClickOutside={onClose} width={0}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onDecide(action === 'move' ? { category, subcategory, why } : { reason, why })
        }}
      >
        <Box padding={4}>
          <Stack gap={4}>
            {action === 'move' ? (
              <>
                <LabelledField id={categoryId} label="Category">
                  <Select
                    id={categoryId}
                    value={category}
                    onChange={({ currentTarget: { value } }) => {
                      setCategory(value)
                      setSubcategory(findCategory(value)?.subcategories[0]?.name ?? '')
                    }}
                  >
                    {catalogue.map(({ name }) => (
                      <option key={name}>{name}</option>
                    ))}
                  </Select>
                </LabelledField>
                <LabelledField id={subcategoryId} label="Subcategory">
                  <Select
                    id={subcategoryId}
                    value={subcategory}
                    onChange={({ currentTarget: { value } }) => setSubcategory(value)}
                  >
                    {within?.subcategories.map(({ name }) => (
                      <option key={name}>{name}</option>
                    ))}
                  </Select>
                </LabelledField>
              </>
            ) : (
              <LabelledField id={reasonId} label="Reason (shown to the owner)">
                <Select
                  id={reasonId}
                  value={reason}
                  onChange={({ currentTarget: { value } }) => setReason(value as ReportReason)}
                >
                  {reportReasons.map((each) => (
                    <option key={each} value={each}>
                      {reasonNames[each]}
                    </option>
                  ))}
                </Select>
              </LabelledField>
            )}
            <LabelledField id={whyId} label="Note for the team (optional)">
              <TextArea
                id={whyId}
                rows={2}
                maxLength={500}
                value={why}
                onChange={({ currentTarget: { value } }) => setWhy(value)}
              />
            </LabelledField>
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

function LabelledField({ id, label, children }: { id: string; label: string; children: React.ReactNode }) {
  return (
    <Stack gap={2}>
      <Text as="label" htmlFor={id} size={1} weight="semibold">
        {label}
      </Text>
      {children}
    </Stack>
  )
}
