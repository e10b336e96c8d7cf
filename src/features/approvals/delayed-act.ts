// A decision is sent five seconds after it was made, unless it is taken back. It is never kept for later: whoever has no network
// then is told, and decides anew.
import { msg } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { approvalCase } from '../../domain/approval/approval-case.ts'
import type { Verdict } from '../../domain/approval/kinds.ts'
import { newKey, sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { showToast } from '../../platform/toast.ts'
import { endpointsFor, invalidateEntity } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'

export const UNDO_MS = 5_000

export interface Act {
  id: number
  /** The version that was looked at. */
  version: number
  title: string
  verdict: Verdict
  reason: string
}

export interface DelayedAct {
  /** Made and not sent yet. */
  waiting: Act | undefined
  /** Whether a case as it stands in the list was decided here. In its next round it is another one. */
  isDecided(row: Pick<Act, 'id' | 'version'>): boolean
  decide(act: Act): void
  undo(): void
}

export function useDelayedAct(): DelayedAct {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<Act>()
  const [decided, setDecided] = useState<ReadonlyMap<number, number>>(new Map())
  const present = useRef<{ act: Act; timer: ReturnType<typeof setTimeout> }>(undefined)
  const forget = (id: number) => setDecided(before => new Map([...before].filter(([each]) => each !== id)))

  const send = async (act: Act) => {
    try {
      const { results } = await sendRequest(
        endpointsFor(approvalCase).command(act.verdict),
        {
          ids: [act.id],
          input: { reason: act.reason },
          seen: [{ id: act.id, version: act.version }],
        },
        { idempotencyKey: newKey() },
      )
      const error = results[0]?.error
      if (error) {
        forget(act.id)
        showFailure(
          new RequestError({ kind: 'refused', id: error.id, ...(error.params && { params: error.params }) }),
        )
      } else
        showToast({
          kind: 'ok',
          message:
            act.verdict === 'approve'
              ? msg({ context: 'approval', message: 'Approved' })
              : act.verdict === 'return'
                ? msg({ context: 'approval', message: 'Returned' })
                : msg({ context: 'approval', message: 'Rejected' }),
        })
    } catch (error) {
      forget(act.id)
      showFailure(error)
    }
    await invalidateEntity(client, approvalCase)
  }

  const flush = () => {
    if (!present.current) return
    const { act, timer } = present.current
    clearTimeout(timer)
    present.current = undefined
    setWaiting(undefined)
    void send(act)
  }
  const latest = useRef(flush)
  useEffect(() => {
    latest.current = flush
  })
  // Whoever leaves the page has decided.
  useEffect(() => () => latest.current(), [])

  return {
    waiting,
    isDecided: ({ id, version }) => version <= (decided.get(id) ?? -1),
    decide: act => {
      flush()
      present.current = { act, timer: setTimeout(() => latest.current(), UNDO_MS) }
      setWaiting(act)
      setDecided(before => new Map([...before, [act.id, act.version]]))
    },
    undo: () => {
      if (!present.current) return
      const { act, timer } = present.current
      clearTimeout(timer)
      present.current = undefined
      setWaiting(undefined)
      forget(act.id)
    },
  }
}
