// A visitor's door and the consoles it rings at, for the benchmarks of calls.
import type pg from 'pg'
import type { Page } from 'playwright'
import { connectDoorUnit, type DoorUnit } from '../../server/simulator/door-unit/door-unit.ts'
import { deviceKinds } from '../../src/domain/device/device.ts'
import type { ConsoleProcess } from '../console-process.ts'
import { logIn } from './browser.ts'
import { addFleet, SECRET, tenantOf } from './database.ts'

/** What is seen of a call while it rings. */
export const DRAWER = '[role="alertdialog"] [data-phase="ringing"]'
/** The pill of a console that hears the broker, in the language a new browser starts with. */
const LIVE = 'text=/^(Live|实时)$/'

/** Connects a door unit of the tenant that `admin` belongs to. */
export async function connectDoor(server: ConsoleProcess, client: pg.Client): Promise<DoorUnit> {
  // One device of each kind.
  await addFleet(client, await tenantOf(client, 'admin'), deviceKinds.length)
  const { rows } = await client.query<{ imei: string }>(
    "select imei from device where kind = 'doorUnit' and name like '0 %'",
  )
  const imei = rows[0]?.imei
  if (imei === undefined) throw new Error('The fleet has no door unit')
  const door = connectDoorUnit({ url: server.mqttUrl, imei, secret: SECRET })
  await door.connected()
  return door
}

/** Logs in and answers once the console hears the broker and its service worker has stored the shell. */
export async function openListening(page: Page, url: string, username: string): Promise<void> {
  await logIn(page, url, username)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // From now on the shell comes from the device, as in every start but the first.
  await page.reload()
  await page.waitForSelector(LIVE)
}

/** The visitor gives up; answers when the consoles are quiet again. */
export async function giveUp(door: DoorUnit, page: Page): Promise<void> {
  await door.until('ringing')
  door.hangUp()
  await page.waitForSelector('[role="alertdialog"]', { state: 'detached' })
}
