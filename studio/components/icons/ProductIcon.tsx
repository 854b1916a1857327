/** The same as site/public/favicon.svg. */
export function ProductIcon() {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="1em" height="1em" aria-hidden="true">
      <rect width="32" height="32" rx="6" fill="#0b3fb8" />
      <path d="M9 8h14v4H14v3h7v4h-7v6H9z" fill="#fff" />
    </svg>
  )
}
