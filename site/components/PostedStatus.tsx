import { words } from '#domain/language.ts'

/** Tells a poster without scripts, once, that the listing is posted and how to manage it. */
export function PostedStatus() {
  const { manage, toast } = words()
  return (
    <div className="notice" role="status">
      <p>
        <strong>{toast.posted}</strong> {toast.postedText}
      </p>
      <p>{manage.keepAddress}</p>
    </div>
  )
}
