import { useStore } from '@nanostores/react'
import { words } from '#domain/language.ts'
import { $isSlashOn, switchSlash } from '../stores/slash.ts'

/** Drawn on the server too, so that nothing moves. */
export function SlashSwitch() {
  const isOn = useStore($isSlashOn, { ssr: () => true })
  return (
    <label className="slash" id="slash-label">
      <input
        type="checkbox"
        aria-labelledby="slash-label"
        checked={isOn}
        onChange={(event) => switchSlash(event.currentTarget.checked)}
      />
      {words().search.slash}
    </label>
  )
}
