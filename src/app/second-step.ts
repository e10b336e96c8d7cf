// Who came by a link and owes a second factor: the login page asks for it.
import type { Asked } from '../features/session/log-in.ts'

let owed: Asked | undefined

export function askAtLogin(asked: Asked): void {
  owed = asked
}

/** Once: whoever comes to the login page later begins at its beginning. */
export function takeAsked(): Asked | undefined {
  const asked = owed
  owed = undefined
  return asked
}
