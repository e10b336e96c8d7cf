// The faces of a tenant as captures are compared with them: unsealed in memory, as long as nothing of them has changed and
// somebody asks now and then.
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { openEmbedding } from './seal.ts'

export interface Enrolled {
  sampleId: number
  libraryId: number
  personName: string
  birthDate: string
  expiresAt: number
}

/** The embeddings stand one behind the other, in the order of the samples. */
export interface Gallery {
  model: string
  dimensions: number
  samples: readonly Enrolled[]
  vectors: Float32Array
}

export interface Nearest {
  sample: Enrolled
  distance: number
}

const IDLE_MS = 10 * MINUTE_MS

/** Straight-line distance of an embedding from the one at a place of the gallery. */
export function distanceAt({ vectors, dimensions }: Gallery, at: number, embedding: Float32Array): number {
  let sum = 0
  const start = at * dimensions
  for (let n = 0; n < dimensions; n++) {
    const difference = (vectors[start + n] ?? 0) - (embedding[n] ?? 0)
    sum += difference * difference
  }
  return Math.sqrt(sum)
}

/** The nearest sample whose consent still holds, in the named libraries or in all; and how many were compared. */
export function nearestIn(
  gallery: Gallery,
  embedding: Float32Array,
  { now, libraryIds }: { now: number; libraryIds?: ReadonlySet<number> | undefined },
): { nearest: Nearest | undefined; compared: number } {
  let nearest: Nearest | undefined
  let compared = 0
  if (embedding.length !== gallery.dimensions) return { nearest, compared }
  for (const [at, sample] of gallery.samples.entries()) {
    if (sample.expiresAt <= now || libraryIds?.has(sample.libraryId) === false) continue
    compared++
    const distance = distanceAt(gallery, at, embedding)
    if (!nearest || distance < nearest.distance) nearest = { sample, distance }
  }
  return { nearest, compared }
}

export interface Galleries {
  /** Those of one engine's model, as the transaction sees them. */
  of(sql: Sql, tenantId: number, model: string): Promise<Gallery>
  /** Nothing of a tenant's faces stays in memory. */
  drop(tenantId: number): void
}

export function createGalleries(key: Buffer): Galleries {
  const kept = new Map<number, { revision: number; gallery: Gallery; timer: NodeJS.Timeout }>()
  const drop = (tenantId: number) => {
    clearTimeout(kept.get(tenantId)?.timer)
    kept.delete(tenantId)
  }
  return {
    drop,
    of: async (sql, tenantId, model) => {
      const setting = await firstOf(
        sql,
        tables.selectFrom('face_setting').select('revision').where('tenant_id', '=', tenantId),
      )
      const revision = setting?.revision ?? 0
      const known = kept.get(tenantId)
      if (known?.revision === revision && known.gallery.model === model) {
        known.timer.refresh()
        return known.gallery
      }
      const gallery = await load(sql, key, tenantId, model)
      drop(tenantId)
      const timer = setTimeout(() => drop(tenantId), IDLE_MS)
      timer.unref()
      kept.set(tenantId, { revision, gallery, timer })
      return gallery
    },
  }
}

async function load(sql: Sql, key: Buffer, tenantId: number, model: string): Promise<Gallery> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('face_sample as s')
      .innerJoin('face_picture as p', 'p.id', 's.picture_id')
      .select(['s.id', 's.library_id', 's.person_name', 's.birth_date', 's.expires_at', 'p.embedding'])
      .where('s.tenant_id', '=', tenantId)
      .where('p.model', '=', model)
      .where('p.embedding', 'is not', null)
      .orderBy('s.id'),
  )
  const opened = rows.flatMap(row => {
    const embedding = row.embedding && openEmbedding(key, row.embedding, { tenantId, model })
    return embedding ? [{ row, embedding }] : []
  })
  const dimensions = opened[0]?.embedding.length ?? 0
  const alike = opened.filter(({ embedding }) => embedding.length === dimensions)
  const vectors = new Float32Array(alike.length * dimensions)
  for (const [at, { embedding }] of alike.entries()) vectors.set(embedding, at * dimensions)
  return {
    model,
    dimensions,
    vectors,
    samples: alike.map(({ row }) => ({
      sampleId: row.id,
      libraryId: row.library_id,
      personName: row.person_name,
      birthDate: row.birth_date,
      expiresAt: row.expires_at,
    })),
  }
}
