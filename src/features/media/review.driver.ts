// Ties judging to the server: sends one judgement after the other, fetches rows that somebody else changed, tells refusals.
import type { EntityDefinition } from '../../domain/entity.ts'
import {
  type Desk,
  type DeskEffect,
  type DeskEvent,
  type DeskItem,
  type DeskRefusal,
  type DeskStep,
  emptyDesk,
  stepDesk,
} from '../../domain/media/review-desk.ts'
import { sendRequest } from '../../platform/http.ts'
import { runMachine } from '../../platform/machine-runner.ts'
import { RequestError } from '../../platform/request-error.ts'
import { timeouts } from '../../platform/timers.ts'
import { endpointsFor } from '../../resource/query.ts'

export interface DeskPorts {
  /** Answers what was refused; rejects where the server was not reached. */
  give: (step: DeskStep) => Promise<readonly DeskRefusal[]>
  /** One row as it is now; undefined where it is gone. */
  fetch: (id: number) => Promise<DeskItem | undefined>
  /** The first refusal of a step, in words. */
  tell: (refusal: DeskRefusal) => void
  newKey: () => string
}

export function createReviewDesk(ports: DeskPorts) {
  const runner = runMachine<Desk, DeskEvent, DeskEffect>({
    state: emptyDesk,
    step: stepDesk,
    clock: timeouts,
    performers: {
      send({ step }, { send }) {
        ports.give(step).then(
          refused => send({ on: 'answered', key: step.key, refused }),
          () => send({ on: 'unreached', key: step.key }),
        )
      },
      fetch({ ids }, { send }) {
        Promise.all(ids.map(ports.fetch)).then(
          rows => send({ on: 'fetched', ids, items: rows.filter(row => row !== undefined) }),
          // It stays as it is shown: whoever judges it again is told again.
          () => {},
        )
      },
      tell({ refused: [first] }) {
        if (first) ports.tell(first)
      },
    },
  })
  return {
    read: runner.read,
    subscribe: runner.subscribe,
    send: runner.send,
    judge: (verdict: 'approve' | 'reject' | 'hide') =>
      runner.send({ on: 'judged', verdict, key: ports.newKey() }),
    undo: () => runner.send({ on: 'undone', key: ports.newKey() }),
  }
}

export type ReviewDesk = ReturnType<typeof createReviewDesk>

/** Sends a step as the command of its entity. A refusal as a whole is one of every row. */
export async function giveStep(entity: EntityDefinition, step: DeskStep): Promise<readonly DeskRefusal[]> {
  const seen = step.before.map(({ id, version }) => ({ id, version }))
  try {
    const { results } = await sendRequest(
      endpointsFor(entity).command(step.does),
      { ids: seen.map(({ id }) => id), seen, ...(step.reason && { input: { reason: step.reason } }) },
      { idempotencyKey: step.key },
    )
    return results.flatMap(({ id, ok, error }) =>
      ok ? [] : [{ id, error: error?.id ?? 'failed', params: error?.params }],
    )
  } catch (error) {
    const refusal = error instanceof RequestError && !error.passing ? (error.id ?? 'failed') : undefined
    if (refusal === undefined || refusal === 'session.ended') throw error
    return seen.map(({ id }) => ({ id, error: refusal }))
  }
}
