// Emergencies of the demo: one of the last days with everything that belongs to it, and the drill before it with its roll call.
import { sql as raw } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { EmergencyRole, LogFacts } from '../../src/domain/emergency/emergency-log.ts'
import { metresBetween } from '../../src/domain/geo/geo.ts'
import type { Outcome } from '../../src/domain/muster/sighting.ts'
import type { Sql } from '../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../db/typed.ts'
import type { Staffed } from './accounts.ts'
import type { DemoDevice } from './fleet.ts'
import type { Place } from './places.ts'
import { insertRows } from './rows.ts'

interface Story {
  title: string
  place: string
  fact: string
  unclear: string
  note: string
  message: string
}

const stories: Record<Place['key'], Story> = {
  community: {
    title: '5号楼地下车库火情',
    place: '5号楼地下车库 B 区',
    fact: '车库已断电，消防联动已启动',
    unclear: 'B 区是否还有人员滞留',
    note: '车库里没有信号：B 区配电箱附近见明火，已用灭火器控制',
    message: '5号楼车库火情，请勿进入地下车库，安保人员到东门集合',
  },
  site: {
    title: '塔吊作业区人员求助',
    place: '3号塔吊作业区',
    fact: '塔吊已停机，作业面已清场',
    unclear: '钢筋班是否全部撤出',
    note: '现场信号中断：伤者神志清醒，左臂擦伤，已包扎',
    message: '3号塔吊区停止作业，所有班组到项目部门前清点',
  },
  campus: {
    title: '实验楼气体报警',
    place: '实验楼二层',
    fact: '燃气总阀已关闭，楼内通风已开',
    unclear: '203室学生是否已全部离开',
    note: '楼内没有信号：203室门已锁，隔窗未见人',
    message: '实验楼紧急疏散，请各班到操场集合点清点人数',
  },
}

/** So far around the place counts as there; a device further than the other stands nowhere near it. */
const RADIUS_METRES = 600
const HERE_METRES = 5_000
/** In a cellar a device is not heard for so many minutes. */
const UNHEARD_MINUTES = 10
const DRILL_DAYS = 20
const DRILL_MINUTES = 35

/** What somebody says, so many minutes after the start; `late`: minutes until the server learnt of it. */
interface Said {
  after: number
  late?: number
  by: Who
  facts: LogFacts
}
type Who = Staffed['people'][number]

interface Beginning {
  alarmId: number
  deviceId: number
  label: string
  at: number
}

interface Given {
  staffed: Staffed
  now: number
}

export async function seedEmergencies(
  sql: Sql,
  place: Place,
  fleet: readonly DemoDevice[],
  { staffed, now }: Given,
): Promise<void> {
  const { tenantId, people } = staffed
  const begun = await beginningOf(sql, tenantId, now)
  const [lead, notes, speaker, ...others] = people
  if (!begun || !lead || !notes || !speaker) return
  const story = stories[place.key]
  const device = fleet.find(({ id }) => id === begun.deviceId)
  const centre = device && metresBetween(device, place.middle) < HERE_METRES ? device : place.middle
  const drillAt = begun.at - DRILL_DAYS * DAY_MS
  const drillEnd = drillAt + DRILL_MINUTES * MINUTE_MS
  const where = {
    ...{ tenant_id: tenantId, place: story.place, radius: RADIUS_METRES },
    ...{ latitude: centre.latitude, longitude: centre.longitude },
  }
  const [real, drill] = await insertRows(
    sql,
    'emergency',
    [
      {
        ...{ ...where, title: story.title, kind: 'real', severity: 'critical', state: 'stabilised' },
        ...{ owner_id: lead.id, owner_name: lead.name, started_at: begun.at, closed_at: null, finding: null },
        ...{ version: 9, created_at: begun.at, updated_at: begun.at + HOUR_MS },
      },
      {
        ...{ ...where, title: '季度疏散演练', kind: 'drill', severity: 'attention', state: 'closed' },
        ...{ owner_id: notes.id, owner_name: notes.name, started_at: drillAt, closed_at: drillEnd },
        ...{ finding: '十二分钟内清点完毕，东门集合点指示牌需更换', version: 4 },
        ...{ created_at: drillAt, updated_at: drillEnd },
      },
    ],
    'id',
  )
  if (real === undefined || drill === undefined) return
  const walkers = await walkersOf(sql, tenantId, begun.at)
  const told = others.slice(0, 5)
  const lines = sayings(story, { begun, walkers, fleet, lead, notes, speaker, told: told.length })
  const entries = await writeLog(sql, { tenantId, emergencyId: real, start: begun.at, lines })
  const message = entries[lines.findIndex(({ facts }) => facts.kind === 'message')]
  await insertRows(
    sql,
    'emergency_told',
    told.map(({ id, name }, nth) => ({
      ...{ tenant_id: tenantId, emergency_id: real, entry_id: message, account_id: id, name, spoken: true },
      ...{ times: 1, told_at: begun.at + 4 * MINUTE_MS },
      // One of them has not confirmed it.
      confirmed_at: nth === 0 ? null : begun.at + 5 * MINUTE_MS + nth * 11_000,
    })),
  )
  await writeLog(sql, {
    ...{ tenantId, emergencyId: drill, start: drillAt },
    lines: [
      { after: 0, by: notes, facts: { kind: 'opened' } },
      { after: 0, by: notes, facts: leading('lead', notes) },
      { after: 12, by: notes, facts: { kind: 'note', text: '所有集合点已上报人数' } },
      { after: DRILL_MINUTES, by: notes, facts: { kind: 'step', act: 'close', text: '演练结束' } },
    ],
  })
  await seedRollCall(sql, { staffed, emergencyId: drill, at: drillAt, warden: notes })
  await seedReplay(sql, { tenantId, by: lead, begun, walkers })
}

