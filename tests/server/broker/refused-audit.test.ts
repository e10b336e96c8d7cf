// Who wants to be, say or hear what they may not at the broker stands in the audit log: once, and then as a number.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walkChain } from '../../../server/modules/audit/chain.ts'
import { connectPacket, publishPacket, rawClient } from './raw.ts'
import { type Stage, setStage, until } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

interface Entry {
  action: string
  user_id: number | null
  entity: string | null
  row_id: number | null
  address: string
  tenant_id: number
  detail: Record<string, unknown>
}
const entries = async (column: 'row_id' | 'user_id', id: number) => {
  await stage.broker.audit.flush()
  return stage.query<Entry>(
    `select action, user_id, entity, row_id, address, tenant_id, detail from audit where ${column} = $1 order by id`,
    [id],
  )
}
/** Knocks once; answers the return code, or undefined when there was none. */
async function knock(username: string, password: string, clientId = username) {
  const raw = rawClient(stage.broker.port)
  raw.send(connectPacket({ clientId, username, password }))
  await until(() => raw.isClosed() || raw.received().length >= 4)
  raw.socket.destroy()
  await raw.closed
  return raw.received()[3]
}

test('a wrong secret is one entry of the device, and of a guesser’s hundred tries a number', async () => {
  const { id, imei } = await stage.addDevice({})
  for (let n = 0; n < 100; n++) expect(await knock(imei, `guess-${n}`)).toBeGreaterThan(0)
  const found = await entries('row_id', id)
  const common = {
    action: 'connection.refused',
    entity: 'device',
    tenant_id: stage.tenants[0],
    user_id: null,
  }
  expect(found).toEqual(
    [
      { refusal: 'connect.credentials' },
      { refusal: 'connect.throttled' },
      { refusal: 'connect.credentials', more: 29 },
      { refusal: 'connect.throttled', more: 69 },
    ].map(detail => ({
      ...common,
      row_id: id,
      address: '127.0.0.1',
      detail: { endpoint: 'MQTT CONNECT', ...detail },
    })),
  )
  expect(JSON.stringify(await stage.query('select * from audit'))).not.toContain('guess-')
})

test('a void ticket is an entry of the account, and what nobody is called is not written', async () => {
  const person = await stage.addPerson({})
  await knock(String(person.id), 'no-ticket', `user_${person.id}_1`)
  await knock('999999', 'no-ticket', 'user_999999_1')
  await knock('my secret word', 'x', 'anybody')
  expect(await entries('user_id', person.id)).toMatchObject([
    { action: 'connection.refused', tenant_id: stage.tenants[0], detail: { refusal: 'connect.credentials' } },
  ])
  const all = JSON.stringify(await stage.query('select * from audit'))
  expect(all).not.toMatch(/my secret word|no-ticket|999999/)
})

test('speaking as another device, and listening to what is not one’s own', async () => {
  const [device, other] = [await stage.addDevice({}), await stage.addDevice({})]
  const raw = rawClient(stage.broker.port)
  raw.send(connectPacket({ clientId: device.imei, username: device.imei, password: device.secret }))
  await until(() => raw.received().length >= 4)
  raw.send(publishPacket(`sfwatch/${other.imei}/server`, '{"code":"3001","type":15}'))
  await raw.closed
  expect(await entries('row_id', device.id)).toMatchObject([
    {
      action: 'topic.refused',
      detail: {
        endpoint: 'MQTT PUBLISH',
        refusal: 'publish.topic',
        topic: `sfwatch/${other.imei}/server`,
      },
    },
  ])
  const person = await stage.addPerson({})
  const tablet = await stage.person(person)
  for (const filter of ['#', 'acm/+/web', `acm/${person.id + 1}/web`])
    await tablet.subscribeAsync(filter).catch(() => undefined)
  await tablet.endAsync()
  const found = await entries('user_id', person.id)
  expect(found.map(({ action, detail }) => [action, detail.endpoint, detail.refusal, detail.more])).toEqual([
    ['topic.refused', 'MQTT SUBSCRIBE', 'subscribe.topic', undefined],
    ['topic.refused', 'MQTT SUBSCRIBE', 'subscribe.topic', 2],
  ])
})

test('a message of a known device that is wrong is no event of security, and the chain is whole', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const client = await stage.device(imei, secret)
  await client.publishAsync(`sfwatch/${imei}/server`, '{"code":"2001","values":{"heartRate":"x"}}', {
    qos: 1,
  })
  await client.endAsync()
  await stage.broker.ingest.refusals.flush()
  expect(await stage.query('select 1 from refused_message where imei = $1', [imei])).toHaveLength(1)
  expect(await entries('row_id', id)).toEqual([])
  for (const tenantId of [...stage.tenants, 0])
    expect(await walkChain(stage.data, tenantId)).toMatchObject({ broken: undefined })
})
