// How any room says how something ended. Only app/ renders it.
import type { MessageDescriptor } from '@lingui/core'
import type { RequestError } from './request-error.ts'

/** `ok`: it worked. `tip`: it did not, for a reason the person can see to. `error`: something broke. */
export interface Toast {
  kind: 'ok' | 'tip' | 'error'
  /** A lingui message, or a failed request, whose words come from its id. */
  message: MessageDescriptor | RequestError
  /** Offers to take it back while the message stands. */
  undo?: () => void
  /** Offers to go where the outcome can be seen: a path inside the router. */
  link?: { label: MessageDescriptor; to: string }
}

let shownBy: ((toast: Toast) => void) | undefined
let onEarly: (() => void) | undefined
const early: Toast[] = []

/** Shows a toast; one that comes before app/ listens is kept until it does. */
export function showToast(toast: Toast): void {
  if (shownBy) shownBy(toast)
  else {
    early.push(toast)
    onEarly?.()
  }
}

/** Calls back when there is a toast that nobody shows yet, or was. Called by app/, to fetch who shows it. */
export function whenToastWaits(callback: () => void): () => void {
  onEarly = callback
  if (early.length > 0) callback()
  return () => {
    if (onEarly === callback) onEarly = undefined
  }
}

/** Names who shows toasts. Called once, by app/. */
export function listenToToasts(show: (toast: Toast) => void): () => void {
  shownBy = show
  for (const toast of early.splice(0)) show(toast)
  return () => {
    if (shownBy === show) shownBy = undefined
  }
}
