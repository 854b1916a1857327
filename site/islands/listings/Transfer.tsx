import { plural, messages } from '#domain/language.ts'
import { readBackupCode, writeBackupCode } from '../../lib/listings/backup-code.ts'
import type { ManageKey } from '../../lib/listings/manage-keys.ts'
import { addManageKeys } from '../../stores/manage-keys.ts'
import { showStatus } from '../../stores/managed-listings.ts'
import { OwnCode, PasteCode } from '../BackupCode.tsx'

export function Transfer({ manageKeys }: { manageKeys: ManageKey[] }) {
  function add(code: string) {
    const listings = readBackupCode(code)
    const added = addManageKeys(listings)
    showStatus(describeAdded(added, listings.length - added))
  }

  return (
    <section aria-labelledby="transfer" className="transfer">
      <h3 id="transfer">{messages().managed.transfer}</h3>
      <p className="quiet">{messages().managed.transferText}</p>
      {manageKeys.length > 0 && <OwnCode code={writeBackupCode(manageKeys)} />}
      <PasteCode label={messages().managed.add} onUse={add} />
    </section>
  )
}

function describeAdded(added: number, known: number): string {
  const { added: forms, addedAndKnown } = messages().managed
  return known === 0 ? plural(forms, added) : plural(addedAndKnown, added, { known })
}
