// What a wall knows: paired or not, what the server said last and when, and since when it says nothing.
import { useEffect, useState } from 'react'
import type { z } from 'zod/mini'
import { wallClaim, wallKnock, wallWatch } from '../../contract/endpoints/wall.ts'
import { codes } from '../../contract/errors.ts'
import { sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { becomeWall, ceaseToBeWall, wallSecret } from '../../platform/wall-identity.ts'

export type Watched = z.output<typeof wallWatch.response>

export type WallView =
  | { is: 'opening' }
  /** Somebody has to type the code; `revoked`: this screen was a wall before. */
  | { is: 'pairing'; code: string; revoked: boolean }
  | { is: 'shown'; answer: Watched }
  | { is: 'failed'; error: unknown }

const CLAIM_MS = 2_000
const AGAIN_MS = 1_000
const LONGEST_AGAIN_MS = 8_000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(timer)
      // The signal lives as long as the wall: what is left on it would stay for days.
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

const isOver = (error: unknown) => error instanceof RequestError && error.code === codes.sessionEnded

interface Told {
  view: WallView
  /** When the server last said anything, by this screen's own clock. */
  heardAt: number | undefined
}

/** `signedIn`: a person looks, with their own rights; else this screen is a wall, or becomes one. */
export function useWall(signedIn: boolean, wallId: number | undefined): Told {
  const [told, setTold] = useState<Told>({ view: { is: 'opening' }, heardAt: undefined })
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    const show = (view: WallView) => {
      if (signal.aborted) return
      setTold(before => ({
        view,
        heardAt: view.is === 'failed' || view.is === 'opening' ? before.heardAt : performance.now(),
      }))
    }
    const becomePaired = async (revoked: boolean): Promise<void> => {
      while (!signal.aborted) {
        const { code, claim } = await sendRequest(wallKnock, {}, { signal })
        show({ is: 'pairing', code, revoked })
        for (;;) {
          await pause(CLAIM_MS, signal)
          if (signal.aborted) return
          const { state, secret } = await sendRequest(wallClaim, { claim }, { signal })
          if (secret !== null) return becomeWall(secret)
          // The code has run out: another one.
          if (state !== 'waiting') break
        }
      }
    }
    const run = async () => {
      let revoked = false
      let seen: string | undefined
      let wait = AGAIN_MS
      let shown = false
      while (!signal.aborted) {
        try {
          if (!signedIn && wallSecret() === undefined) await becomePaired(revoked)
          const answer = await sendRequest(
            wallWatch,
            { ...(seen !== undefined && { seen }), ...(wallId !== undefined && { id: wallId }) },
            { signal },
          )
          seen = answer.seen
          wait = AGAIN_MS
          shown = true
          show({ is: 'shown', answer })
        } catch (error) {
          if (signal.aborted) return
          if (!signedIn && isOver(error)) {
            ceaseToBeWall()
            revoked = true
            seen = undefined
            continue
          }
          // What it showed it goes on showing, and says how old it is.
          if (!shown) show({ is: 'failed', error })
          await pause(wait, signal)
          wait = Math.min(wait * 2, LONGEST_AGAIN_MS)
        }
      }
    }
    void run()
    return () => over.abort()
  }, [signedIn, wallId])
  return told
}
