// What the examples of the documentation call, where the programs themselves are not installed: `pub` says one message
// and ends when it is acknowledged, `sub` prints each message that it hears on a line of its own.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import mqtt from 'mqtt'

const [what, ...given] = process.argv.slice(2)
const { values } = parseArgs({
  args: given,
  options: {
    ...{ host: { type: 'string', short: 'h', default: '' }, port: { type: 'string', short: 'p' } },
    ...{ id: { type: 'string', short: 'i' }, user: { type: 'string', short: 'u' } },
    ...{ password: { type: 'string', short: 'P' }, qos: { type: 'string', short: 'q' } },
    ...{ topic: { type: 'string', short: 't', default: '' }, message: { type: 'string', short: 'm' } },
    ...{ file: { type: 'string', short: 'f' } },
  },
})
const qos = values.qos === '1' ? 1 : 0
const client = await mqtt.connectAsync({
  host: values.host,
  port: Number(values.port),
  reconnectPeriod: 0,
  ...(values.id && { clientId: values.id }),
  ...(values.user && { username: values.user }),
  ...(values.password && { password: values.password }),
})
if (what === 'pub') {
  const payload = values.file ? readFileSync(values.file) : (values.message ?? '')
  await client.publishAsync(values.topic, payload, { qos })
  await client.endAsync()
} else {
  client.on('message', (_topic, payload) => process.stdout.write(`${payload.toString()}\n`))
  await client.subscribeAsync(values.topic, { qos })
}
