export function Away({ heading, text }: { heading: string; text: string }) {
  return (
    <>
      <h1>{heading}</h1>
      <p role="alert">{text}</p>
    </>
  )
}
