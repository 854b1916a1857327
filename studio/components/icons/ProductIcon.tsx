/** The same as site/public/favicon.svg. */
export function ProductIcon() {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="1em" height="1em" aria-hidden="true">
      <rect width="32" height="32" rx="6" fill="#ffc738" />
      <path d="M9 6h15v4.6H14.2v4.1h7.6v4.6h-7.6V26H9z" fill="#1b1a17" />
    </svg>
  )
}
