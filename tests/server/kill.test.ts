// The whole server killed in the middle of its work: what was acknowledged is there afterwards, an SOS above all, exports
// end honestly, sessions live on. KILLS sets how often; `npm run bench -- crash` does it a hundred times.
import { expect, test } from 'vitest'
import { crashLoop } from '../crash-loop.ts'

const KILLS = Number(process.env.KILLS ?? 3)

test(`in ${KILLS} kills nothing acknowledged is lost and no export is half`, {
  timeout: 120_000 + KILLS * 60_000,
}, async () => {
  const { readings, sos, saved, exports, databaseKills } = await crashLoop(KILLS)
  expect({ readings: readings.lost, sos: sos.lost, saved: saved.lost }).toEqual({
    readings: 0,
    sos: 0,
    saved: 0,
  })
  expect(readings.acknowledged).toBeGreaterThanOrEqual(KILLS * 60)
  expect(sos.acknowledged).toBeGreaterThanOrEqual(KILLS * 12)
  expect(saved.acknowledged).toBeGreaterThan(KILLS)
  expect(exports).toMatchObject({ asked: KILLS * 3, half: 0, neverEnded: 0 })
  expect(databaseKills).toBeGreaterThan(0)
})
