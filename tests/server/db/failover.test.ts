// The primary is killed while devices speak: what was acknowledged is on the standby, and storing goes on there by itself.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, setStage } from '../broker/stage.ts'
import { type Pair, startPair } from './database-pair.ts'
import { killPrimary } from './killed-primary.ts'

let pair: Pair
let stage: Stage
beforeAll(async () => {
  pair = await startPair()
  stage = await setStage({ databaseUrl: pair.url })
}, 120_000)
afterAll(async () => {
  await stage.stop()
  await pair.stop()
})

test('of what was acknowledged nothing is lost with the primary, and no message is blamed for its death', {
  timeout: 300_000,
}, async () => {
  const outcome = await killPrimary(stage, pair, { before: 2_000, after: 200 })
  expect(outcome).toMatchObject({ lost: [], refused: 0 })
})
