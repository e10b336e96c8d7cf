// Doors, visitors and the people who answer, for tests of calls and unlocking over the real broker.
import { randomBytes } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { answerCall } from '../../../../server/modules/intercom/call-rows.ts'
import { hear, type Stage, until } from '../../broker/stage.ts'

export const OPENER = ['device.read', 'device.unlock', 'call.answer']

type Heard = ReturnType<typeof hear>
export type Person = { id: number; tokenHash: string }

export interface Door {
  id: number
  imei: string
  secret: string
  unit: MqttClient
  heard: Heard
  say(message: object): Promise<unknown>
  ring(roomNo?: string): Promise<number>
}

/** A door unit that is connected and listens. */
export async function openDoor(stage: Stage, given: Parameters<Stage['addDevice']>[0] = {}): Promise<Door> {
  const door = await stage.addDevice({ kind: 'doorUnit', ...given })
  const unit = await stage.device(door.imei, door.secret)
  const heard = hear(unit)
  await unit.subscribeAsync(`sfwatch/${door.imei}/device`, { qos: 1 })
  const say = (message: object) =>
    unit.publishAsync(`sfwatch/${door.imei}/server`, JSON.stringify(message), { qos: 1 })
  return {
    ...door,
    unit,
    heard,
    say,
    ring: async roomNo => {
      await say({ code: '5080', ...(roomNo === undefined ? {} : { roomNo }) })
      const [call] = await stage.query<{ id: number }>(
        `select id from call where device_id = $1 and state = 'ringing'`,
        [door.id],
      )
      if (!call) throw new Error('It does not ring')
      return call.id
    },
  }
}

export const orders = (heard: Heard) => heard.filter(({ body }) => body.code === '5082')
export const words = (heard: Heard, code: string) =>
  heard.filter(({ body }) => body.code === code).map(({ body }) => body)

export const newNonce = () => randomBytes(16).toString('base64url')

/** Answers a call in a person's name, as the endpoint does. */
export async function answer(
  stage: Stage,
  callId: number,
  person: { id: number },
  tenant = stage.tenants[0],
) {
  return stage.data.scoped({ tenant }, sql =>
    answerCall(sql, stage.bus, callId, { accountId: person.id, name: 'P' }, stage.clock.now()),
  )
}

/** A person's console with what it hears about a door. */
export async function console_(stage: Stage, person: Person, door?: { imei: string }) {
  const client = await stage.person(person)
  const heard = hear(client)
  await client.subscribeAsync([`acm/${person.id}/web`, 'acm/notice/web'], { qos: 1 })
  if (door) await client.subscribeAsync(`sfwatch/${door.imei}/client`, { qos: 1 })
  const press = (target: { imei: string }, more: object = {}) => {
    const request = {
      code: '5082',
      imei: target.imei,
      userId: person.id,
      at: stage.clock.now(),
      nonce: newNonce(),
      ...more,
    }
    client.publish(`sfwatch/${target.imei}/server`, JSON.stringify(request), { qos: 0 })
    return request
  }
  /** Presses and waits for what becomes of it. */
  const ask = async (target: { imei: string }, more: object = {}) => {
    const { nonce } = press(target, more)
    const told = await until(() => heard.find(({ body }) => body.code === '5082' && body.nonce === nonce))
    return told.body
  }
  return { client, heard, press, ask }
}
