// The login by an organisation's own sign-in service: off to it, and back with what it said.
import {
  beginProviderLogin,
  finishProviderLogin,
  providerOffer,
} from '../../contract/endpoints/identity-provider.ts'
import { PROVIDER_HANDLE_KEY, SIGN_IN_NAME_KEY } from '../../domain/storage-keys.ts'
import { sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { type Entered, enterBy, type WireLanguage } from './log-in.ts'

/** What the login page offers for a sign-in name; null where there is no such organisation. */
export const offerOf = (tenant: string, signal: AbortSignal) =>
  sendRequest(providerOffer, { tenant }, { signal })

/** Leaves the console for the sign-in service. The handle stays in this tab: nobody else's answer fits it. */
export async function goToProvider(tenant: string): Promise<void> {
  const { address, handle } = await sendRequest(beginProviderLogin, { tenant, origin: location.origin })
  sessionStorage.setItem(PROVIDER_HANDLE_KEY, JSON.stringify({ handle, tenant }))
  location.assign(address)
}

/** Back from the sign-in service, once: the handle is gone whatever the server says. */
export async function logInByProvider(answer: string, language: WireLanguage): Promise<Entered> {
  const kept = readKept(sessionStorage.getItem(PROVIDER_HANDLE_KEY))
  sessionStorage.removeItem(PROVIDER_HANDLE_KEY)
  if (!kept) throw new RequestError({ kind: 'refused', id: 'provider.attemptOver' })
  const entered = await enterBy(finishProviderLogin, { handle: kept.handle, answer, language }, language)
  localStorage.setItem(SIGN_IN_NAME_KEY, kept.tenant)
  return entered
}

/** The organisation that somebody came from last on this browser. */
export const lastSignInName = (): string | undefined => localStorage.getItem(SIGN_IN_NAME_KEY) ?? undefined

export const forgetSignInName = (): void => localStorage.removeItem(SIGN_IN_NAME_KEY)

function readKept(text: string | null): { handle: string; tenant: string } | undefined {
  try {
    const read: unknown = JSON.parse(text ?? 'null')
    if (typeof read !== 'object' || read === null || !('handle' in read) || !('tenant' in read))
      return undefined
    return { handle: String(read.handle), tenant: String(read.tenant) }
  } catch {
    return undefined
  }
}
