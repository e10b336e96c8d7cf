// What an address of `/packageList` means: the SIM card it is about, by its own number or by its device.
import * as z from 'zod/mini'
import { iccid } from '../../../domain/billing/sim-card.ts'
import { imei } from '../../../domain/fields.ts'

const asText = z.pipe(z.union([z.string(), z.number()]), z.transform(String))
const upper = z.pipe(
  asText,
  z.transform(text => text.toUpperCase()),
)

const search = z.object({
  iccid: z.catch(z.optional(z.pipe(upper, iccid)), undefined),
  imei: z.catch(z.optional(z.pipe(asText, imei)), undefined),
})

export interface ShopSearch {
  iccid?: string | undefined
  imei?: string | undefined
}

/** Bad values are dropped. */
export function readShopSearch(raw: Readonly<Record<string, unknown>>): ShopSearch {
  return z.parse(search, raw)
}
