/** The product's name, until the programme team can edit it. */
export const productName = 'founderlist'
