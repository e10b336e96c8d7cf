// A fleet that talks as devices do, each every ten seconds, or as often as is said, in a process of its own:
// node talking-fleet.ts url first count [milliseconds]
import mqtt, { type MqttClient } from 'mqtt'
import { topics } from '../../src/contract/topics.ts'
import { imeiOf, SECRET } from './database.ts'

const [url = '', first = '1', count = '1', every = '10000'] = process.argv.slice(2)
/** So many connect at the same time. */
const CONNECTING = 20
const EVERY_MS = Number(every)

const clients: MqttClient[] = []
const timers: NodeJS.Timeout[] = []

async function connect(number: number): Promise<void> {
  const imei = imeiOf(number)
  const client = await mqtt.connectAsync(url, {
    clientId: imei,
    username: imei,
    password: SECRET,
    keepalive: 300,
  })
  client.on('error', () => {})
  clients.push(client)
  let said = 0
  const say = () => {
    said++
    const time = Date.now()
    const message =
      said % 2 === 0
        ? { code: '2001', time, values: { heartRate: 60 + (said % 40), battery: 30 + (number % 60) } }
        : { code: '2002', time, lon: 114 + number / 10_000, lat: 22.5 + said / 10_000, source: 'gps' }
    client.publish(topics.fromDevice(imei), JSON.stringify(message), { qos: 1 }, () => {})
  }
  say()
  // Never in step with each other.
  timers.push(setTimeout(() => timers.push(setInterval(say, EVERY_MS)), Math.random() * EVERY_MS))
}

for (let at = 0; at < Number(count); at += CONNECTING) {
  const numbers = Array.from(
    { length: Math.min(CONNECTING, Number(count) - at) },
    (_, n) => Number(first) + at + n,
  )
  await Promise.all(numbers.map(connect))
}
process.send?.({ connected: clients.length })
process.once('message', () => {
  for (const timer of timers) clearInterval(timer)
  void Promise.all(clients.map(client => client.endAsync(true))).then(() => process.disconnect?.())
})
