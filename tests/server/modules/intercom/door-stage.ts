// A real server with door units that speak MQTT, and a person who sees one department only.
import type { MqttClient } from 'mqtt'
import { hashDeviceSecret } from '../../../../server/device-secret.ts'
import { connectClient } from '../../../mqtt-client.ts'
import { until } from '../../broker/stage.ts'
import { insert, PASSWORD, startServer, type TestServer, type World } from '../../start.ts'

export { until }

export type Row = Record<string, unknown> & { id: number; version: number }
export interface Outcome {
  id: number
  ok: boolean
  error?: { id: string; params?: Record<string, string | number> }
}
interface Asked {
  token?: string
}

export interface Door {
  id: number
  imei: string
  client: MqttClient
  /** Everything it was told, oldest first. */
  heard: (Record<string, unknown> & { code: string })[]
  say(body: object): Promise<unknown>
  /** Waits for a message of a code that came after the first `from` messages. */
  told(code: string, from?: number): Promise<Record<string, unknown>>
  /** Goes; the broker has noticed. */
  leave(): Promise<void>
}

export interface DoorStage {
  server: TestServer
  /** Sees the first department only, and may do everything with cards and rights. */
  keeper: string
  addDoor(more?: {
    world?: World
    departmentId?: number
    kind?: string
  }): Promise<{ id: number; imei: string }>
  connect(door: { id: number; imei: string }): Promise<Door>
  save(entity: string, body: object, asked?: Asked): ReturnType<TestServer['call']>
  saved(entity: string, body: object, asked?: Asked): Promise<Row>
  run(entity: string, verb: string, body: object, asked?: Asked): Promise<Outcome[]>
  get(entity: string, id: number, asked?: Asked): Promise<Row>
  list(entity: string, query?: Record<string, string>, asked?: Asked): Promise<Row[]>
  /** A card that a door unit has written. */
  issuedCard(cardInfo: string, more?: Record<string, unknown>): Promise<Row>
  query<R extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  stop(): Promise<void>
}

const SECRET = 'secret of a door unit'
let counter = 0

export async function setDoorStage(): Promise<DoorStage> {
  const server = await startServer()
  const { here, tokens } = server
  const secretHash = await hashDeviceSecret(SECRET)
  const path = (entity: string, verb: string) => `/api/device/${entity}/${verb}`
  const query: DoorStage['query'] = (text, values) => server.sql(sql => sql.query(text, values))
  const keeper = await addKeeper(server)
  const connected = async () => {
    const headers = { authorization: tokens.root }
    const health = (await (await fetch(`${server.url}/api/health`, { headers })).json()) as {
      traffic: { devices: number }
    }
    return health.traffic.devices
  }

  const stage: DoorStage = {
    server,
    keeper,
    query,
    addDoor: async ({ world = here, departmentId = world.departmentId, kind = 'doorUnit' } = {}) => {
      const imei = `8699${String(world.tenantId).padStart(4, '0')}${String(++counter).padStart(7, '0')}`
      const id = await server.sql(async sql => {
        const made = await insert(sql, 'device', {
          tenant_id: world.tenantId,
          imei,
          kind,
          name: `door ${counter}`,
          category_id: world.categoryId,
          department_id: departmentId,
          lifecycle: 'bound',
          secret_hash: secretHash,
        })
        await sql.query('insert into device_state (device_id, tenant_id, state) values ($1, $2, $3)', [
          made,
          world.tenantId,
          'offline',
        ])
        return made
      })
      return { id, imei }
    },
    connect: async door => {
      const client = await connectClient(server.url.replace('http', 'ws').concat('/mqtt'), {
        clientId: door.imei,
        username: door.imei,
        password: SECRET,
      })
      const heard: Door['heard'] = []
      client.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString())))
      await client.subscribeAsync(`sfwatch/${door.imei}/device`, { qos: 1 })
      const say = (body: object) =>
        client.publishAsync(`sfwatch/${door.imei}/server`, JSON.stringify(body), { qos: 1 })
      await say({ code: '1001' })
      return {
        ...door,
        client,
        heard,
        say,
        told: (code, from = 0) => until(() => heard.slice(from).find(message => message.code === code)),
        leave: async () => {
          const before = await connected()
          await client.endAsync()
          await until(async () => (await connected()) < before)
        },
      }
    },
    save: (entity, body, { token = tokens.admin } = {}) => server.call(path(entity, 'save'), { token, body }),
    saved: async (entity, body, asked) => {
      const answer = await stage.save(entity, body, asked)
      if (answer.code !== 0) throw new Error(`${entity}: ${JSON.stringify(answer)}`)
      return answer.data as Row
    },
    run: async (entity, verb, body, { token = tokens.admin } = {}) => {
      const answer = await server.call(path(entity, verb), { token, body })
      if (answer.code !== 0) throw new Error(`${entity}: ${JSON.stringify(answer)}`)
      return (answer.data as { results: Outcome[] }).results
    },
    get: async (entity, id, { token = tokens.admin } = {}) =>
      (await server.call(path(entity, 'get'), { token, query: { id: String(id) } })).data as Row,
    list: async (entity, filters = {}, { token = tokens.admin } = {}) =>
      ((await server.call(path(entity, 'page'), { token, query: filters })).data as { list: Row[] }).list,
    issuedCard: async (cardInfo, more = {}) => {
      const id = await server.sql(sql =>
        insert(sql, 'door_card', {
          tenant_id: here.tenantId,
          holder_name: `holder of ${cardInfo}`,
          state: 'issued',
          card_info: cardInfo,
          issued_at: 1,
          department_id: here.departmentId,
          ...more,
        }),
      )
      return { id, version: 1 }
    },
    stop: () => server.stop(),
  }
  return stage
}

const KEEPER_PERMISSIONS = /^(device\.read|door(Card|Right|Event)\.)/

async function addKeeper({ sql, here, logIn }: TestServer): Promise<string> {
  await sql(async inner => {
    const role = await insert(inner, 'role', {
      tenant_id: here.tenantId,
      name: 'keeper',
      scope: 'department',
    })
    const resources = await inner.query<{ id: number; mark: string }>(
      'select id, mark from resource where mark is not null',
    )
    for (const { id, mark } of resources)
      if (KEEPER_PERMISSIONS.test(mark))
        await inner.query('insert into role_resource (tenant_id, role_id, resource_id) values ($1, $2, $3)', [
          here.tenantId,
          role,
          id,
        ])
    const [like] = await inner.query<{ hash: string }>(
      `select password_hash as hash from account where username = 'admin'`,
    )
    const account = await insert(inner, 'account', {
      tenant_id: here.tenantId,
      username: 'keeper',
      name: 'Name of keeper',
      password_hash: like?.hash,
      department_id: here.departmentId,
    })
    await inner.query('insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3)', [
      here.tenantId,
      account,
      role,
    ])
  })
  return logIn('keeper', PASSWORD)
}
