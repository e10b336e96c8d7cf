// What goes wrong with recordings: a storage that is away, a server that falls, a disk and a quota that run full, and nothing in
// them at all. In each case what there is stays, and the reason is said.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../../../server/log.ts'
import { type Member, memberOf, type RoomSettings } from '../../../../server/modules/conference/members.ts'
import { emptyRoom } from '../../../../server/modules/conference/room.ts'
import { createRoomRecording } from '../../../../server/modules/conference/room-recording.ts'
import { openTrackWriter, type TrackLine, trackList } from '../../../../server/modules/recordings/public.ts'
import { createRecordings } from '../../../../server/modules/recordings/recordings.ts'
import { type ObjectStorage, startObjectStorage } from '../../../fakes/object-storage.ts'
import { until } from '../../broker/stage.ts'
import { startServer, type TestServer } from '../../start.ts'

let fake: ObjectStorage
let server: TestServer
beforeAll(async () => {
  fake = await startObjectStorage()
  const { endpoint, bucket, region, key, secret } = fake.settings
  server = await startServer({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_KEY: key,
    S3_SECRET: secret,
  })
})
afterAll(async () => {
  await server?.stop()
  await fake?.stop()
})

const books = () => server.app.parts.recordings
let counter = 0

async function begin(): Promise<{ id: number; folder: string }> {
  const begun = await books().begin({
    tenantId: server.here.tenantId,
    source: 'room',
    name: `Room ${++counter}`,
    fileName: `web_${counter}`,
    userId: null,
    userName: '',
    roomId: '1',
  })
  if (typeof begun === 'string') throw new Error(begun)
  return begun
}

/** Writes two seconds of sound of somebody; answers what closes the file. */
async function record(folder: string, whose: string): Promise<() => Promise<void>> {
  const file = `1-${whose}-audio.part.webm`
  const line: TrackLine = {
    is: 'track',
    file,
    kind: 'audio',
    codec: 'opus',
    stay: 1,
    beginMs: 0,
    whose,
    displayName: whose,
    imei: null,
  }
  await appendFile(join(folder, trackList), `${JSON.stringify(line)}\n`)
  const writer = openTrackWriter({
    path: join(folder, file),
    track: { codec: 'opus', channels: 1 },
    onTrouble: (_trouble, error) => {
      throw error
    },
  })
  for (let at = 0; at < 2_000; at += 20)
    writer.write({ data: new Uint8Array(40).fill(7).with(0, 0x78), key: true, at })
  await until(() => writer.bytes() > 3_000)
  return writer.close
}

const end = (id: number) => books().end(id, { at: Date.now(), trouble: null, imeis: [] })

interface Row {
  state: string
  trouble: string | null
  trackCount: number
  bytes: number
}
const rowOf = async (id: number): Promise<Row> =>
  (await server.call('/api/user/recording/get', { token: server.tokens.admin, query: { id: String(id) } }))
    .data as Row
const becomes = (id: number, state: string) =>
  until(async () => {
    const row = await rowOf(id)
    return row.state === state ? row : undefined
  })

describe('a storage that is away', () => {
  test('costs nothing: the files wait, it is said, and they are brought there once', {
    timeout: 60_000,
  }, async () => {
    const { id, folder } = await begin()
    for (const whose of ['u1', 'u2']) await (await record(folder, whose))()
    const before = fake.objects.size
    // The first file is brought, the second is not.
    fake.stumble(0)
    fake.stumble(10_000)
    await end(id)
    await until(async () => (await rowOf(id)).trouble === 'storage')
    expect(await rowOf(id)).toMatchObject({ state: 'closing', trackCount: 0 })
    expect(readdirSync(folder).filter(name => name.endsWith('.part.webm'))).toHaveLength(2)
    fake.stumble(0)
    const tried = await server.call('/api/user/recording/retry', {
      token: server.tokens.admin,
      body: { ids: [id] },
    })
    expect(tried).toMatchObject({ code: 0 })
    expect(await becomes(id, 'ready')).toMatchObject({ trouble: null, trackCount: 2 })
    // Nothing lies there that nobody knows.
    expect(fake.objects.size - before).toBe(2)
    await until(() => !existsSync(folder))
    const { data } = await server.call('/api/user/recording/play', {
      token: server.tokens.admin,
      body: { id },
    })
    for (const { url } of (data as { tracks: { url: string }[] }).tracks)
      expect((await fetch(`${server.url}${url}`)).status).toBe(200)
  })
})

describe('a server that falls', () => {
  test('takes up what it was recording when it is started again', { timeout: 60_000 }, async () => {
    const { id, folder } = await begin()
    // Never closed: the file ends where the server did.
    await record(folder, 'u3')
    expect(await rowOf(id)).toMatchObject({ state: 'recording' })
    expect(await books().recover()).toBe(1)
    expect(await becomes(id, 'ready')).toMatchObject({ trouble: 'interrupted', trackCount: 1 })
    expect(await books().recover()).toBe(0)
    const { data } = await server.call('/api/user/recording/play', {
      token: server.tokens.admin,
      body: { id },
    })
    const [track] = (data as { tracks: { durationMs: number }[] }).tracks
    expect(track?.durationMs).toBeGreaterThan(1_000)
  })
})

