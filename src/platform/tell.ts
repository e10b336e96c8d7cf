// How any room tells the person how something ended. Only app/ renders it.
import type { MessageDescriptor } from '@lingui/core'
import type { RequestError } from './request-error.ts'

/** `ok`: it worked. `tip`: it did not, for a reason the person can see to. `error`: something broke. */
export interface Telling {
  kind: 'ok' | 'tip' | 'error'
  /** A lingui message, or a failed request, whose words come from its id. */
  message: MessageDescriptor | RequestError
  /** Offers to take it back while the message stands. */
  undo?: () => void
  /** Offers to go where the outcome can be seen: a path inside the router. */
  link?: { label: MessageDescriptor; to: string }
}

let teller: ((telling: Telling) => void) | undefined
let onEarly: (() => void) | undefined
const early: Telling[] = []

/** Tells the person; what is told before app/ listens is kept until it does. */
export function tell(telling: Telling): void {
  if (teller) teller(telling)
  else {
    early.push(telling)
    onEarly?.()
  }
}

/** Calls back when something is told, or was, that nobody shows yet. Called by app/, to fetch who shows it. */
export function whenToldEarly(callback: () => void): () => void {
  onEarly = callback
  if (early.length > 0) callback()
  return () => {
    if (onEarly === callback) onEarly = undefined
  }
}

/** Names who shows what is told. Called once, by app/. */
export function listenToTellings(show: (telling: Telling) => void): () => void {
  teller = show
  for (const telling of early.splice(0)) show(telling)
  return () => {
    if (teller === show) teller = undefined
  }
}
