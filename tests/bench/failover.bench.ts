// A primary is killed after ten thousand acknowledged messages: what is lost of them, and how long nothing is stored.
import { setStage } from '../server/broker/stage.ts'
import { startPair } from '../server/db/database-pair.ts'
import { killPrimary } from '../server/db/killed-primary.ts'
import type { Bench } from './figures.ts'

const bench: Bench = {
  name: 'The primary of the database is killed under load',
  run: async () => {
    const pair = await startPair()
    const stage = await setStage({ databaseUrl: pair.url })
    try {
      const { acknowledged, lost, refused, gapMs } = await killPrimary(stage, pair, {
        before: 10_000,
        after: 1_000,
      })
      return {
        figures: [
          { label: 'acknowledged', value: acknowledged, unit: 'messages', target: { atLeast: 11_000 } },
          { label: 'of them lost', value: lost.length, unit: 'messages', target: { atMost: 0 } },
          { label: 'refused for it', value: refused, unit: 'messages', target: { atMost: 0 } },
          {
            label: 'nothing stored for, once it was noticed',
            value: gapMs / 1000,
            unit: 's',
            target: { atMost: 20 },
          },
        ],
      }
    } finally {
      await stage.stop()
      await pair.stop()
    }
  },
}

export default bench
