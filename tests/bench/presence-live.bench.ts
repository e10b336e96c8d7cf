// From a punch, a card at a door, or a helmet that crosses a fence to the figure of who is here on an open console.
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import type { Page } from 'playwright'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { entityEndpoints } from '../../src/contract/entity-endpoints.ts'
import { topics } from '../../src/contract/topics.ts'
import { addDays, localDay } from '../../src/domain/attendance/local-days.ts'
import { punch } from '../../src/domain/attendance/punch.ts'
import { deviceKinds } from '../../src/domain/device/device.ts'
import { startConsole } from '../console-process.ts'
import { openBrowser, SCREEN } from './browser.ts'
import { addFleet, addPeopleLike, openDatabase, SECRET, tenantOf } from './database.ts'
import { openListening } from './door.ts'
import { type Bench, type Figure, median } from './figures.ts'
import { addPeopleAtWork, tokenOf, ZONE } from './people-at-work.ts'

const ACCOUNT = 'site'
const PEOPLE = 2_000
const ROUNDS = 8
const LIMIT_MS = 2_000
const PATIENCE_MS = 20_000
const MIDDLE = { longitude: 10, latitude: 20 }
const OUTSIDE = { longitude: 10.1, latitude: 20 }
const RADIUS = 200
/** How many are here: the first of the figures. */
const FIGURE = 'main button[aria-pressed] span'

const bench: Bench = {
  name: `Presence of ${PEOPLE.toLocaleString('en')} people by post, live (${ROUNDS} of each kind)`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    const client = await openDatabase(server)
    const stops: (() => Promise<unknown>)[] = []
    try {
      const tenantId = await tenantOf(client, ACCOUNT)
      await addPeopleAtWork(client, {
        tenantId,
        people: PEOPLE,
        // What a rule makes of a punch depends on the clock; without one the first of a day is the way in, at any hour.
        fromDay: addDays(localDay(ZONE, Date.now()), 2),
      })
      await addFleet(client, tenantId, deviceKinds.length)
      const device = async (kind: string) => {
        const { rows } = await client.query<{ id: string; imei: string }>(
          `select id, imei from device where tenant_id = $1 and kind = $2 and name like '0 %' limit 1`,
          [tenantId, kind],
        )
        const [found] = rows
        if (!found) throw new Error(`The fleet has no ${kind}`)
        return found
      }
      const worker = (number: number) => `tenant_id = ${tenantId} and number = 'B${number}'`
      const page = await browser.newPage({ viewport: SCREEN })
      await openListening(page, server.url, ACCOUNT)
      await page.goto(`${server.url}/#/index4personnel`)
      await page.waitForSelector(FIGURE)

      const phones = await addPeopleLike(client, { like: ACCOUNT, named: 'phone', count: ROUNDS })
      const punches: (() => Promise<unknown>)[] = []
      for (const [at, name] of phones.entries()) {
        await client.query(
          `update worker set account_id = (select id from account where username = $1) where ${worker(at + 1)}`,
          [name],
        )
        const token = await tokenOf(server.url, name)
        punches.push(() =>
          fetch(`${server.url}${defaultPath(entityEndpoints(punch).save)}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: token },
            body: JSON.stringify({ claimedAt: Date.now(), offsetMs: 0 }),
          }),
        )
      }

      const unit = await device('doorUnit')
      const cardOf = (nth: number) => `BE4C${String(nth).padStart(4, '0')}`
      for (let nth = 0; nth < ROUNDS; nth++)
        await client.query(
          `with c as (insert into door_card (tenant_id, created_at, updated_at, holder_name, card_info, state)
             values ($1, 0, 0, 'Bench', $2, 'active') returning id)
           update worker set card_ids = array[c.id] from c where worker.${worker(101 + nth)}`,
          [tenantId, cardOf(nth)],
        )
      const says = await mqttOf(server.mqttUrl, unit.imei)
      stops.push(() => says.endAsync(true))
      const cards = Array.from({ length: ROUNDS }, (_, nth) => () => {
        const message = { code: '5092', event: 'cardOpened', cardInfo: cardOf(nth), time: Date.now() }
        return says.publishAsync(topics.fromDevice(unit.imei), JSON.stringify(message), { qos: 1 })
      })

      const helmet = await device('helmet')
      // The devices of the fleet are heard in an hour; what a fence says counts of a device that was heard by now.
      await client.query('update device_state set last_message_at = $2 where device_id = $1', [
        helmet.id,
        Date.now(),
      ])
      await client.query(`update worker set device_ids = array[$1::bigint] where ${worker(201)}`, [helmet.id])
      await client.query(
        `with f as (
           insert into fence (tenant_id, created_at, updated_at, armed_at, name, type, shape, longitude, latitude, radius,
             alarm_on_exit) values ($1, 0, 0, 0, 'Bench', 'key', 'circle', $2, $3, $4, false) returning id)
         insert into fence_device (fence_id, device_id, tenant_id, at) select id, $5, $1, 0 from f`,
        [tenantId, MIDDLE.longitude, MIDDLE.latitude, RADIUS, helmet.id],
      )
      const walks = await mqttOf(server.mqttUrl, helmet.imei)
      stops.push(() => walks.endAsync(true))
      const stand = ({ longitude: lon, latitude: lat }: typeof MIDDLE) => {
        const message = { code: '2002', lon, lat, accuracy: 5, source: 'gps', time: Date.now() }
        return walks.publishAsync(topics.fromDevice(helmet.imei), JSON.stringify(message), { qos: 1 })
      }
      await stand(OUTSIDE)
      await wait(3_000)
      const crossings = Array.from(
        { length: ROUNDS },
        (_, nth) => () => stand(nth % 2 === 0 ? MIDDLE : OUTSIDE),
      )

      const figures: Figure[] = []
      for (const [label, happenings] of Object.entries({
        'a punch on a phone': punches,
        'a card at a door': cards,
        'a helmet that crosses a fence': crossings,
      })) {
        const times: number[] = []
        for (const happen of happenings) {
          // Never in step with anything that the console does by the clock.
          await wait(1_500 + Math.random() * 1_000)
          times.push(await untilTold(page, happen, label))
        }
        figures.push({ label, value: median(times), unit: 'ms', target: { atMost: LIMIT_MS } })
        figures.push({
          label: '  the longest',
          value: Math.max(...times),
          unit: 'ms',
          target: { atMost: LIMIT_MS },
        })
      }
      return { figures }
    } finally {
      for (const stop of stops) await stop()
      await client.end()
      await browser.close()
      await server.stop()
    }
  },
}

const mqttOf = (url: string, imei: string) =>
  mqtt.connectAsync(url, { clientId: imei, username: imei, password: SECRET, reconnectPeriod: 0 })

/** Milliseconds until the page shows another figure. */
async function untilTold(page: Page, happen: () => Promise<unknown>, what: string): Promise<number> {
  const before = await page.locator(FIGURE).first().textContent()
  const began = Date.now()
  await happen()
  const shown = await page
    .waitForFunction(
      ([selector, old]) => {
        const now = document.querySelector(selector)?.textContent
        return now !== old && Date.now()
      },
      [FIGURE, before ?? ''] as const,
      { timeout: PATIENCE_MS, polling: 'raf' },
    )
    .catch(() => {
      throw new Error(`The console heard nothing of ${what}`)
    })
  return Number(await shown.jsonValue()) - began
}
export default bench
