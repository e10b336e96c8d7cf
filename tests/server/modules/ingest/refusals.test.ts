// Refused messages are written down by a timer: whoever waits for them waits for what it has just taken along too.
import { expect, test } from 'vitest'
import type { Data } from '../../../../server/db/scoped.ts'
import { createRefusals } from '../../../../server/modules/ingest/refusals.ts'
import { log } from '../../broker/stage.ts'

function refusals() {
  const writing = Promise.withResolvers<void>()
  const said: string[] = []
  const data = {
    scoped: async () => {
      await writing.promise
      said.push('written')
    },
  } as unknown as Data
  const made = createRefusals({ data, log, now: () => 5 })
  made.add({ imei: null, tenantId: null, reason: 'json' })
  return { ...made, said, letWrite: writing.resolve }
}

test.each(['flush', 'stop'] as const)('%s settles after what is being written already', async verb => {
  const { said, letWrite, ...made } = refusals()
  // As the timer does.
  void made.flush()
  const asked = made[verb]().then(() => said.push('settled'))
  letWrite()
  await asked
  expect(said).toEqual(['written', 'settled'])
  await made.stop()
})
