// Back from an organisation's sign-in service: in, on to the second step, or to the login page with what kept one out.

import type { Entrance } from '../features/session/log-in.ts'
import { logInByProvider } from '../features/session/provider-login.ts'
import { wireLanguage } from './language.ts'
import { askAtLogin } from './second-step.ts'

let failure: unknown

/** Once, for the login page. */
export function takeProviderFailure(): unknown {
  const taken = failure
  failure = undefined
  return taken
}

/** Undefined where nobody is in yet. */
export async function enteredByProvider(answer: string): Promise<Entrance | undefined> {
  try {
    const entered = await logInByProvider(answer, wireLanguage())
    if (!('challenge' in entered)) return entered
    askAtLogin(entered)
  } catch (error) {
    failure = error
  }
  return undefined
}
