// A capture compared with 10,000 enrolled faces: with the gallery in memory, and with it read and unsealed first.
import { randomBytes } from 'node:crypto'
import { type Sql, WHOLE } from '../../server/db/scoped.ts'
import { createGalleries, nearestIn } from '../../server/modules/faces/gallery.ts'
import { sealEmbedding } from '../../server/modules/faces/seal.ts'
import { createChance } from '../../server/simulator/random.ts'
import { startTestDatabase } from '../server/db/database.ts'
import { type Bench, median } from './figures.ts'

const FACES = 10_000
/** As the built-in engine's embeddings have. */
const DIMENSIONS = 128
const SEARCHES = 60
const MODEL = 'bench'

function embeddings(count: number): Float32Array[] {
  const chance = createChance(5)
  return Array.from({ length: count }, () =>
    Float32Array.from({ length: DIMENSIONS }, () => chance.around(0, 0.1)),
  )
}

async function seed(sql: Sql, key: Buffer, faces: readonly Float32Array[]): Promise<number> {
  const tenant = await sql.first<{ id: number }>(
    `insert into tenant (created_at, updated_at, name, scenario) values (0, 0, 'faces', 'community') returning id`,
  )
  const tenantId = tenant?.id ?? 0
  const library = await sql.first<{ id: number }>(
    `insert into face_library (tenant_id, created_at, updated_at, name, quality_threshold, intra_threshold, inter_threshold)
     values ($1, 0, 0, 'all', 50, 45, 58) returning id`,
    [tenantId],
  )
  await sql.change('insert into face_setting (tenant_id, on_at, revision) values ($1, 1, 1)', [tenantId])
  await sql.change(
    `with made as (insert into face_picture (tenant_id, created_at, key, storage, content_type, bytes, name, use, model,
         embedding, quality)
       select $1, 0, 'k' || n, 'local', 'image/png', 1, 'f', 'sample', $3, e, 80
       from unnest($2::bytea[]) with ordinality as x (e, n) returning id)
     insert into face_sample (tenant_id, created_at, updated_at, library_id, picture_id, person_name, birth_date,
       consent_purpose, consent_at, expires_at)
     select $1, 0, 0, $4, id, 'p' || id, '1990-01-01', 'bench', 0, $5 from made`,
    [
      tenantId,
      faces.map(face => sealEmbedding(key, face, { tenantId, model: MODEL })),
      MODEL,
      library?.id,
      Date.now() + 1_000_000_000,
    ],
  )
  return tenantId
}

const bench: Bench = {
  name: `Faces: a capture among ${FACES} enrolled ones`,
  async run() {
    const database = await startTestDatabase()
    try {
      const key = randomBytes(32)
      const faces = embeddings(FACES)
      const tenantId = await database.data.scoped(WHOLE, sql => seed(sql, key, faces))
      const galleries = createGalleries(key)
      const search = async (embedding: Float32Array) => {
        const from = performance.now()
        const found = await database.data.scoped({ tenant: tenantId }, async sql =>
          nearestIn(await galleries.of(sql, tenantId, MODEL), embedding, { now: Date.now() }),
        )
        return { ms: performance.now() - from, ...found }
      }
      const wanted = (at: number) => faces[(at * 163) % FACES] ?? new Float32Array(DIMENSIONS)
      const cold = await search(wanted(0))
      const warm = []
      let found = 0
      for (let at = 1; at <= SEARCHES; at++) {
        const { ms, nearest, compared } = await search(wanted(at))
        warm.push(ms)
        if (nearest?.distance === 0 && compared === FACES) found++
      }
      galleries.drop(tenantId)
      return {
        figures: [
          { label: 'one search', value: median(warm), unit: 'ms', target: { atMost: 20 } },
          { label: 'the first one, with reading and unsealing', value: cold.ms, unit: 'ms' },
          {
            label: 'searches that found the right face',
            value: found,
            unit: '',
            target: { atLeast: SEARCHES },
          },
        ],
      }
    } finally {
      await database.stop()
    }
  },
}
export default bench
