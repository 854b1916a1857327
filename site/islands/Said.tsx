import { useStore } from '@nanostores/react'
import { $editing, $said } from '../stores/own-listings.ts'

/** How the last action ended. While a listing is edited, what failed is said in its form. */
export function Said() {
  const said = useStore($said)
  const isEditing = useStore($editing) !== undefined
  return (
    <div className="said">
      <p role="status">{said && !said.isFault ? said.text : ''}</p>
      {said?.isFault && !isEditing && (
        <p role="alert" className="fault">
          {said.text}
        </p>
      )}
    </div>
  )
}
