// One person calls another of the same tenant: who can be called, calling, answering, hanging up.

import { randomBytes } from 'node:crypto'
import {
  acceptDirectCall,
  callPeople,
  endDirectCall,
  startDirectCall,
} from '../../../src/contract/endpoints/intercom.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import type { Lines } from '../../lines.ts'
import { onDuty } from '../duty/public.ts'
import {
  answerCall,
  type CallRow,
  DIRECT_PERMISSION,
  endCalls,
  holdLines,
  isBusy,
  openCall,
  readCall,
} from './call-rows.ts'
import type { CallTokens } from './call-tokens.ts'
import { colleagues } from './colleagues.ts'

/** Calls of one person: each may ring a phone and stand in a message centre. */
const CALLS = { perSecond: 0.1, atOnce: 20 }

/** A call between people, as far as the person is one of its ends. */
async function ownCall({ sql, person }: Context, callId: number): Promise<CallRow> {
  const call = await readCall(sql, callId)
  const isEnd = call && [call.callerId, call.calleeId].includes(person.accountId)
  if (call?.kind !== 'direct' || !isEnd) throw new Refused('call.none')
  return call
}

export function mountDirectCalls(
  handlers: Handlers,
  { bus, lines }: Pick<Kernel, 'bus'> & { lines: Lines },
  tokens: CallTokens,
): void {
  handlers.handle(callPeople, async ({ search }, { sql, person }) => {
    const here = lines.connectedPeople()
    const posts = new Map<number, string[]>()
    for (const { accountId, postName } of await onDuty(sql, person.tenantId, Date.now()))
      if (accountId !== null) posts.set(accountId, [...(posts.get(accountId) ?? []), postName])
    const found = await colleagues(sql, person, DIRECT_PERMISSION, { search })
    // Somebody looks for whoever stands at the gate now, whatever their name is.
    const asked = search?.toLowerCase()
    const atPost = [...posts].flatMap(([id, names]) =>
      asked && names.some(name => name.toLowerCase().includes(asked)) ? [id] : [],
    )
    const others = atPost.filter(id => !found.some(one => one.id === id))
    const people = [
      ...found,
      ...(others.length > 0 ? await colleagues(sql, person, DIRECT_PERMISSION, { ids: others }) : []),
    ]
    return people.map(one => ({
      ...one,
      online: here.has(one.id),
      onDuty: posts.get(one.id)?.join(' · ') ?? null,
    }))
  })

  const mayCall = createBucket(CALLS)
  handlers.handle(startDirectCall, async ({ userId }, { sql, person }) => {
    if (userId === person.accountId) throw new Refused('call.self')
    const [callee] = await colleagues(sql, person, DIRECT_PERMISSION, { ids: [userId] })
    if (!callee) throw new Refused('row.unknown')
    if (!lines.isReachable(userId)) throw new Refused('call.notReachable')
    const now = Date.now()
    await holdLines(sql, person.accountId)
    if (await isBusy(sql, person.accountId, now)) throw new Refused('call.busy')
    if (!mayCall(String(person.accountId))) throw new Refused('throttled', { status: 429 })
    const call = await openCall(sql, bus, {
      tenantId: person.tenantId,
      kind: 'direct',
      callerId: person.accountId,
      callerName: person.name,
      calleeId: callee.id,
      calleeName: callee.name,
      channel: `direct-${randomBytes(12).toString('hex')}`,
      provider: tokens.provider,
      startedAt: now,
    })
    if (!call) throw new Refused('failed')
    return {
      calleeName: callee.name,
      expiresAt: call.expiresAt,
      join: tokens.ofPerson(call, person.accountId, true),
    }
  })

  handlers.handle(acceptDirectCall, async ({ callId }, context) => {
    const { sql, person } = context
    const call = await ownCall(context, callId)
    // Who calls cannot answer in place of who is called.
    if (call.calleeId !== person.accountId) throw new Refused('call.none')
    if (call.state !== 'ringing') throw new Refused('call.over')
    const now = Date.now()
    await holdLines(sql, person.accountId)
    const answered = (await isBusy(sql, person.accountId, now))
      ? undefined
      : await answerCall(sql, bus, callId, person, now)
    if (!answered) {
      const latest = await readCall(sql, callId)
      throw new Refused(latest?.state === 'ringing' && latest.expiresAt > now ? 'call.busy' : 'call.over')
    }
    return {
      callerName: answered.callerName ?? '',
      join: tokens.ofPerson(answered, person.accountId, false),
    }
  })

  handlers.handle(endDirectCall, async ({ callId }, context) => {
    const call = await ownCall(context, callId)
    await endCalls(
      context.sql,
      bus,
      'c.id = $4',
      [callId],
      {
        ringing: call.callerId === context.person.accountId ? 'cancelled' : 'declined',
        answered: 'hangUp',
      },
      Date.now(),
    )
    return null
  })
}
