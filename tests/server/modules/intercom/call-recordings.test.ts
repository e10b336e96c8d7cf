// Recording of calls over a real server: on what terms, who agrees, what is sent in which order, and what becomes of it.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTrackWriter } from '../../../../server/modules/recordings/public.ts'
import { type Door, type DoorStage, setDoorStage, until } from './door-stage.ts'

let stage: DoorStage
let folder: string
let sound: Buffer
beforeAll(async () => {
  stage = await setDoorStage()
  folder = await mkdtemp(join(tmpdir(), 'pieces-'))
  sound = await recordedSound()
})
afterAll(async () => {
  await stage?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Two seconds of Opus in packets of 60 ms, as browsers that record make them. */
async function recordedSound(): Promise<Buffer> {
  const path = join(folder, 'sound.webm')
  const failed: unknown[] = []
  const writer = openTrackWriter({
    path,
    track: { codec: 'opus', channels: 1 },
    onTrouble: (_trouble, error) => failed.push(error),
  })
  // Configuration 3: 60 ms, one frame.
  for (let at = 0; at < 1_980; at += 60)
    writer.write({ data: Uint8Array.of(0x18, 0x01, 0x02), key: true, at, durationMs: 60 })
  await writer.close()
  expect(failed).toEqual([])
  return readFile(path)
}

interface Asked {
  code: string | number
  id?: string
  data?: unknown
}
const call = (path: string, body: object, token = stage.server.tokens.admin): Promise<Asked> =>
  stage.server.call(`/api/device/voiceNet/${path}`, { token, body })
const decide = (mode: string, token = stage.server.tokens.admin) =>
  stage.server.call('/api/device/recording/callSetting/save', { token, body: { mode } })
const begin = (callId: number, token?: string) => call('recording/begin', { callId }, token)
const finish = (callId: number, token?: string) => call('recording/end', { callId }, token)

async function send(callId: number, fields: Record<string, string>, bytes: Buffer, token?: string) {
  const form = new FormData()
  const all = { track: '0', piece: '0', kind: 'audio', side: 'other', beginMs: '0', ...fields }
  for (const [name, value] of Object.entries({ callId: String(callId), ...all })) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'piece')
  const response = await fetch(`${stage.server.url}/api/device/voiceNet/recording/piece`, {
    method: 'POST',
    headers: { authorization: token ?? stage.server.tokens.admin },
    body: form,
  })
  return (await response.json()) as Asked
}

/** A door that rings and is answered by the administrator. */
async function answeredDoor(): Promise<{ door: Door; callId: number }> {
  const door = await stage.connect(await stage.addDoor())
  await door.say({ code: '5080', roomNo: '501' })
  const { callId } = await door.told('5085')
  const answered = await call('buildToken', { imei: door.imei, roomNo: '501' })
  expect(answered).toMatchObject({ code: 0 })
  return { door, callId: Number(callId) }
}
const told = (door: Door) =>
  door.heard.flatMap(({ code, signal }) => {
    const said = signal as { kind: string; word: unknown } | undefined
    return code === '5083' && said?.kind === 'recording' ? [said.word] : []
  })
const consent = (door: Door, callId: number, yes: boolean) =>
  door.say({ code: '5083', callId, signal: { kind: 'consent', yes } })

interface Row {
  id: number
  state: string
  trouble: string | null
  source: string
  name: string
  imeis: string[]
  expires_at: number | null
  held_at: number | null
}
const rowOf = async (callId: number): Promise<Row | undefined> =>
  (
    await stage.query<Row & Record<string, unknown>>('select * from recording where call_id = $1', [callId])
  )[0]
const closed = (callId: number) =>
  until(async () => {
    const row = await rowOf(callId)
    return row && ['ready', 'failed'].includes(row.state) ? row : undefined
  })
/** Ends whatever call the administrator is in. */
const hangUp = (imei: string) => call('property/answer', { imei })

beforeEach(async () => {
  await stage.query(
    `update call set state = 'ended', ended_at = 1, end_reason = 'hangUp' where state = 'answered'`,
  )
})

describe('on what terms', () => {
  test('calls are not recorded until somebody who may has decided so', async () => {
    const { tokens } = stage.server
    const read = async (token = tokens.admin) =>
      (await stage.server.call('/api/device/recording/callSetting', { token })).data
    expect(await read()).toEqual({ mode: 'off', changedAt: null, changedBy: null })
    const { door, callId } = await answeredDoor()
    expect(await begin(callId)).toMatchObject({ id: 'call.recordingOff' })
    expect(await decide('announced', tokens.patrol)).toMatchObject({ id: 'forbidden' })
    expect(await decide('sometimes')).toMatchObject({ field: 'mode' })
    expect(await decide('announced')).toMatchObject({ code: 0 })
    expect(await read()).toMatchObject({ mode: 'announced', changedBy: expect.any(String) })
    // What one company decides says nothing of another.
    expect(await read(tokens.stranger)).toMatchObject({ mode: 'off' })
    await hangUp(door.imei)
    await door.leave()
  })

  test('of others, ringing ones and those without the right cannot be recorded', async () => {
    const { tokens } = stage.server
    await decide('announced')
    const { door, callId } = await answeredDoor()
    expect(await begin(callId, tokens.stranger)).toMatchObject({ id: 'call.none' })
    expect(await begin(callId, tokens.patrol)).toMatchObject({ id: 'forbidden' })
    expect(await begin(987_654)).toMatchObject({ id: 'call.none' })
    expect(await send(callId, {}, sound)).toMatchObject({ id: 'call.notRecorded' })
    expect(await send(callId, { track: 'x' }, sound)).toMatchObject({ field: 'track' })
    expect(await finish(callId)).toMatchObject({ code: 0 })
    await hangUp(door.imei)
    expect(await begin(callId)).toMatchObject({ id: 'call.over' })
    await door.leave()
  })
})

describe('an announced recording', () => {
  test('is told to the door, kept in order, and ends with the call', { timeout: 60_000 }, async () => {
    await decide('announced')
    const { door, callId } = await answeredDoor()
    expect(await begin(callId)).toMatchObject({ data: { is: 'on' } })
    // Asked twice it is one recording.
    expect(await begin(callId)).toMatchObject({ data: { is: 'on' } })
    await until(() => told(door).length === 1)
    expect(told(door)).toEqual([{ is: 'on', agreed: false }])
    const half = sound.length >> 1
    const [first, second] = [sound.subarray(0, half), sound.subarray(half)]
    expect(await send(callId, {}, Buffer.from('no sound'))).toMatchObject({ id: 'file.type' })
    expect(await send(callId, { piece: '1' }, second)).toMatchObject({ id: 'upload.missing' })
    expect(await send(callId, {}, first)).toMatchObject({ code: 1, data: { piece: 0 } })
    // Sent again because its answer was lost: it stands there once.
    expect(await send(callId, {}, first)).toMatchObject({ code: 1 })
    expect(await send(callId, { piece: '2' }, second)).toMatchObject({ id: 'upload.missing' })
    expect(await send(callId, { piece: '1' }, second, stage.server.tokens.stranger)).toMatchObject({
      id: 'call.notRecorded',
    })
    expect(await send(callId, { piece: '1' }, second)).toMatchObject({ code: 1 })
    expect(await send(callId, { track: '1', side: 'own', beginMs: '99999999' }, sound)).toMatchObject({
      code: 1,
    })
    // A visitor who only was told can hang up, but takes nothing back.
    await consent(door, callId, false)
    await hangUp(door.imei)
    expect(await finish(callId)).toMatchObject({ code: 0 })
    await until(() => told(door).length === 2)
    expect(told(door)[1]).toEqual({ is: 'off', trouble: null })
    const row = await closed(callId)
    expect(row).toMatchObject({ state: 'ready', trouble: null, source: 'call', imeis: [door.imei] })
    // The days, the hold and the quota are those of all recordings.
    expect(row?.expires_at).toBeGreaterThan(Date.now())
    const { data } = await stage.server.call('/api/user/recording/play', {
      token: stage.server.tokens.admin,
      body: { id: row?.id },
    })
    const played = data as {
      tracks: {
        kind: string
        codec: string
        imei: string | null
        durationMs: number
        bytes: number
        beginMs: number
      }[]
      marks: { kind: string }[]
    }
    expect(played.tracks.map(({ kind, codec }) => [kind, codec])).toEqual([
      ['audio', 'opus'],
      ['audio', 'opus'],
    ])
    expect(played.tracks.map(({ imei }) => imei).toSorted()).toEqual([door.imei, null])
    // Packets of 60 ms lie one behind the other: no silence is put between them.
    for (const { durationMs } of played.tracks) expect(durationMs).toBe(1_980)
    for (const { beginMs } of played.tracks) expect(beginMs).toBeLessThan(10_000)
    const [one, other] = played.tracks
    expect(Math.abs((one?.bytes ?? 0) - (other?.bytes ?? 0))).toBeLessThan(200)
    expect(played.marks.filter(({ kind }) => kind === 'join')).toHaveLength(2)
    await door.leave()
  })
})

describe('where the other end must agree', () => {
  test('nothing is recorded before it has, nor after it no longer does', { timeout: 60_000 }, async () => {
    await decide('agreed')
    const { door, callId } = await answeredDoor()
    expect(await begin(callId)).toMatchObject({ data: { is: 'asked' } })
    await until(() => told(door).length === 1)
    expect(told(door)).toEqual([{ is: 'asked' }])
    expect(await send(callId, {}, sound)).toMatchObject({ id: 'call.notRecorded' })
    // Asked is not agreed.
    expect(await begin(callId)).toMatchObject({ data: { is: 'asked' } })
    await consent(door, callId, false)
    await until(async () => (await audits(callId)).includes('call.decline'))
    expect(await begin(callId)).toMatchObject({ data: { is: 'asked' } })
    await consent(door, callId, true)
    await until(async () => (await audits(callId)).includes('call.consent'))
    expect(await begin(callId)).toMatchObject({ data: { is: 'on' } })
    expect(await send(callId, {}, sound)).toMatchObject({ code: 1 })
    await until(() => told(door).some(word => JSON.stringify(word) === '{"is":"on","agreed":true}'))
    await consent(door, callId, false)
    expect(await closed(callId)).toMatchObject({ state: 'ready' })
    expect(await send(callId, { piece: '1' }, sound)).toMatchObject({ id: 'call.notRecorded' })
    // What was agreed to once is asked anew.
    expect(await begin(callId)).toMatchObject({ data: { is: 'asked' } })
    await hangUp(door.imei)
    await door.leave()
  })

  test('the door cannot say in another’s place, nor what only the server says', async () => {
    await decide('agreed')
    const { door, callId } = await answeredDoor()
    const stranger = await stage.connect(await stage.addDoor())
    expect(await begin(callId)).toMatchObject({ data: { is: 'asked' } })
    await consent(stranger, callId, true)
    await door.say({ code: '5083', callId, signal: { kind: 'recording', word: { is: 'agreed' } } })
    await consent(door, callId, false)
    await until(async () => (await audits(callId)).length > 0)
    expect(await audits(callId)).toEqual(['call.decline'])
    expect(await rowOf(callId)).toBeUndefined()
    await hangUp(door.imei)
    await Promise.all([door.leave(), stranger.leave()])
  })
})

const audits = async (callId: number) =>
  (
    await stage.query<{ action: string }>(
      `select action from audit where row_id = $1 and action in ('call.consent', 'call.decline') order by id`,
      [callId],
    )
  ).map(({ action }) => action)
