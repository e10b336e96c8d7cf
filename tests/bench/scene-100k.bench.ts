// The figures of every scene over HTTP, as a dashboard asks for them, in a tenant of 100,000 devices: the first answer, and those
// that follow once what several people share has run out.
import { setTimeout as delay } from 'node:timers/promises'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { sceneSnapshot } from '../../src/contract/endpoints/scene.ts'
import { codes } from '../../src/contract/errors.ts'
import { sceneNames } from '../../src/domain/scene/scenes.ts'
import { startConsole } from '../console-process.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, quantile } from './figures.ts'
import { tokenOf } from './people-at-work.ts'

const DEVICES = 100_000
const ROUNDS = 10
const LIMIT_MS = 1_000
/** Answers are shared for a moment. */
const SHARED_MS = 1_600

const bench: Bench = {
  name: `Scene dashboards over ${DEVICES.toLocaleString('en')} devices (nine of ten in ${ROUNDS})`,
  async run() {
    const server = await startConsole()
    try {
      const client = await openDatabase(server)
      await addFleet(client, await tenantOf(client, 'admin'), DEVICES)
      await client.end()
      const token = await tokenOf(server.url, 'admin')
      const ask = async (scene: string): Promise<number> => {
        const start = performance.now()
        const answer = await fetch(`${server.url}${defaultPath(sceneSnapshot)}?scene=${scene}`, {
          headers: { authorization: token },
        })
        const { code, msg } = (await answer.json()) as { code: number; msg?: string }
        if (code !== codes.ok) throw new Error(`${scene}: ${code} ${msg}`)
        return performance.now() - start
      }
      const figures: Figure[] = []
      const times = new Map<string, number[]>()
      for (const scene of sceneNames)
        figures.push({
          label: `${scene}, the first`,
          value: await ask(scene),
          unit: 'ms',
          target: { atMost: LIMIT_MS },
        })
      for (let round = 0; round < ROUNDS; round++) {
        await delay(SHARED_MS)
        for (const scene of sceneNames) times.set(scene, [...(times.get(scene) ?? []), await ask(scene)])
      }
      for (const [scene, own] of times)
        figures.push({ label: scene, value: quantile(own, 0.9), unit: 'ms', target: { atMost: LIMIT_MS } })
      return { figures }
    } finally {
      await server.stop()
    }
  },
}
export default bench
