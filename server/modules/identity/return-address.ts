// Where a provider sends the browser back to: an address of this server, which leads on to the login page.
import { PROVIDER_RETURN } from '../../../src/contract/endpoints/identity-provider.ts'
import type { Caller } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

/**
 * The installation's own address, else that of the page that asks, which must be on the host that it asks. The provider keeps
 * a list of addresses besides, and leads to no other.
 */
export function returnAddress(
  publicUrl: string | undefined,
  origin: string,
  { host }: Pick<Caller, 'host'>,
): string {
  if (publicUrl !== undefined) return new URL(PROVIDER_RETURN, publicUrl).href
  if (!URL.canParse(origin) || new URL(origin).hostname !== host)
    throw new Refused('field.format', { field: 'origin' })
  return new URL(PROVIDER_RETURN, origin).href
}
