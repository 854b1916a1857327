import { plural, messages } from '#domain/language.ts'
import { readBackupCode, writeBackupCode } from '../../lib/listings/backup-code.ts'
import type { ManageKey } from '../../lib/listings/manage-keys.ts'
import { addManageKeys } from '../../stores/manage-keys.ts'
import { showStatus } from '../../stores/managed-listings.ts'
import { BackupCode } from '../BackupCode.tsx'

export function Transfer({ manageKeys }: { manageKeys: ManageKey[] }) {
  const code = manageKeys.length > 0 ? writeBackupCode(manageKeys) : undefined

  function add(pasted: string) {
    const listings = readBackupCode(pasted)
    const added = addManageKeys(listings)
    showStatus(describeAdded(added, listings.length - added))
  }

  return (
    <section aria-labelledby="transfer" className="transfer">
      <h3 id="transfer">{messages().managed.transfer}</h3>
      <p className="quiet">{messages().managed.transferText}</p>
      <BackupCode code={code} label={messages().managed.add} onUse={add} />
    </section>
  )
}

function describeAdded(added: number, known: number): string {
  const { added: forms, addedAndKnown } = messages().managed
  return known === 0 ? plural(forms, added) : plural(addedAndKnown, added, { known })
}
