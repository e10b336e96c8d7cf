// A room recorded over a real server: consent, another host who ends it, who may play it, a killed program, holds.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Participant } from '../../../../server/simulator/conference/participant.ts'
import { type ConferenceStage, eventually, startConferenceStage } from '../conference/conference-stage.ts'

let stage: ConferenceStage
beforeAll(async () => {
  stage = await startConferenceStage()
})
afterAll(() => stage?.stop())

const base64 = (command: object) => Buffer.from(JSON.stringify(command)).toString('base64')
const storage = { Protocol: '', AccessKey: '', SecretKey: '', BucketName: '' }
const startText = (fileName: string) =>
  base64({ Cmd: 'StartRecord', Video: true, Storage: { ...storage, FileKey: fileName } })
const stopText = base64({ Cmd: 'StopRecord' })

const answersOf = ({ told }: Participant): unknown[] =>
  told.flatMap(one =>
    one.event === 'sendtext' ? [JSON.parse(Buffer.from(one.text, 'base64').toString('utf8'))] : [],
  )
async function say(participant: Participant, text: string): Promise<Record<string, unknown>> {
  const before = answersOf(participant).length
  await participant.command({ cmd: 'sendtext', text })
  return eventually('an answer', () => answersOf(participant)[before] as Record<string, unknown>, 25_000)
}

interface Row {
  id: number
  state: string
  trouble: string | null
  bytes: number
  trackCount: number
  name: string
  fileName: string
  imeis: string[]
}
async function list(token = stage.server.tokens.admin): Promise<Row[]> {
  const { data, ...rest } = await stage.server.call('/api/user/recording/page', {
    token,
    query: {},
  })
  if (!data) throw new Error(JSON.stringify(rest))
  return (data as { list: Row[] }).list
}
const ready = (fileName: string) =>
  eventually(
    `${fileName} to be ready`,
    async () =>
      (await list()).find(row => row.fileName === fileName && ['ready', 'failed'].includes(row.state)),
    40_000,
  )
const folders = () =>
  readdirSync(join(stage.server.app.parts.filesDir, 'recordings')).filter(name => name !== 'home')
const videosBeingWritten = () =>
  folders().flatMap(folder =>
    readdirSync(join(stage.server.app.parts.filesDir, 'recordings', folder)).filter(file =>
      file.includes('-video'),
    ),
  ).length

interface Played {
  durationMs: number
  tracks: {
    id: number
    kind: string
    codec: string
    whose: string
    url: string
    bytes: number
    durationMs: number
    beginMs: number
    spans: { fromMs: number; toMs: number }[]
    width: number | null
  }[]
  marks: { kind: string; whose: string | null; displayName: string | null }[]
}
const play = async (id: number, token = stage.server.tokens.admin) => {
  const {
    code,
    data,
    id: error,
  } = await stage.server.call('/api/user/recording/play', { token, body: { id } })
  return { code, error, played: data as Played }
}

