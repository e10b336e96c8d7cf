// The resident's session: a token in this browser, and the telephone that was proved. What was shown last is kept for when the
// network is away, and goes with the session.

import * as z from 'zod/mini'
import { type ResidentState, residentHome } from '../contract/endpoints/resident-page.ts'
import { configureHttp } from '../platform/http.ts'
import { readStoredJson } from '../platform/stored-json.ts'

const TOKEN = 'gatehouse.resident'
const SHOWN = 'gatehouse.resident.shown'
const SEEN = 'gatehouse.resident.seen'

let token = localStorage.getItem(TOKEN) ?? undefined
const listeners = new Set<() => void>()

export const readToken = (): string | undefined => token

export function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function keepToken(next: string | undefined): void {
  token = next
  if (next === undefined) {
    localStorage.removeItem(TOKEN)
    localStorage.removeItem(SHOWN)
    localStorage.removeItem(SEEN)
  } else localStorage.setItem(TOKEN, next)
  for (const listener of listeners) listener()
}

export function setUpHttp(base: string | undefined): void {
  configureHttp({
    ...(base && { bases: { user: base } }),
    token: readToken,
    onSessionEnded: ended => {
      if (ended === token) keepToken(undefined)
    },
  })
}

const kept = z.object({ at: z.number(), state: residentHome.response })

export const readShown = (): { at: number; state: ResidentState } | undefined => readStoredJson(SHOWN, kept)

export function keepShown(state: ResidentState): void {
  localStorage.setItem(SHOWN, JSON.stringify({ at: Date.now(), state }))
}

/** The moment of the newest announcement that was looked at; 0: none. */
export const readSeenAt = (): number => Number(localStorage.getItem(SEEN) ?? 0) || 0
export const keepSeenAt = (at: number): void => localStorage.setItem(SEEN, String(at))
