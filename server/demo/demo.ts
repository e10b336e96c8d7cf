// The demo: three tenants with people, a fleet of 612 devices and weeks of history. Written once, in one transaction.
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { withConnection } from '../db/connection.ts'
import type { Data, Sql } from '../db/scoped.ts'
import { WHOLE } from '../db/scoped.ts'
import type { Log } from '../log.ts'
import { makePartitions } from '../modules/ingest/partitions.ts'
import { seedInstallation } from '../seed/installation.ts'
import { demoHashes, type Staffed, seedPlace, seedRoot } from './accounts.ts'
import { seedAdverts } from './adverts.ts'
import { seedAlarmCare } from './alarm-care.ts'
import { seedAnnouncements } from './announcements.ts'
import { seedAttendance } from './attendance.ts'
import { seedBills } from './bills.ts'
import { seedCameras } from './cameras.ts'
import { seedCommunities } from './communities.ts'
import { seedOrders, seedStandings } from './device-commands.ts'
import { seedDoors } from './doors.ts'
import { seedDuty } from './duty.ts'
import { seedEmergencies } from './emergencies.ts'
import { seedFaces, seedResidentFaces } from './faces.ts'
import { seedFees } from './fees.ts'
import { seedFences } from './fences.ts'
import { seedFiles, seedTasks, type Uploader } from './files.ts'
import { type DemoDevice, seedFleet } from './fleet.ts'
import { seedIndoor } from './indoor.ts'
import { seedLeave } from './leave.ts'
import { seedLife } from './life.ts'
import { seedMall } from './mall.ts'
import { seedMallOrders } from './mall-orders.ts'
import { READING_DAYS, seedMeasurements, seedPositions, seedSettings } from './measurements.ts'
import { HISTORY_DAYS, seedAlarms, seedCommands, seedOnlineChanges } from './past.ts'
import { seedPatrols } from './patrols.ts'
import { seedPhotos } from './photos.ts'
import { type Place, places } from './places.ts'
import { seedDataModels, seedSpecialReadings } from './readings.ts'
import { seedReports } from './reports.ts'
import { seedResidents } from './residents.ts'
import { seedSimCards } from './sim-cards.ts'
import { seedPackages } from './sim-packages.ts'
import { seedSite } from './site.ts'
import { seedSupervision } from './supervision.ts'
import { seedTracks } from './tracks.ts'
import { type DemoStaff, seedWorkers } from './workers.ts'

interface Given {
  data: Data
  /** Owner of the tables: makes the partitions that the history needs. */
  ownerUrl: string
  /** `config.secrets.keyFor(DEMO_DEVICES)`: the secrets of the devices derive from it. */
  deviceKey: Buffer
  /** Where uploaded files go; without it there are none. */
  filesDir?: string
  log: Log
  now?: number
}

export const hasDemo = async (sql: Sql): Promise<boolean> =>
  (await sql.first('select id from tenant where name = $1', [places[0]?.tenant.name])) !== undefined