describe('recording of a room', () => {
  let fileName: string
  let recordingId: number
  let host: Participant
  let guest: Participant
  let silent: Participant

  test('begins for all who agree, and names who does not', { timeout: 90_000 }, async () => {
    const [one, other, third] = [await stage.person(), await stage.person(), await stage.person('巡逻人员')]
    host = await stage.join(one.token, '3001')
    guest = await stage.join(other.token, '3001')
    silent = await stage.join(third.token, '3001')
    await eventually('media', () => guest.members().size >= 2)
    fileName = `web_${Date.now()}`
    expect(await say(silent, startText(fileName))).toMatchObject({ Ret: 1, Reason: 'forbidden' })
    expect(await say(host, base64({ Cmd: 'Sing' }))).toMatchObject({ Ret: 1, Reason: 'invalid' })
    expect(await say(host, startText('../../etc/passwd'))).toMatchObject({ Ret: 1, Reason: 'invalid' })
    expect(await say(host, stopText)).toMatchObject({ Ret: 1, Reason: 'none' })
    expect(await say(host, startText(fileName))).toMatchObject({ Ret: 0, FileKey: fileName })
    expect(await say(host, startText(`web_1`))).toMatchObject({ Ret: 1, Reason: 'running' })
    await eventually('the question', () => guest.told.some(({ event }) => event === 'onconsent'))
    expect(host.told.some(({ event }) => event === 'onconsent')).toBe(false)
    await guest.command({ cmd: 'consent', yes: true })
    await silent.command({ cmd: 'consent', yes: false })
    await eventually('since when it is recorded', () =>
      guest.told.some(one => one.event === 'onconfstate' && one.room.recordingSince !== null),
    )
    await new Promise(resolve => setTimeout(resolve, 4_000))
    // Another host ends it.
    expect(await say(guest, stopText)).toMatchObject({ Ret: 0, FileKey: fileName })
    const row = await ready(fileName)
    expect(row).toMatchObject({ state: 'ready', trouble: null })
    recordingId = row.id
    // What it was made of goes once it is kept.
    await eventually('an empty folder', () => folders().length === 0)
  })

  test('plays in parts, by tracks that lie beside each other', { timeout: 30_000 }, async () => {
    const { played } = await play(recordingId)
    const kinds = played.tracks.map(({ kind, codec, whose }) => `${whose} ${kind} ${codec}`).sort()
    const names = [...host.members().keys()]
    expect(kinds.length).toBe(4)
    expect(new Set(played.tracks.map(({ whose }) => whose)).size).toBe(2)
    expect(kinds.every(kind => /(audio opus|video vp8)$/.test(kind))).toBe(true)
    expect(names.length).toBeGreaterThan(0)
    for (const track of played.tracks) {
      expect(track.durationMs).toBeGreaterThan(2_000)
      expect(track.durationMs).toBeLessThan(8_000)
      expect(track.spans.length).toBeGreaterThan(0)
    }
    expect(played.marks.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['join', 'declined']))
    const [track] = played.tracks
    const first = await fetch(`${stage.server.url}${track?.url}`, { headers: { range: 'bytes=0-3' } })
    expect(first.status).toBe(206)
    expect(first.headers.get('content-range')).toBe(`bytes 0-3/${track?.bytes}`)
    expect(Buffer.from(await first.arrayBuffer()).toString('hex')).toBe('1a45dfa3')
    const beyond = await fetch(`${stage.server.url}${track?.url}`, { headers: { range: 'bytes=999999999-' } })
    expect(beyond.status).toBe(416)
  })

  test('is kept from others, and every playing is written down', async () => {
    expect(await play(recordingId, stage.server.tokens.stranger)).toMatchObject({ error: 'row.unknown' })
    expect(await play(recordingId, stage.server.tokens.patrol)).toMatchObject({ error: 'forbidden' })
    const { played } = await play(recordingId)
    const [track] = played.tracks
    const { data } = await stage.server.call('/api/user/recording/download', {
      token: stage.server.tokens.admin,
      body: { id: recordingId, trackId: track?.id },
    })
    const { url, fileName: name } = data as { url: string; fileName: string }
    const file = await fetch(`${stage.server.url}${url}`)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(name).toMatch(/\.webm$/)
    expect((await file.arrayBuffer()).byteLength).toBe(track?.bytes)
    // A changed address, and the plain one of uploads.
    expect((await fetch(`${stage.server.url}${url.slice(0, -2)}AA`)).status).toBe(404)
    const key = await stage.server.sql(sql =>
      sql.first<{ key: string }>(`select key from stored_file where kind = 'recording' limit 1`),
    )
    expect((await fetch(`${stage.server.url}/files/${key?.key}`)).status).toBe(404)
    const audited = await stage.server.sql(sql =>
      sql.query<{ action: string }>(`select action from audit where action like 'recording.%' order by id`),
    )
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['recording.start', 'recording.stop', 'recording.play', 'recording.download']),
    )
  })

  test('is told its devices, by its own tenant only', async () => {
    const body = {
      bucketName: 'server',
      fileName: `${fileName}_0000`,
      imeis: [stage.server.here.imei],
      type: 1,
    }
    const tell = (token: string, more = {}) =>
      stage.server.call('/api/device/vcr/addVcrInfo', { token, body: { ...body, ...more } })
    expect(await tell(stage.server.tokens.stranger)).toMatchObject({ id: 'row.unknown' })
    expect(await tell(stage.server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
    expect((await tell(stage.server.tokens.admin, { bucketName: '' })).code).not.toBe(0)
    expect((await tell(stage.server.tokens.admin, { fileName: 'x' })).code).not.toBe(0)
    expect(await tell(stage.server.tokens.admin)).toMatchObject({ code: 0 })
    expect((await list()).find(({ id }) => id === recordingId)?.imeis).toEqual([stage.server.here.imei])
    expect(await tell(stage.server.tokens.admin, { imeis: [stage.server.there.imei] })).toMatchObject({
      id: 'field.reference',
      field: 'imeis.0',
    })
  })

  test('cannot be deleted while it is held', async () => {
    const { tokens } = stage.server
    const give = (name: string, more = {}) =>
      stage.server.call(`/api/user/recording/${name}`, {
        token: tokens.admin,
        body: { ids: [recordingId], ...(Object.keys(more).length > 0 && { input: more }) },
      })
    expect(await give('hold', { reason: 'An accident' })).toMatchObject({ code: 0 })
    expect(JSON.stringify(await give('remove'))).toContain('recording.held')
    const isListed = async () => (await list()).some(({ id }) => id === recordingId)
    expect(await isListed()).toBe(true)
    await stage.server.sql(sql =>
      sql.change('update recording set expires_at = 1 where id = $1', [recordingId]),
    )
    const { deleteExpired } = await import('../../../../server/modules/recordings/expiry.ts')
    expect(await deleteExpired(stage.server.app.parts, Date.now())).toBe(0)
    expect(await give('release')).toMatchObject({ code: 0 })
    expect(await deleteExpired(stage.server.app.parts, Date.now())).toBe(1)
    expect(await isListed()).toBe(false)
    const left = await stage.server.sql(sql =>
      sql.query(`select id from stored_file where kind = 'recording' and swept_at is null`),
    )
    expect(left).toEqual([])
  })

  test('loses at most a second when the program that carries media is killed', {
    timeout: 90_000,
  }, async () => {
    const someone = await stage.person()
    const alone = await stage.join(someone.token, '3002')
    const name = `web_${Date.now()}`
    expect(await say(alone, startText(name))).toMatchObject({ Ret: 0 })
    await new Promise(resolve => setTimeout(resolve, 4_000))
    const pid = stage.server.app.conferences.media.pid()
    if (!pid) throw new Error('No program carries media')
    process.kill(pid, 'SIGKILL')
    // Two: of before, and of after, which lasts as long as it takes to write a little.
    await eventually('the picture to be written again', () => videosBeingWritten() > 1 || undefined, 40_000)
    await new Promise(resolve => setTimeout(resolve, 1_500))
    expect(await say(alone, stopText)).toMatchObject({ Ret: 0 })
    const row = await ready(name)
    expect(row.state).toBe('ready')
    const { played } = await play(row.id)
    const video = played.tracks.find(({ kind }) => kind === 'video')
    // One span where the pause between was short, two otherwise.
    const [before] = video?.spans ?? []
    expect((before?.toMs ?? 0) - (before?.fromMs ?? 0)).toBeGreaterThan(2_500)
    expect(video?.spans.at(-1)?.toMs).toBeGreaterThan(5_000)
  })

  test('is recorded of devices without a question, and ends with the last who goes', {
    timeout: 60_000,
  }, async () => {
    const someone = await stage.person()
    const alone = await stage.join(someone.token, '3003')
    const name = `web_${Date.now()}`
    expect(await say(alone, startText(name))).toMatchObject({ Ret: 0 })
    await new Promise(resolve => setTimeout(resolve, 2_000))
    await alone.leave()
    expect(await ready(name)).toMatchObject({ state: 'ready' })
    const folder = join(stage.server.app.parts.filesDir, 'recordings', '3')
    await eventually('no folder of the third', () => !existsSync(folder))
  })

  test('is refused by a room that must not be recorded', async () => {
    await stage.keepRoom('3004', { recordingAllowed: false })
    const someone = await stage.person()
    const alone = await stage.join(someone.token, '3004')
    expect(await say(alone, startText('web_5'))).toMatchObject({ Ret: 1, Reason: 'forbidden' })
  })
})
