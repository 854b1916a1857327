import { messages } from '#domain/language.ts'

/** Honeypot: a field that people do not see and bots fill in (#domain/moderation/spam-trap.ts). */
export function Honeypot() {
  return (
    <p className="trap" aria-hidden="true">
      <label id="trap-label">
        {messages().moderation.leaveEmpty}
        <input type="text" name="leaveEmpty" tabIndex={-1} autoComplete="off" aria-labelledby="trap-label" />
      </label>
    </p>
  )
}
