/** As the API answers: with the optional fields, such as the pay, beside the others. */
export function toListing<Row extends { details: unknown }>({ details, ...listing }: Row) {
  return Object.assign(listing, details)
}
