// The endpoints of walls: to be paired, and to wait for what they show.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  wallBoard,
  wallClaim,
  wallKnock,
  wallPair,
  wallPlan,
  wallWatch,
} from '../../../src/contract/endpoints/wall.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { permissionFor } from '../../../src/domain/entity.ts'
import { holds } from '../../../src/domain/permission.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import { claim, knock, pair } from './pairing.ts'
import { asWall } from './scope.ts'
import { type PlanStores, readWallPlan } from './tiles.ts'
import { readWall, readWallBoard } from './watch.ts'

/** A wall that hears nothing for longer says so: an answer comes well before. */
const LONGEST_MS = 6_000
/** Another process may have stored an alarm; this one is told of its own at once. */
const LOOK_MS = 700
/** Codes that one person types: one a minute in the long run, ten at once. */
const CODES = { perSecond: 1000 / MINUTE_MS, atOnce: 10 }

interface Stores {
  walls: Store
  alarms: Store
  plans: PlanStores
  /** Of every entity: what tiles of boards may be made of. */
  all: ReadonlyMap<string, Store>
}

export function mountWalls(
  handlers: Handlers,
  { data, bus }: Pick<Kernel, 'data' | 'bus'>,
  { walls, alarms, plans, all }: Stores,
): void {
  const mayType = createBucket(CODES)
  handlers.handleOpen(wallKnock, (_, { address }) => knock(data, address))
  handlers.handleOpen(wallClaim, request => claim(data, request.claim))
  handlers.handle(wallPair, async ({ id, code }, context) => {
    await readRow(walls, id, context)
    if (!mayType(String(context.person.accountId))) throw new Refused('throttled', { status: 429 })
    await pair(context.sql, id, code, context.person.name)
    return { id }
  })
  handlers.handle(wallBoard, async ({ id, wall: named }, context) => {
    const { person } = context
    const mine = person.wall ?? named
    if (person.wall === undefined && !holds(person.permissions, permissionFor(walls.entity, 'read')))
      throw new Refused('forbidden')
    if (mine === undefined) throw new Refused('row.unknown')
    return readWallBoard(mine, id, all, await asWall(walls, mine, context))
  })
  handlers.handle(wallPlan, async ({ id, wall: named }, context) => {
    const mine = context.person.wall ?? named
    if (mine === undefined) throw new Refused('row.unknown')
    return readWallPlan(mine, id, plans, await asWall(walls, mine, context))
  })
  handlers.handleApart(wallWatch, async ({ seen, id }, context) => {
    const { person } = context
    const mine = person.wall ?? id
    const read = () =>
      context.scoped(async sql => {
        const own = { ...context, sql }
        return readWall(alarms, mine, mine === undefined ? own : await asWall(walls, mine, own))
      })
    const until = Date.now() + LONGEST_MS
    for (;;) {
      const woken = new AbortController()
      const wake = () => woken.abort()
      const stops = [
        bus.on('alarm.raised', wake),
        bus.on('alarm.changed', ({ tenantId }) => tenantId === person.tenantId && wake()),
      ]
      try {
        const answer = await read()
        if (answer.seen !== seen || Date.now() >= until) return answer
        await sleep(LOOK_MS, undefined, woken).catch(() => undefined)
      } finally {
        for (const stop of stops) stop()
      }
    }
  })
}
