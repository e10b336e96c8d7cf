// Answering a door and hanging up, over HTTP; in demo mode a visitor presses the button.

import { buildToken, hangUp, ringDoor } from '../../../src/contract/endpoints/intercom.ts'
import { DEFAULT_ROOM } from '../../../src/domain/intercom/call.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import type { Lines } from '../../lines.ts'
import type { InstallationConfig } from '../../settings/installation.ts'
import { deviceByImei } from '../devices/public.ts'
import { answerCall, type CallRow, endCalls, holdLines, isBusy, readCall, readCalls } from './call-rows.ts'
import type { CallTokens } from './call-tokens.ts'
import { callScopeOf } from './waiting-calls.ts'

/** The room of a call as the wire names it. */
const ROOM = `coalesce(c.room_no, '${DEFAULT_ROOM}')`

/** The call that an answer means: the one named, else the newest of the door. A foreign one is no call at all. */
async function findCall(
  context: Context,
  { imei, roomNo, callId }: { imei: string; roomNo?: string | null | undefined; callId?: number | undefined },
): Promise<CallRow> {
  const scoped = callScopeOf(context, 4)
  const [call] = await readCalls(
    context.sql,
    `c.kind = 'door' and (c.state <> 'ringing' or c.held_until is null) and c.imei = $1 and ($2::bigint is null or c.id = $2) and ($3::text is null or ${ROOM} = $3)
       and ${scoped.condition} order by c.id desc limit 1`,
    [imei, callId ?? null, roomNo || null, ...scoped.values],
  )
  if (!call) throw new Refused('call.none')
  return call
}

/** Why a call cannot be answered any more. */
function tooLate(call: CallRow | undefined): Refused {
  if (call?.answeredBy && call.state !== 'missed')
    return call.state === 'answered'
      ? new Refused('call.takenBy', { params: { name: call.answeredBy } })
      : new Refused('call.over')
  return new Refused('call.over')
}

export function mountDoorCalls(
  handlers: Handlers,
  { config, bus, lines }: Pick<Kernel, 'bus'> & { lines: Lines; config: Pick<InstallationConfig, 'demo'> },
  devices: Store,
  tokens: CallTokens,
): void {
  handlers.handle(buildToken, async (request, context) => {
    const { sql, person } = context
    const call = await findCall(context, request)
    if (call.state !== 'ringing') throw tooLate(call)
    const now = Date.now()
    await holdLines(sql, person.accountId)
    if (await isBusy(sql, person.accountId, now)) {
      // Two tabs of one person: the second has lost the race, it is not busy elsewhere.
      const latest = await readCall(sql, call.id)
      if (latest?.state !== 'ringing') throw tooLate(latest)
      throw new Refused('call.busy')
    }
    const answered = await answerCall(sql, bus, call.id, person, now)
    if (!answered) throw tooLate(await readCall(sql, call.id))
    sql.audit({
      ...by(context, answered.tenantId),
      action: 'call.answer',
      entity: 'call',
      rowId: answered.id,
      detail: { imei: answered.imei },
    })
    const { uid, token } = tokens.ofDoor(answered)
    return {
      deviceUid: uid,
      deviceToken: token,
      join: tokens.ofPerson(answered, person.accountId, false),
    }
  })

  handlers.handle(hangUp, async ({ imei, roomNo }, { sql, person }) => {
    await endCalls(
      sql,
      bus,
      `c.kind = 'door' and c.state = 'answered' and c.imei = $4 and c.answered_by_id = $5
         and ($6::text is null or ${ROOM} = $6)`,
      [imei, person.accountId, roomNo || null],
      { ringing: 'cancelled', answered: 'hangUp' },
      Date.now(),
    )
    return null
  })

  handlers.handle(ringDoor, async ({ imei, roomNo }, context) => {
    if (!config.demo) throw new Refused('command.none')
    const { id } = await deviceByImei(devices, imei, context)
    const door = await context.sql.first<{ kind: string }>('select kind from device where id = $1', [id])
    if (door?.kind !== 'doorUnit') throw new Refused('door.notDoorUnit')
    if (!(await lines.demoRing?.(imei, roomNo || null))) throw new Refused('device.offline')
    return null
  })
}
