// Runs a fleet against any broker: node server/simulator/main.ts --url mqtt://host:1883 --devices 100 --rate 1
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { deviceKinds } from '../../src/domain/device/device.ts'
import type { SimulatedDevice } from './device.ts'
import { createChance } from './random.ts'
import { startSimulator } from './simulator.ts'

const USAGE = `Usage: node server/simulator/main.ts --url mqtt://host:1883 [options]
  --devices N     number of made-up devices (100), numbered 990000000000001 and on
  --password TEXT one secret for all of them
  --file PATH     lines of "imei,secret[,kind[,latitude,longitude]]" in place of made-up devices
  --rate X        2 speaks twice as often (1)
  --seed N        the same seed gives the same fleet`

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    devices: { type: 'string', default: '100' },
    password: { type: 'string', default: '' },
    file: { type: 'string' },
    rate: { type: 'string', default: '1' },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed ?? Date.now())
const rate = Number(values.rate)
const count = Number(values.devices)
if (values.help || !values.url || !(rate > 0) || !(count > 0) || !Number.isFinite(seed)) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(values.help ? 0 : 2)
}

const chance = createChance(seed)
const centre = { latitude: 22.54, longitude: 114.06 }
const complete = (imei: string, secret: string, kind?: string, latitude?: string, longitude?: string) => ({
  imei,
  secret,
  kind: deviceKinds.find(known => known === kind) ?? chance.pick(deviceKinds) ?? 'helmet',
  compact: chance.happens(0.2),
  latitude: latitude ? Number(latitude) : chance.around(centre.latitude, 0.02),
  longitude: longitude ? Number(longitude) : chance.around(centre.longitude, 0.02),
  battery: Math.round(chance.between(20, 100)),
})
const devices: SimulatedDevice[] = values.file
  ? readFileSync(values.file, 'utf8')
      .split('\n')
      .map(line => line.trim().split(','))
      .flatMap(([imei, secret, kind, latitude, longitude]) =>
        imei && secret !== undefined ? [complete(imei, secret, kind, latitude, longitude)] : [],
      )
  : Array.from({ length: count }, (_, index) =>
      complete(String(990_000_000_000_001 + index), values.password),
    )

let lastError = ''
const simulator = startSimulator({
  url: values.url,
  devices,
  rate,
  seed,
  onError: error => {
    lastError = error.message
  },
})
const report = setInterval(() => {
  const { connected, sent, alarms } = simulator.counts()
  const trouble = lastError ? `, last error: ${lastError}` : ''
  process.stdout.write(
    `${connected} of ${devices.length} connected, ${sent} messages, ${alarms} alarms${trouble}\n`,
  )
  lastError = ''
}, 5000)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    clearInterval(report)
    void simulator.stop().then(() => process.exit(0))
  })
