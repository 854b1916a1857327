import { useStore } from '@nanostores/react'
import { Refusal } from '../components/listings/Refusal.tsx'
import { $editing, $said } from '../stores/managed-listings.ts'

/** While a listing is edited, its form shows the fault. */
export function Said() {
  const said = useStore($said)
  const isEditing = useStore($editing) !== undefined
  return (
    <div className="said">
      <p role="status">{said && !said.isFault ? said.text : ''}</p>
      {said?.isFault && !isEditing && <Refusal message={said.text} />}
    </div>
  )
}
