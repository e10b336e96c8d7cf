// Calls on the broker: a door rings, speaks about its line and hangs up; everybody concerned is told of every step.
import * as z from 'zod/mini'
import { signalNotice } from '../../../src/contract/messages.ts'
import { DEFAULT_ROOM } from '../../../src/domain/intercom/call.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import type { DoorHandler } from '../ingest/public.ts'
import {
  ANSWER_PERMISSION,
  type CallRow,
  endCalls,
  LONGEST_CALL_MS,
  openCall,
  readCall,
  readCalls,
} from './call-rows.ts'
import { type CallTokens, channelOf } from './call-tokens.ts'
import { wireDirect, wireNotice, wireRing, wordToDoor } from './call-words.ts'
import type { DoorPart, DoorTools } from './door-part.ts'
import { keepWord } from './resident-talk.ts'
import { ringTargets } from './ring-targets.ts'
import { passOnDue, roomRung } from './room-calls.ts'

/** A press so long after the answer is no late copy of the one that was answered. */
const FORGOTTEN_MS = 10_000
const LIVE = `c.state in ('ringing', 'answered')`

export function createCallPart(tools: DoorTools, tokens: CallTokens): DoorPart {
  const { data, bus, log, now, outlet, devices } = tools

  const tellDoor = (call: CallRow) => {
    if (call.imei === null) return
    try {
      void outlet().toDevice(call.imei, wordToDoor(call, tokens))
    } catch (error) {
      log.warn({ err: error, call: call.id }, 'A door could not be notified of its call')
    }
  }
  const tell = (call: CallRow) => {
    if (call.kind === 'direct') {
      if (call.state === 'ringing') outlet().toPerson(call.calleeId ?? 0, wireDirect(call))
      else for (const id of [call.callerId, call.calleeId]) outlet().toPerson(id ?? 0, wireNotice(call))
      return
    }
    const { tenantId, departmentId } = call
    // While it rings for a home alone the property hears nothing of it.
    if (call.state === 'ringing' && call.heldUntil !== null) return tellDoor(call)
    if (call.state === 'ringing' && call.rungIds !== null)
      for (const id of call.rungIds) outlet().toPerson(id, wireRing(call, tokens))
    else {
      const message = call.state === 'ringing' ? wireRing(call, tokens) : wireNotice(call)
      outlet().toAll({ tenantId, departmentId }, message, ANSWER_PERMISSION)
    }
    tellDoor(call)
  }

  // One after the other for each call: an older state must never be told after a newer one.
  const telling = new Map<number, Promise<void>>()
  const tellInOrder = (id: number) => {
    const next = (telling.get(id) ?? Promise.resolve())
      .then(async () => {
        const call = await data.scoped(WHOLE, sql => readCall(sql, id))
        if (call) tell(call)
      })
      .catch(error => log.warn({ err: error, call: id }, 'A call could not be published'))
      .then(() => void (telling.get(id) === next && telling.delete(id)))
    telling.set(id, next)
  }
  const stopTelling = bus.on('call.changed', ({ id }) => tellInOrder(id))
  const stopSaying = bus.on('call.said', ({ callId, to, word }) => {
    const signal = { kind: 'recording', word } as const
    if ('imei' in to)
      outlet()
        .toDevice(to.imei, { code: '5083', callId, signal })
        .catch(error => log.warn({ err: error, call: callId }, 'A door could not be told of a recording'))
    else outlet().toPerson(to.accountId, z.encode(signalNotice, { code: '5083', callId, signal }))
  })

  const ring: DoorHandler<'5080'> = async (sql, { device, message, at }) => {
    if (device.kind !== 'doorUnit') return 'door.notDoorUnit'
    await endCalls(
      sql,
      bus,
      // Who presses anew at the door is in no call any more: the message that it ended got lost.
      `c.device_id = $4 and (c.state = 'ringing' and c.expires_at <= $1
        or c.state = 'answered' and c.answered_at <= $1 - $5::bigint)`,
      [device.id, FORGOTTEN_MS],
      { ringing: 'expired', answered: 'lost' },
      at,
    )
    const named = message.roomNo || device.roomNo
    // The number that stands for no room is for the wire: nobody shall read it as one.
    const roomNo = named === DEFAULT_ROOM ? null : named || null
    const rung = { deviceId: device.id, number: roomNo, dialled: Boolean(message.roomNo), at }
    const opened = await openCall(sql, bus, {
      ...(await roomRung(sql, rung)),
      tenantId: device.tenantId,
      kind: 'door',
      deviceId: device.id,
      imei: device.imei,
      deviceName: device.name,
      departmentId: device.departmentId,
      community: message.community || device.community,
      building: message.building || device.building,
      unit: message.unit || device.unit,
      roomNo,
      channel: channelOf(device.imei, roomNo ?? DEFAULT_ROOM),
      provider: tokens.provider,
      startedAt: at,
      rungIds: await ringTargets(sql, device, at),
    })
    if (opened) return undefined
    // Pressed again: the same call, and the door may not have heard so.
    const [live] = await readCalls(sql, `c.device_id = $1 and ${LIVE}`, [device.id])
    if (live) sql.afterCommit(() => tellDoor(live))
    return undefined
  }

  const signal: DoorHandler<'5083'> = async (sql, { device, message, at }) => {
    const call = await readCall(sql, message.callId)
    if (call?.deviceId !== device.id) return 'call.none'
    const { answeredById } = call
    // Candidates that come after the end are dropped.
    if (call.state !== 'answered') return undefined
    if (call.residentId !== null) {
      await keepWord(sql, call, message.signal)
      if (message.signal.kind === 'bye') await endOf(sql, call.id, 'hangUp', at)
      return undefined
    }
    if (answeredById === null) return undefined
    // What becomes of a recording only the server says.
    if (message.signal.kind === 'recording') return undefined
    if (message.signal.kind === 'consent') {
      const { yes } = message.signal
      sql.afterCommit(() => bus.emit('call.consent', { callId: call.id, from: { imei: device.imei }, yes }))
      return undefined
    }
    const said = z.encode(signalNotice, { code: '5083', callId: call.id, signal: message.signal })
    sql.afterCommit(() => outlet().toPerson(answeredById, said))
    if (message.signal.kind === 'bye') await endOf(sql, call.id, 'hangUp', at)
    return undefined
  }

  const endOf = (sql: Sql, id: number, reason: 'hangUp' | 'lost', at: number) =>
    endCalls(
      sql,
      bus,
      'c.id = $4',
      [id],
      { ringing: reason === 'lost' ? 'lost' : 'cancelled', answered: reason },
      at,
    )

  const hangUp: DoorHandler<'5090'> = async (sql, { device, message, at }) => {
    const call = await readCall(sql, message.callId)
    if (call?.deviceId !== device.id) return 'call.none'
    await endOf(sql, call.id, message.reason, at)
    return undefined
  }

  return {
    messages: { '5080': ring, '5083': signal, '5090': hangUp },
    // A door that was away learns how its call stands; one that ended meanwhile too.
    arrived: imei => {
      const remind = async () => {
        if ((await devices().find([imei])).get(imei)?.kind !== 'doorUnit') return
        const [call] = await data.scoped(WHOLE, sql =>
          readCalls(sql, 'c.imei = $1 and c.updated_at > $2 order by c.id desc limit 1', [
            imei,
            now() - LONGEST_CALL_MS,
          ]),
        )
        if (call) tellDoor(call)
      }
      remind().catch(error => log.warn({ err: error, imei }, 'A door could not be notified of its call'))
    },
    sweep: async () => {
      const at = now()
      await data.scoped(WHOLE, sql => passOnDue(sql, bus, at))
      await data.scoped(WHOLE, sql =>
        endCalls(
          sql,
          bus,
          `((c.state = 'ringing' and c.expires_at <= $1) or (c.state = 'answered' and c.answered_at <= $4))`,
          [at - LONGEST_CALL_MS],
          { ringing: 'expired', answered: 'lost' },
          at,
        ),
      )
    },
    stop: () => {
      stopTelling()
      stopSaying()
    },
  }
}
