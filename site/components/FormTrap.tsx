import { messages } from '#domain/language.ts'

/** A field that people do not see and machines fill in (#domain/moderation/trap.ts). */
export function FormTrap() {
  return (
    <p className="trap" aria-hidden="true">
      <label id="trap-label">
        {messages().moderation.leaveEmpty}
        <input type="text" name="leaveEmpty" tabIndex={-1} autoComplete="off" aria-labelledby="trap-label" />
      </label>
    </p>
  )
}
