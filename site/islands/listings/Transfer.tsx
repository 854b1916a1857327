import { useState } from 'react'
import { plural, messages } from '#domain/language.ts'
import { readBackupCode, writeBackupCode } from '../../lib/listings/backup-code.ts'
import type { ManageKey } from '../../lib/listings/manage-keys.ts'
import { addManageKeys } from '../../stores/manage-keys.ts'
import { showStatus } from '../../stores/managed-listings.ts'
import { CopyButton } from '../CopyButton.tsx'
import { PasteCode } from '../PasteCode.tsx'

export function Transfer({ manageKeys }: { manageKeys: ManageKey[] }) {
  const [isShown, setIsShown] = useState(false)

  function add(code: string) {
    const listings = readBackupCode(code)
    const added = addManageKeys(listings)
    showStatus(describeAdded(added, listings.length - added))
  }

  return (
    <section aria-labelledby="transfer" className="transfer">
      <h3 id="transfer">{messages().managed.transfer}</h3>
      <p className="quiet">{messages().managed.transferText}</p>
      {manageKeys.length > 0 && !isShown && (
        <button type="button" className="plain" onClick={() => setIsShown(true)}>
          {messages().managed.showCode}
        </button>
      )}
      {manageKeys.length > 0 && isShown && <OwnCode code={writeBackupCode(manageKeys)} />}
      <PasteCode name="backup-code" label={messages().managed.add} rows={3} onUse={add} />
    </section>
  )
}

function describeAdded(added: number, known: number): string {
  const { added: forms, addedAndKnown } = messages().managed
  return known === 0 ? plural(forms, added) : plural(addedAndKnown, added, { known })
}

/** Focuses the field, which replaced the focused button. */
function enter(field: HTMLTextAreaElement | null) {
  field?.focus()
  field?.select()
}

function OwnCode({ code }: { code: string }) {
  return (
    <div className="fields">
      <div className="field">
        <label htmlFor="own-code" id="own-code-label">
          {messages().managed.code}
        </label>
        <textarea
          id="own-code"
          aria-labelledby="own-code-label"
          ref={enter}
          // Chromium does not scroll to a field that is entered by Tab if all its text is selected.
          onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
          rows={3}
          readOnly
          spellCheck={false}
          value={code}
        />
      </div>
      <div className="actions">
        <CopyButton label={messages().managed.copyCode} text={code} />
      </div>
    </div>
  )
}