describe('a disk or a quota that runs full', () => {
  const booksWith = (recordings: { quota: number; days: number; leastFree: number }) => {
    const { parts } = server.app
    return createRecordings({ ...parts, config: { ...parts.config, recordings } })
  }
  const wanted = () => ({
    tenantId: server.here.tenantId,
    source: 'room' as const,
    name: 'Full',
    fileName: 'web_0',
    userId: null,
    userName: '',
  })

  test('begins nothing, and says why what runs cannot go on', { timeout: 60_000 }, async () => {
    const noDisk = booksWith({ quota: 1e12, days: 1, leastFree: Number.MAX_SAFE_INTEGER })
    expect(await noDisk.begin(wanted())).toBe('diskFull')
    const { id, folder } = await begin()
    await (await record(folder, 'u4'))()
    const { tenantId } = server.here
    expect(await noDisk.trouble({ tenantId, folder })).toBe('diskFull')
    expect(await books().trouble({ tenantId, folder })).toBeUndefined()
    const noRoom = booksWith({ quota: 1_000, days: 1, leastFree: 1 })
    // What is being written counts before it is kept.
    expect(await noRoom.trouble({ tenantId: server.there.tenantId, folder })).toBe('quota')
    await end(id)
    await becomes(id, 'ready')
    expect(await noRoom.begin(wanted())).toBe('quota')
    // The quota of one is not the other's.
    expect(await noRoom.begin({ ...wanted(), tenantId: server.there.tenantId })).toMatchObject({
      id: expect.any(Number),
    })
  })

  afterEach(() => {
    vi.useRealTimers()
  })
  test('ends what a room records within seconds, and tells everybody in it', async () => {
    vi.useFakeTimers()
    const settings: RoomSettings = {
      displayName: 'Room',
      capacity: 16,
      waitForHost: false,
      locked: false,
      recordingAllowed: true,
    }
    const told: unknown[] = []
    const person = (accountId: number): Member => {
      const claims = {
        id: String(accountId),
        tenantId: 1,
        roomId: '1',
        accountName: `u${accountId}`,
        displayName: 'Lin',
        who: { kind: 'person' as const, accountId, tokenHash: '' },
        roomPassword: null,
        expiresAt: 1e15,
      }
      const made = memberOf({
        claims,
        kind: 'host',
        settings,
        instanceId: claims.accountName,
        now: Date.now,
      })
      return { ...made, mail: { ...made.mail, tell: event => void told.push([accountId, event]) } }
    }
    const room = emptyRoom({ tenantId: 1, roomId: '1', settings, since: 0, floor: undefined })
    const [host, other] = [person(1), person(2)]
    for (const one of [host, other]) room.members.set(one.claims.accountName, one)
    let trouble: 'diskFull' | undefined
    const ended: unknown[] = []
    const recording = createRoomRecording({
      media: { record: () => {}, endRecording: async () => {} },
      book: {
        begin: async () => ({ id: 7, folder: '/nowhere' }),
        note: () => {},
        expect: () => {},
        end: async (id, { trouble: why }) => void ended.push([id, why]),
        trouble: async () => trouble,
      },
      log: createLog(server.app.parts.config),
      now: Date.now,
    })
    const command = {
      Cmd: 'StartRecord',
      Video: true,
      Storage: { Protocol: '', AccessKey: '', SecretKey: '', BucketName: '', FileKey: 'web_1' },
    }
    recording.sendText(room, host, Buffer.from(JSON.stringify(command)).toString('base64'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(ended).toEqual([])
    trouble = 'diskFull'
    await vi.advanceTimersByTimeAsync(5_100)
    expect(ended).toEqual([[7, 'diskFull']])
    for (const accountId of [1, 2])
      expect(told).toContainEqual([accountId, { event: 'onrecord', trouble: 'diskFull' }])
    expect(room.recording).toBeNull()
    await recording.stop()
  })
})

describe('a recording with nothing in it', () => {
  test('says whether nobody agreed, nothing came, or nothing can be read', { timeout: 60_000 }, async () => {
    const [nobody, silent, unreadable] = [await begin(), await begin(), await begin()]
    books().expect(silent.folder)
    books().expect(unreadable.folder)
    await until(
      () => existsSync(join(unreadable.folder, 'expected')) && existsSync(join(silent.folder, 'expected')),
    )
    const line = { is: 'track', kind: 'audio', codec: 'opus', stay: 1, beginMs: 0, imei: null }
    writeFileSync(
      join(unreadable.folder, trackList),
      `${JSON.stringify({ ...line, file: '1-a.part.webm', whose: 'u1', displayName: 'Lin' })}\n`,
    )
    writeFileSync(join(unreadable.folder, '1-a.part.webm'), 'no film at all')
    for (const { id } of [nobody, silent, unreadable]) await end(id)
    expect(await becomes(nobody.id, 'failed')).toMatchObject({ trouble: 'empty' })
    expect(await becomes(silent.id, 'failed')).toMatchObject({ trouble: 'nothingCame' })
    expect(await becomes(unreadable.id, 'failed')).toMatchObject({ trouble: 'broken' })
  })
})