/** Fills an empty database with the demo; does nothing to one that has it. Answers whether it wrote. */
export async function seedDemo({
  data,
  ownerUrl,
  deviceKey,
  filesDir,
  log,
  now: moment = Date.now(),
}: Given): Promise<boolean> {
  const now = moment - (moment % MINUTE_MS)
  if (await data.scoped(WHOLE, hasDemo)) return false
  const started = Date.now()
  await withConnection({ connectionString: ownerUrl, application_name: 'gatehouse demo' }, owner =>
    makePartitions(owner, { from: now - (READING_DAYS + 1) * DAY_MS, to: now + DAY_MS }),
  )
  const hashes = await demoHashes()
  const devices = await data.scoped(WHOLE, async sql => {
    const platform = await seedInstallation(sql, now, now - (HISTORY_DAYS + 400) * DAY_MS)
    await seedRoot(sql, platform, hashes, now)
    // Whoever looks at the demo looks at what is set up already.
    await sql.change('update tenant_setup set put_away_at = $1', [now])
    const packages = await seedPackages(sql, now)
    const all: DemoDevice[] = []
    const crews: { place: Place; staffed: Staffed; staff: DemoStaff }[] = []
    const settled: { place: Place; fleet: DemoDevice[]; staffed: Staffed }[] = []
    const houses: { place: Place; fleet: DemoDevice[]; who: Uploader }[] = []
    for (const place of places) {
      const staffed = await seedPlace(sql, place, hashes, now)
      const fleet = await seedFleet(sql, place, staffed, { now, firstOrder: all.length, deviceKey })
      await seedAlarms(sql, fleet, staffed, now)
      await seedAlarmCare(sql, fleet, staffed, now)
      await seedCommands(sql, fleet, staffed, now)
      await seedOrders(sql, fleet, staffed, now)
      await seedDoors(sql, fleet, staffed, now)
      await seedCommunities(sql, place, fleet, staffed, now)
      await seedSimCards(sql, fleet, staffed, { packages, now })
      await seedBills(sql, fleet, staffed, now)
      await seedLife(sql, place, fleet, staffed, now)
      const staff = await seedWorkers(sql, place, fleet, staffed, now)
      await seedLeave(sql, staffed, staff, now)
      crews.push({ place, staffed, staff })
      await seedDuty(sql, staffed.tenantId, staff, now)
      await seedPatrols(sql, { key: place.key, tenantId: staffed.tenantId }, fleet, staff, now)
      await seedReports(sql, staffed, now)
      await seedAnnouncements(sql, place, staffed, now)
      await seedSite(sql, place, { staffed, staff, now })
      if (place.key === 'community') await seedFees(sql, staffed, now)
      if (place.key === 'community') await seedMall(sql, staffed, now)
      const [first] = staffed.people
      if (filesDir && first) {
        const who = { tenantId: staffed.tenantId, userId: first.id, userName: first.name }
        await seedFiles(sql, filesDir, who, now)
        await seedTasks(sql, filesDir, who, now)
        if (place.key === 'community') await seedFaces(sql, filesDir, who, now)
        await seedCameras(sql, fleet, { tenantId: who.tenantId, now })
        await seedPhotos(sql, fleet, staffed, { filesDir, who, now })
        if (place.key === 'community')
          await seedAdverts(sql, fleet, {
            filesDir,
            who,
            judge: staffed.people.at(1)?.name ?? who.userName,
            now,
          })
        houses.push({ place, fleet, who })
      }
      await seedMallOrders(sql, staffed, now)
      all.push(...fleet)
      settled.push({ place, fleet, staffed })
      for (const person of staffed.people.slice(0, 4)) {
        sql.audit({
          tenantId: staffed.tenantId,
          userId: null,
          userName: null,
          address: null,
          action: 'user.create',
          entity: 'user',
          rowId: person.id,
          detail: { name: person.name },
        })
      }
    }
    await seedOnlineChanges(sql, all, now)
    await seedSettings(sql, all, now)
    await seedMeasurements(sql, all, now)
    await seedStandings(sql, all)
    // By now it is known which doors are online.
    for (const { place, staffed } of settled) await seedResidents(sql, place, staffed, now)
    for (const { place, who } of filesDir ? houses : [])
      if (place.key === 'community') await seedResidentFaces(sql, filesDir ?? '', who, now)
    await seedPositions(sql, all, now)
    await seedTracks(sql, all, now)
    await seedFences(sql, all, now)
    for (const { place, staffed, staff } of crews) await seedAttendance(sql, place, staff, staffed, now)
    for (const { place, fleet, staffed } of settled)
      await seedSupervision(sql, place, fleet, { tenantId: staffed.tenantId, officers: staffed.people, now })
    for (const { place, fleet, staffed } of settled)
      await seedEmergencies(sql, place, fleet, { staffed, now })
    await seedSpecialReadings(sql, all, now)
    // Where devices stand is written onto their states.
    for (const { place, fleet, who } of filesDir ? houses : [])
      await seedIndoor(sql, place, fleet, { filesDir: filesDir ?? '', who, now })
    await seedDataModels(sql, now)
    return all
  })
  // Without statistics the first lists are planned for empty tables.
  await data
    .scoped(WHOLE, sql => sql.query('analyze'))
    .catch(error => log.warn({ err: error }, 'No statistics of the demo'))
  log.info({ devices: devices.length, ms: Date.now() - started }, 'Made the demo tenants')
  return true
}
