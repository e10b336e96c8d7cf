// How a payment stands: of bills, of orders, of rooms. Apart from the bill, so that a page that shows it needs no facts of the console.
import * as z from 'zod/mini'

/** On the wire -1 failed, 0 unpaid, 1 success, 2 closed, 3 paying, 4 refunding (console specification, section 4). */
export const payState = z.enum(['failed', 'unpaid', 'paid', 'closed', 'paying', 'refunding', 'refunded'])
export type PayState = z.output<typeof payState>
