import { messages } from '#domain/language.ts'

export function PostedStatus() {
  const { manage, toast } = messages()
  return (
    <div className="notice" role="status">
      <p>
        <strong>{toast.posted}</strong> {toast.postedText}
      </p>
      <p>{manage.keepAddress}</p>
    </div>
  )
}
