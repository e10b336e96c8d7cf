// What the address of an order's page says.

/** The order that is shown as a page; undefined where the list is. */
export function shownOrder({ show }: Readonly<Record<string, unknown>>): number | undefined {
  return typeof show === 'number' && Number.isSafeInteger(show) && show > 0 ? show : undefined
}
