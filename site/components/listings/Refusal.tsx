export function Refusal({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p className="fault" role="alert">
      {message}
    </p>
  )
}
