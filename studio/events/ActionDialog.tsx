import { Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { startTransition, useActionState, useEffect, useId, useState } from 'react'
import { Label } from '../components/Label.tsx'
import { Notice } from '../components/Notice.tsx'

type ActionDialogProps = {
  confirm: string
  loadText: () => Promise<string>
  field?: { label: string; type: 'date' | 'number'; initial: string } | undefined
  onCancel: () => void
  /** Throws an Error with a message for the editor. */
  onConfirm: (value: string) => Promise<void>
}

const describeError = (error: unknown) => ({ fault: (error as Error).message })

export function ActionDialog({ confirm, loadText, field, onCancel, onConfirm }: ActionDialogProps) {
  const [value, setValue] = useState(field?.initial ?? '')
  const [loaded, setLoaded] = useState<{ text?: string; fault?: string }>({})
  const [{ fault = loaded.fault }, submit, isRunning] = useActionState<{ fault?: string }>(
    () => onConfirm(value).then(() => ({}), describeError),
    {},
  )
  const id = useId()

  // Runs once: the text does not change while the dialog is open.
  useEffect(() => {
    void loadText()
      .then((text) => ({ text }), describeError)
      .then(setLoaded)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return (
    <form
      onSubmit={(event) => {
        // Not as the action of the form, which would reset the field.
        event.preventDefault()
        startTransition(submit)
      }}
    >
      <Stack gap={4}>
        <Text size={1}>{loaded.text}</Text>
        {field && (
          <Stack gap={2}>
            <Label id={id} text={field.label} />
            <TextInput
              id={id}
              type={field.type}
              value={value}
              onChange={({ currentTarget }) => setValue(currentTarget.value)}
            />
          </Stack>
        )}
        {fault !== undefined && !isRunning && <Notice text={fault} tone="critical" />}
        <Flex gap={2} justify="flex-end">
          <Button mode="bleed" text="Close" onClick={onCancel} />
          <Button disabled={isRunning} text={confirm} tone="primary" type="submit" />
        </Flex>
      </Stack>
    </form>
  )
}
