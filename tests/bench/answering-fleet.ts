// A fleet that carries out every order at once, in a process of its own: node answering-fleet.ts url count
import { setTimeout as wait } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import { topics } from '../../src/contract/topics.ts'
import { imeiOf, SECRET } from './database.ts'

const [url = '', count = '1'] = process.argv.slice(2)
/** So many connect at the same time. */
const CONNECTING = 25

const clients: MqttClient[] = []

async function connect(number: number): Promise<void> {
  const imei = imeiOf(number)
  const client = await mqtt.connectAsync(url, {
    clientId: imei,
    username: imei,
    password: SECRET,
    reconnectPeriod: 0,
    keepalive: 300,
  })
  const say = (message: object) =>
    client.publish(topics.fromDevice(imei), JSON.stringify(message), { qos: 1 }, () => {})
  client.on('message', (_topic, payload) => {
    const order = JSON.parse(payload.toString()) as {
      code: string
      id: number
      kind: string
      input: object | null
    }
    if (order.code !== '6001') return
    say({ code: '6002', id: order.id, result: 'delivered' })
    if (order.kind === 'settings') say({ code: '6003', settings: order.input ?? {} })
    say({ code: '6002', id: order.id, result: 'done' })
  })
  await client.subscribeAsync(topics.toDevice(imei), { qos: 1 })
  say({ code: '1002' })
  clients.push(client)
}

for (let first = 1; first <= Number(count); first += CONNECTING) {
  const numbers = Array.from({ length: Math.min(CONNECTING, Number(count) + 1 - first) }, (_, n) => first + n)
  await Promise.all(numbers.map(connect))
}
process.send?.({ connected: clients.length })
process.once('message', () => {
  void Promise.all(clients.map(client => client.endAsync(true))).then(async () => {
    await wait(100)
    process.disconnect?.()
  })
})
