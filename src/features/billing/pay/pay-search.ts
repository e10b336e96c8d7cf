// The addresses of the payment page and of the pages that lead to it.
import * as z from 'zod/mini'
import { type PayWay, payWay } from '../../../domain/billing/pay-way.ts'
import { MOST_BOUGHT, ROW_ID } from '../../../domain/limits.ts'

const id = z.int().check(z.positive())
const orNothing = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

// One id in an address arrives as a number, several as text.
const ids = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((raw, context) => {
    const list = [...new Set(String(raw).split(',').map(Number))]
    if (list.length <= MOST_BOUGHT && list.every(each => Number.isSafeInteger(each) && each > 0)) return list
    context.issues.push({ code: 'custom', message: 'choice', input: raw })
    return z.NEVER
  }),
)

const search = z.object({
  bills: orNothing(ids),
  payment: orNothing(
    z.pipe(z.union([id, z.pipe(z.string().check(z.regex(ROW_ID)), z.transform(Number))]), id),
  ),
  way: orNothing(payWay),
})

export interface PaySearch {
  bills?: number[] | undefined
  payment?: number | undefined
  way?: PayWay | undefined
}

/** What an address of `/paypal` means. Whatever a provider has added to it is left aside. */
export function readPaySearch(raw: Readonly<Record<string, unknown>>): PaySearch {
  return z.parse(search, raw)
}

/** Address inside the router. */
export function payAddress({ bills, payment, way }: PaySearch): string {
  const parts = [
    bills && `bills=${encodeURIComponent(bills.join(','))}`,
    payment && `payment=${payment}`,
    way && `way=${way}`,
  ]
  return `/paypal?${parts.filter(Boolean).join('&')}`
}
