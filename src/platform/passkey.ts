// Passkeys of this browser: making one, and having one sign. The library is fetched when somebody uses one.
import type * as z from 'zod/mini'
import {
  type beginPasskey,
  beginPasskeyConfirmation,
  confirmByPasskey,
  type PasskeyRequest,
} from '../contract/endpoints/passkey.ts'
import { sendRequest } from './http.ts'
import { RequestError } from './request-error.ts'

type Creation = z.output<typeof beginPasskey.response>

/** A name is needed: keys are bound to one, and no browser binds them to a bare address of the network. */
const HAS_NAME = /[a-z]/i

/** Whether this browser has passkeys here. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in globalThis && HAS_NAME.test(location.hostname) && !location.hostname.includes(':')

/** The person closed the browser's dialog, or no key answered: nothing was decided. */
function unused(cause: unknown): RequestError {
  return new RequestError({ kind: 'refused', id: 'session.badPasskey', cause })
}

/** What the server takes of a credential: no extension was asked for, so none counts. */
const credentialOf = ({ id, rawId }: { id: string; rawId: string }) => ({
  ...{ id, rawId, type: 'public-key' as const },
  clientExtensionResults: {},
})

export async function makePasskey(optionsJSON: Creation) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const made = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw unused(error)
  })
  const { clientDataJSON, attestationObject } = made.response
  return { ...credentialOf(made), response: { clientDataJSON, attestationObject } }
}

export async function signByPasskey(optionsJSON: PasskeyRequest) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const signed = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw unused(error)
  })
  const { clientDataJSON, authenticatorData, signature } = signed.response
  return { ...credentialOf(signed), response: { clientDataJSON, authenticatorData, signature } }
}

/** What proves the person inside a session, once: the server's word for a signature of one of their passkeys. */
export async function proofByPasskey(): Promise<string> {
  const signed = await signByPasskey(await sendRequest(beginPasskeyConfirmation, {}))
  return (await sendRequest(confirmByPasskey, { signed })).proof
}
