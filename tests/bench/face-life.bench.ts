// A face over HTTP: enrolled, found in a capture, erased; and what is left of it then. With the real engine where
// FACE_ENGINE_DIR names its folder, and faces out of the pictures that its package brings; else with the one of the tests.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import sharp from 'sharp'
import { createWorkerEngine } from '../../server/modules/faces/worker-engine.ts'
import { DAY_MS } from '../../src/domain/durations.ts'
import { faceDuty } from '../../src/domain/face/duties.ts'
import { drawnFace } from '../fakes/drawn-face.ts'
import { uploadTo } from '../server/modules/files/upload-call.ts'
import { startServer, type TestServer } from '../server/start.ts'
import { type Bench, median } from './figures.ts'

const ENGINE = join(import.meta.dirname, '../../server/modules/faces/face-api-worker.ts')
/** Around a face that is cut out, as a share of its width. */
const MARGIN = 0.35
const ROUNDS = 8
const ERASED_MS = 10_000

interface Picture {
  name: string
  bytes: Buffer
}

/** Faces cut out of the group pictures that the engine's package has to show what it can. */
async function picturesOf(folder: string): Promise<Picture[]> {
  const demo = join(folder, 'node_modules/@vladmandic/face-api/demo')
  const engine = createWorkerEngine({ program: ENGINE, folder }, pino({ level: 'silent' }))
  const pictures: Picture[] = []
  for (const name of readdirSync(demo).filter(each => /^sample\d\.jpg$/.test(each))) {
    const { data, info } = await sharp(join(demo, name))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const seen = await engine.look({ width, height, rgb: new Uint8Array(data) })
    for (const [nth, { box }] of (seen?.faces ?? []).entries()) {
      const [room, side] = [box.width * MARGIN, box.width * (1 + 2 * MARGIN)]
      const left = Math.max(0, Math.round(box.x - room))
      const top = Math.max(0, Math.round(box.y - room))
      const bytes = await sharp(join(demo, name))
        .extract({
          ...{ left, top },
          width: Math.min(Math.round(side), width - left),
          height: Math.min(Math.round(side), height - top),
        })
        .jpeg({ quality: 92 })
        .toBuffer()
      pictures.push({ name: `${nth}-${name}`, bytes })
    }
  }
  await engine.stop()
  return pictures
}

const drawn = (): Promise<Picture[]> =>
  Promise.all(
    [1, 2, 3].map(async person => ({ name: `drawn-${person}.png`, bytes: await drawnFace({ person }) })),
  )

const filesOf = (server: TestServer): string[] => {
  const folder = join(server.app.parts.filesDir, 'faces')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter(name => statSync(join(folder, name)).isFile())
}

const NAME = '张量量'

/** Rows of all tables that name the person, and rows of faces, their embeddings among them. */
async function leftOf(server: TestServer): Promise<number> {
  const tables = await server.sql(sql =>
    sql.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    ),
  )
  let left = 0
  for (const { name } of tables) {
    const where = ['face_sample', 'face_picture', 'face_capture'].includes(name)
      ? `tenant_id = ${server.here.tenantId}`
      : `to_jsonb(t)::text like '%${NAME}%'`
    const found = await server.sql(sql =>
      sql.first<{ n: number }>(`select count(*) as n from ${name} t where ${where}`),
    )
    left += Number(found?.n ?? 0)
  }
  return left
}

const bench: Bench = {
  name: 'Faces: enrolled, found and erased',
  async run() {
    const folder = process.env.FACE_ENGINE_DIR
    const server = await startServer(
      folder === undefined
        ? {
            FACE_ENGINE_DIR: import.meta.dirname,
            FACE_ENGINE_PROGRAM: join(import.meta.dirname, '../fakes/face-engine.ts'),
          }
        : { FACE_ENGINE_DIR: folder },
    )
    const token = server.tokens.admin
    const post = (path: string, body: object) =>
      server.call(`/api/user/${path}`, {
        token,
        body,
        headers: { 'idempotency-key': randomBytes(16).toString('hex') },
      })
    const sent = async (path: string, { name, bytes }: Picture): Promise<unknown> => {
      const answer = await uploadTo(server, `/api/user/${path}`, bytes, name)
      return answer.code === 1 ? answer.data : undefined
    }
    try {
      for (const table of ['face_capture', 'face_sample', 'face_picture'])
        await server.sql(sql =>
          sql.change(`delete from ${table} where tenant_id = $1`, [server.here.tenantId]),
        )
      await post('face/turnOn', { duties: [...faceDuty.options] })
      const made = await post('faceLibrary/save', {
        name: 'bench',
        qualityThreshold: 1,
        intraThreshold: 45,
        interThreshold: 58,
      })
      const { id: libraryId } = made.data as { id: number }
      const pictures: Picture[] = []
      for (const picture of folder === undefined ? await drawn() : await picturesOf(folder)) {
        // The first look starts the engine: it is no part of the figures.
        const address = await sent('face/uploadFaceImg', picture)
        if (address === undefined) continue
        pictures.push(picture)
        await post('face/discard', { pictures: [address] })
      }
      const enrolled: number[] = []
      const captured: number[] = []
      const erased: number[] = []
      let found = 0
      let left = 0
      for (let round = 0; round < ROUNDS; round++) {
        const picture = pictures[round % pictures.length]
        if (!picture) throw new Error('No picture shows exactly one usable face')
        let from = performance.now()
        const address = await sent('face/uploadFaceImg', picture)
        const saved = await post('faceSample/save', {
          libraryId,
          personName: NAME,
          picture: address,
          birthDate: '1990-05-01',
          consentPurpose: 'bench',
          consentAt: Date.now() - DAY_MS,
          expiresAt: Date.now() + DAY_MS,
        })
        enrolled.push(performance.now() - from)
        const { id } = saved.data as { id: number }
        from = performance.now()
        const capture = (await sent('faceCapture/upload', picture)) as { state: string } | undefined
        captured.push(performance.now() - from)
        if (capture?.state === 'suggested') found++
        from = performance.now()
        await post('faceSample/withdraw', { ids: [id] })
        while (filesOf(server).length > 0 && performance.now() - from < ERASED_MS) await wait(10)
        erased.push(performance.now() - from)
        left += (await leftOf(server)) + filesOf(server).length
      }
      const engine = folder === undefined ? 'without a real engine' : 'with the real engine'
      return {
        figures: [
          {
            label: `from the picture to the sample, ${engine}`,
            value: median(enrolled),
            unit: 'ms',
            target: { atMost: 2_000 },
          },
          { label: 'from a capture to its match', value: median(captured), unit: 'ms' },
          { label: 'captures that found their person', value: found, unit: '', target: { atLeast: ROUNDS } },
          { label: 'from the erasure to the last byte', value: median(erased), unit: 'ms' },
          { label: 'rows, embeddings and files left', value: left, unit: '', target: { atMost: 0 } },
        ],
      }
    } finally {
      await server.stop()
    }
  },
}

export default bench
