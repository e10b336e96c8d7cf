/** What the console is called where nobody has named the site. */
export const PRODUCT_NAME = 'Gatehouse'
