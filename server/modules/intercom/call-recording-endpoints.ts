// Recording of calls over HTTP: on what terms a company does it, and the recording of one call by one of its ends.
import {
  beginCallRecording,
  endCallRecording,
  readCallRecording,
  saveCallRecording,
  sendCallPiece,
} from '../../../src/contract/endpoints/intercom.ts'
import {
  callRecordingMode,
  FIRST_MODE,
  MOST_PIECE_BYTES,
} from '../../../src/domain/intercom/call-recording.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Person } from '../../person.ts'
import type { CallRecordings } from './call-recordings.ts'
import { type CallRow, readCall } from './call-rows.ts'
import { otherEnd } from './person-signals.ts'

export function mountCallRecordings(handlers: Handlers, recordings: CallRecordings): void {
  handlers.handle(readCallRecording, (_request, { sql, person }) => settingOf(sql, person.tenantId))

  handlers.handle(saveCallRecording, async ({ mode }, context) => {
    const { sql, person } = context
    const changed = { mode, changed_at: Date.now(), changed_by: person.name }
    await rowsOf(
      sql,
      tables
        .insertInto('call_recording_setting')
        .values({ tenant_id: person.tenantId, ...changed })
        .onConflict(conflict => conflict.column('tenant_id').doUpdateSet(changed)),
    )
    sql.audit({
      ...by(context, person.tenantId),
      action: 'call.recordingSetting',
      entity: 'tenant',
      rowId: person.tenantId,
      detail: { mode },
    })
    return null
  })

  handlers.handleApart(beginCallRecording, async ({ callId }, { person, scoped }) => {
    const { found, mode } = await scoped(async sql => ({
      found: await readCall(sql, callId),
      mode: (await settingOf(sql, person.tenantId)).mode,
    }))
    const { call, other } = ownEnds(found, person)
    if (call.state !== 'answered') throw new Refused('call.over')
    return { is: await recordings.begin(call, person, other, mode) }
  })

  handlers.handleUpload(sendCallPiece, async (request, file, { person }) => {
    if (file.bytes > MOST_PIECE_BYTES) throw new Refused('upload.partLength', { field: 'file' })
    const { callId, track, piece, kind, side, beginMs } = request
    await recordings.take(person.accountId, {
      callId: Number(callId),
      track: Number(track),
      piece: Number(piece),
      kind,
      side,
      beginMs: Number(beginMs),
      path: file.path,
    })
    return { piece: Number(piece) }
  })

  handlers.handleApart(endCallRecording, async ({ callId }, { person, scoped }) => {
    ownEnds(await scoped(sql => readCall(sql, callId)), person)
    await recordings.end(callId, person.accountId)
    return null
  })
}

/** The call of others answers like no call at all. */
function ownEnds(call: CallRow | undefined, person: Pick<Person, 'accountId' | 'tenantId'>) {
  const other = call && otherEnd(call, person.accountId)
  if (!other || call.tenantId !== person.tenantId) throw new Refused('call.none')
  return { call, other }
}

async function settingOf(sql: Sql, tenantId: number) {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('call_recording_setting')
      .select(['mode', 'changed_at', 'changed_by'])
      .where('tenant_id', '=', tenantId),
  )
  return {
    mode: row ? callRecordingMode.parse(row.mode) : FIRST_MODE,
    changedAt: row?.changed_at ?? null,
    changedBy: row?.changed_by ?? null,
  }
}
