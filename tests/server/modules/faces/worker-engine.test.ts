// The engine in its own process: what it says, and what becomes of a picture when it says nothing, dies or talks nonsense.
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { EngineProblem, type FaceEngine, type Pixels } from '../../../../server/modules/faces/engine.ts'
import { createWorkerEngine } from '../../../../server/modules/faces/worker-engine.ts'
import { type Drawn, embeddingOf, firstPixel } from '../../../fakes/face-engine.ts'

const program = join(import.meta.dirname, '../../../fakes/face-engine.ts')
const log = pino({ level: 'silent' })
const engines: FaceEngine[] = []
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
})

function start(more: { lookMs?: number; startMs?: number; program?: string } = {}): FaceEngine {
  const engine = createWorkerEngine({ program, folder: '.', ...more }, log)
  engines.push(engine)
  return engine
}

function pixelsOf(drawn: Drawn): Pixels {
  const rgb = new Uint8Array(20 * 20 * 3)
  rgb.set(firstPixel(drawn))
  return { width: 20, height: 20, rgb }
}

test('the process answers with the faces and who made their embeddings', async () => {
  const seen = await start().look(pixelsOf({ person: 3, faces: 2 }))
  expect(seen?.model).toBe('fake 1')
  expect(seen?.faces).toHaveLength(2)
  expect(seen?.faces[0]?.embedding).toEqual(embeddingOf(3, 0))
})

test('pictures that come together are looked at in their order', async () => {
  const engine = start()
  const people = [1, 2, 3, 4]
  const seen = await Promise.all(people.map(person => engine.look(pixelsOf({ person }))))
  expect(seen.map(each => each?.faces[0]?.embedding)).toEqual(people.map(person => embeddingOf(person, 0)))
})

test.each(['die', 'nonsense', 'problem', 'otherNumber'] as const)(
  'one that does «%s» fails this picture, and the next meets a fresh process',
  async does => {
    const engine = start()
    await expect(engine.look(pixelsOf({ person: 1, does }))).rejects.toThrow(EngineProblem)
    expect((await engine.look(pixelsOf({ person: 1 })))?.faces).toHaveLength(1)
  },
)

test('one that hangs is ended, and says that it was slow', async () => {
  const engine = start({ lookMs: 300 })
  await engine.look(pixelsOf({ person: 1 }))
  await expect(engine.look(pixelsOf({ person: 1, does: 'stall' }))).rejects.toMatchObject({ slow: true })
  expect((await engine.look(pixelsOf({ person: 2 })))?.faces).toHaveLength(1)
})

test('a program that is not there fails every picture and not the server', async () => {
  const engine = start({ program: '/nowhere/engine.ts' })
  await expect(engine.look(pixelsOf({ person: 1 }))).rejects.toThrow(EngineProblem)
  await expect(engine.look(pixelsOf({ person: 1 }))).rejects.toThrow(EngineProblem)
})

test('more pictures than may wait are refused at once', async () => {
  const engine = start()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, () => engine.look(pixelsOf({ person: 1 }))),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(10)
  expect(outcomes.slice(0, 20).every(({ status }) => status === 'fulfilled')).toBe(true)
})

test('an engine that was stopped looks at nothing any more', async () => {
  const engine = start()
  await engine.look(pixelsOf({ person: 1 }))
  await engine.stop()
  await expect(engine.look(pixelsOf({ person: 1 }))).rejects.toThrow(EngineProblem)
})
