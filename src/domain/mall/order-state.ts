// How far an order has come. Apart from the order, so that a page that shows it needs no facts of the console.
import * as z from 'zod/mini'

export const orderState = z.enum(['unpaid', 'paid', 'shipped', 'completed', 'closed'])
export type OrderState = z.output<typeof orderState>
