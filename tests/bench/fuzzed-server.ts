// A broker with its database in a process of its own, which says what it holds: node --expose-gc fuzzed-server.ts
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { setStage } from '../server/broker/stage.ts'

const DEVICES = 30

const stage = await setStage()
const devices = await Promise.all(Array.from({ length: DEVICES + 1 }, () => stage.addDevice({})))
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

process.on('message', async message => {
  if (message === 'stop') {
    await stage.stop()
    process.exit(0)
  }
  // What is under way is over, and what is dead is gone.
  while (stage.broker.counts().devices > 1 || stage.broker.ingest.counts().waiting > 0) await wait(100)
  await wait(1000)
  const stalled = delay.max / 1e6
  for (let n = 0; n < 3; n++) {
    globalThis.gc?.()
    await wait(100)
  }
  process.send?.({ ...process.memoryUsage(), stalled })
  delay.reset()
})
process.send?.({ port: stage.broker.port, devices })