/** An alarm of the last days that a person would have opened an emergency for, rather one by day, when people walk about. */
async function beginningOf(sql: Sql, tenantId: number, now: number): Promise<Beginning | undefined> {
  return firstOf(
    sql,
    tables
      .selectFrom('alarm as a')
      .select(['a.id as alarmId', 'a.device_id as deviceId', 'a.raised_at as at', 'a.device_name as label'])
      .where('a.tenant_id', '=', tenantId)
      .where('a.raised_at', '>', now - 6 * DAY_MS)
      .where('a.raised_at', '<', now - 2 * HOUR_MS)
      .orderBy(
        raw`exists (select from track_hour h where h.tenant_id = a.tenant_id and h.first_at < a.raised_at
          and h.last_at > a.raised_at + ${UNHEARD_MINUTES * MINUTE_MS}::bigint)`,
        'desc',
      )
      .orderBy(raw`a.severity = 'critical'`, 'desc')
      .orderBy(raw`a.type in ('smoke', 'sos', 'harmfulGas', 'fireButton')`, 'desc')
      .orderBy('a.raised_at', 'desc')
      .limit(1),
  )
}

/** Devices that were on their way then. */
async function walkersOf(sql: Sql, tenantId: number, at: number): Promise<number[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('track_hour')
      .select('device_id as id')
      .distinct()
      .where('tenant_id', '=', tenantId)
      .where('first_at', '<', at)
      .where('last_at', '>', at + UNHEARD_MINUTES * MINUTE_MS)
      .orderBy('device_id')
      .limit(3),
  )
  return rows.map(({ id }) => id)
}

const leading = (role: EmergencyRole, { id, name }: Who): LogFacts => ({
  kind: 'role',
  role,
  userId: id,
  name,
})

interface Cast {
  begun: Beginning
  walkers: readonly number[]
  fleet: readonly DemoDevice[]
  lead: Who
  notes: Who
  speaker: Who
  told: number
}

const namedDevices = ({ deviceId }: Beginning, walkers: readonly number[]): number[] => [
  ...new Set([deviceId, ...walkers]),
]

function sayings(story: Story, { begun, walkers, fleet, lead, notes, speaker, told }: Cast): Said[] {
  const devices = namedDevices(begun, walkers)
  const named = (device: number) => fleet.find(({ id }) => id === device)?.name ?? `#${device}`
  const statement = (standing: 'known' | 'unclear', text: string, source: string): LogFacts => ({
    ...{ kind: 'statement', standing, text, source },
  })
  return [
    { after: 0, by: lead, facts: { kind: 'opened' } },
    { after: 0, by: lead, facts: leading('lead', lead) },
    {
      after: 0,
      by: lead,
      facts: { kind: 'item', of: 'alarm', subjectId: begun.alarmId, label: begun.label },
    },
    { after: 2, by: lead, facts: leading('notes', notes) },
    { after: 2, by: lead, facts: leading('communication', speaker) },
    ...devices.map(
      (subjectId): Said => ({
        after: 3,
        by: notes,
        facts: { kind: 'item', of: 'device', subjectId, label: named(subjectId) },
      }),
    ),
    { after: 4, by: speaker, facts: { kind: 'message', text: story.message, people: told, spoken: true } },
    { after: 2, late: UNHEARD_MINUTES, by: speaker, facts: { kind: 'note', text: story.note } },
    { after: 7, by: notes, facts: statement('known', story.fact, lead.name) },
    { after: 8, by: notes, facts: statement('unclear', story.unclear, notes.name) },
    { after: 18, by: lead, facts: { kind: 'step', act: 'stabilise', text: '险情已控制，现场留守观察' } },
  ]
}

interface Log {
  tenantId: number
  emergencyId: number
  start: number
  lines: readonly Said[]
}

