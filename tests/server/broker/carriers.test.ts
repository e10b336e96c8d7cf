// What carries words between processes carries those of a tenant only to who follows it, and misses none from then on: by the
// database, and by an MQTT broker.
import { createServer, type Server } from 'node:net'
import { Aedes } from 'aedes'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Carrier } from '../../../server/broker/carrier.ts'
import { connectDatabaseCarrier } from '../../../server/broker/database-carrier.ts'
import { connectMqttCarrier, FANOUT } from '../../../server/broker/mqtt-carrier.ts'
import { startTestDatabase, type TestDatabase } from '../db/database.ts'
import { log, until } from './stage.ts'

let database: TestDatabase
let bus: Aedes
let server: Server
/** Topics of which the bus delivers nothing, whatever it granted. */
let withheld: (topic: string) => boolean = () => false
let port = 0
const carriers: Carrier[] = []

beforeAll(async () => {
  database = await startTestDatabase()
  bus = await Aedes.createBroker({
    authorizeForward: (_client, packet) => (withheld(packet.topic) ? null : packet),
  })
  server = createServer(bus.handle)
  port = await new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )
})
afterAll(async () => {
  for (const carrier of carriers) await carrier.stop()
  await new Promise<void>(resolve => bus.close(() => resolve()))
  server.close()
  await database.stop()
})

const ways = {
  'the database': () => connectDatabaseCarrier({ url: database.ownerUrl, log }),
  'an MQTT broker': () => connectMqttCarrier({ url: `mqtt://127.0.0.1:${port}`, instance: 'test', log }),
}

const connected = async (way: () => Carrier) => {
  const carrier = way()
  carriers.push(carrier)
  const heard: string[] = []
  carrier.onSaid(text => void heard.push(text))
  await until(() => carrier.isUp() && carrier.partsTenants())
  return { ...carrier, heard }
}
type Connected = Awaited<ReturnType<typeof connected>>

/** All that was said before has come where it goes. */
const settle = async (speaker: Connected, ...others: Connected[]) => {
  const last = `last ${Math.random()}`
  speaker.say(last)
  for (const other of others) await until(() => other.heard.includes(last))
}

describe.each(Object.entries(ways))('by %s', (_, way) => {
  test('only who follows a tenant hears its words, from when that is settled until it ends', async () => {
    const [speaker, follower, other] = [await connected(way), await connected(way), await connected(way)]
    speaker.say('before', 7)
    await settle(speaker, follower, other)
    for (let round = 0; round < 20; round++) {
      await follower.follow(7)
      speaker.say(`round ${round}`, 7)
      speaker.say(`elsewhere ${round}`, 8)
      await until(() => follower.heard.includes(`round ${round}`))
      follower.unfollow(7)
    }
    // What ends is asked in its order: once this is settled, the end before it is too.
    await follower.follow(9)
    speaker.say('after', 7)
    speaker.say('火'.repeat(10_000), 9)
    await settle(speaker, follower, other)
    const words = follower.heard.filter(text => !text.startsWith('last'))
    expect(words.slice(0, -1)).toEqual(Array.from({ length: 20 }, (__, round) => `round ${round}`))
    expect(words.at(-1)).toMatch(/^(火|\\u706b){10000}$/)
    expect(other.heard.filter(text => !text.startsWith('last'))).toEqual([])
  })
})

test('who follows goes on to after the line to the database was broken', async () => {
  const [speaker, follower] = [await connected(ways['the database']), await connected(ways['the database'])]
  await follower.follow(7)
  const back = new Promise<void>(resolve => follower.onBack(resolve))
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gatehouse peers'`,
  )
  await owner.end()
  await back
  await until(() => speaker.isUp())
  speaker.say('after', 7)
  await until(() => follower.heard.includes('after'))
})

test('a broker that grants a topic and delivers nothing of it is not taken to part tenants', async () => {
  withheld = topic => topic.startsWith(`${FANOUT}/`)
  const carrier = ways['an MQTT broker']()
  carriers.push(carrier)
  const heard: string[] = []
  carrier.onSaid(text => void heard.push(text))
  await until(() => carrier.isUp())
  await carrier.follow(7)
  carrier.say('common')
  await until(() => heard.includes('common'))
  expect(carrier.partsTenants()).toBe(false)
})