const writeLog = (sql: Sql, { tenantId, emergencyId, start, lines }: Log): Promise<number[]> =>
  insertRows(
    sql,
    'emergency_entry',
    lines.map(({ after, late = 0, by, facts }, nth) => {
      const at = start + after * MINUTE_MS + nth * 1_000
      return {
        ...{ tenant_id: tenantId, emergency_id: emergencyId, event_key: `demo-${emergencyId}-${nth}` },
        ...{ at, recorded_at: at + late * MINUTE_MS, account_id: by.id, user_name: by.name, facts },
      }
    }),
    'id',
  )

/** The roll of the drill: most were seen at the point, one was on the telephone, one was not on site. */
async function seedRollCall(
  sql: Sql,
  { staffed, emergencyId, at, warden }: { staffed: Staffed; emergencyId: number; at: number; warden: Who },
): Promise<void> {
  const { tenantId } = staffed
  const workers = await rowsOf(
    sql,
    tables
      .selectFrom('worker')
      .select(['id', 'name', 'trade'])
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .where('left_on', 'is', null)
      .orderBy('id')
      .limit(12),
  )
  const end = at + DRILL_MINUTES * MINUTE_MS
  const [muster_id] = await insertRows(
    sql,
    'muster',
    [
      {
        ...{ tenant_id: tenantId, created_at: at, updated_at: end, name: '季度疏散演练', kind: 'drill' },
        ...{ version: 3, emergency_id: emergencyId, warden_ids: [warden.id] },
        points: [{ key: 'east', name: '东门集合点', wardenIds: [warden.id], departmentIds: [] }],
        ...{ started_at: at, started_by_name: warden.name, closed_at: end, closed_by_name: warden.name },
        ...{ close_reason: null, left_open: 0 },
      },
    ],
    'id',
  )
  if (muster_id === undefined || workers.length === 0) return
  const of = { tenant_id: tenantId, muster_id }
  const people = workers.map(worker => ({ ...worker, person_key: `worker:${worker.id}` }))
  await insertRows(
    sql,
    'muster_person',
    people.map(({ person_key, name, trade }) => ({
      ...{ ...of, person_key, name, detail: trade, point_key: 'east', known_by: [person_key] },
      signs: [{ source: 'punch', where: null, at: at - 2 * HOUR_MS }],
    })),
  )
  await insertRows(
    sql,
    'muster_sighting',
    people.map(({ person_key }, nth) => {
      const says: Outcome = nth === people.length - 1 ? 'notOnSite' : 'safe'
      const seenAt = at + (2 + nth * 0.8) * MINUTE_MS
      return {
        ...{ ...of, person_key, event_key: `demo-${muster_id}-${nth}`, says, comment: null },
        ...{ means: nth % 5 === 4 ? 'phone' : 'point', point_key: 'east', settles: [] },
        ...{ at: seenAt, recorded_at: seenAt, account_id: warden.id, user_name: warden.name },
      }
    }),
  )
  await insertRows(sql, 'muster_count', [
    {
      ...{ ...of, event_key: `demo-${muster_id}-heads`, point_key: 'east', heads: people.length - 1 },
      ...{ at: at + 12 * MINUTE_MS, recorded_at: at + 12 * MINUTE_MS },
      ...{ account_id: warden.id, user_name: warden.name },
    },
  ])
}

interface Seen {
  tenantId: number
  by: Who
  begun: Beginning
  walkers: readonly number[]
}

/** What the time machine shows of it: bookmarks, and the way through the cellar that was known only later. */
async function seedReplay(sql: Sql, { tenantId, by, begun, walkers }: Seen): Promise<void> {
  const { at } = begun
  const span = { from_at: at - HOUR_MS / 2, to_at: at + HOUR_MS }
  await insertRows(
    sql,
    'replay_mark',
    [
      { name: '首报', at },
      { name: '断电', at: at + 7 * MINUTE_MS },
      { name: '险情控制', at: at + 18 * MINUTE_MS },
    ].map(mark => ({
      ...{
        ...mark,
        ...span,
        tenant_id: tenantId,
        version: 1,
        created_at: at + HOUR_MS,
        updated_at: at + HOUR_MS,
      },
      ...{
        known_at: null,
        devices: namedDevices(begun, walkers).join(','),
        user_id: by.id,
        user_name: by.name,
      },
      around: null,
    })),
  )
  const [first] = walkers
  if (first === undefined) return
  await insertRows(sql, 'late_arrival', [
    {
      ...{ tenant_id: tenantId, device_id: first, received_at: at + (2 + UNHEARD_MINUTES) * MINUTE_MS },
      ...{ from_at: at + 2 * MINUTE_MS, to_at: at + (1 + UNHEARD_MINUTES) * MINUTE_MS },
    },
  ])
}
