// What is stored of a camera, as those need it who fetch it.
import type { CameraSource } from '../../../src/domain/camera/camera.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Person } from '../../person.ts'
import type { CameraPlan } from './engine/words.ts'
import { openPassword } from './passwords.ts'
import { addressAtGateway, type CameraConfig } from './settings.ts'

/** Hosts of this ending are simulated cameras. */
export { SIMULATED } from './engine/feeds.ts'

export interface KeptCamera {
  id: number
  tenantId: number
  departmentId: number | null
  name: string
  imei: string | null
  source: CameraSource
  mainAddress: string
  subAddress: string
  username: string | null
  passwordSealed: Buffer | null
  onvifAddress: string | null
  talks: boolean
  enabled: boolean
  networks: string[]
}

const source = (text: string): CameraSource => (text === 'whip' || text === 'gateway' ? text : 'rtsp')

/** Live cameras; the statement is narrowed by who asks. */
const cameras = () =>
  tables
    .selectFrom('camera as c')
    .innerJoin('tenant as t', 't.id', 'c.tenant_id')
    .leftJoin('device as d', join => join.onRef('d.id', '=', 'c.device_id').on('d.removed_at', 'is', null))
    .select([
      'c.id',
      'c.tenant_id',
      'c.department_id',
      'c.name',
      'd.imei',
      'c.source',
      'c.main_address',
      'c.sub_address',
      'c.username',
      'c.password_sealed',
      'c.onvif_address',
      'c.talks',
      'c.enabled',
      't.camera_networks',
    ])
    .where('c.removed_at', 'is', null)

type Seeing = Pick<Person, 'tenantId' | 'platform' | 'departments'>

/** Of those that a person may see. */
function seen({ tenantId, platform, departments }: Seeing) {
  let found = cameras()
  if (!platform) found = found.where('c.tenant_id', '=', tenantId)
  if (departments !== null) found = found.where('c.department_id', 'in', [-1, ...departments])
  return found
}

type Stored = Awaited<ReturnType<typeof storedRow>>
const storedRow = (sql: Sql) => firstOf(sql, cameras())

const keptOf = (row: NonNullable<Stored>): KeptCamera => ({
  id: row.id,
  tenantId: row.tenant_id,
  departmentId: row.department_id,
  name: row.name,
  imei: row.imei,
  source: source(row.source),
  mainAddress: row.main_address ?? '',
  subAddress: row.sub_address ?? '',
  username: row.username,
  passwordSealed: row.password_sealed,
  onvifAddress: row.onvif_address || null,
  talks: row.talks,
  enabled: row.enabled,
  networks: (row.camera_networks ?? '')
    .split(',')
    .map(one => one.trim())
    .filter(Boolean),
})

/** By its id, or the first of a device. */
export async function seenCamera(
  sql: Sql,
  person: Seeing,
  wanted: { cameraId?: number | undefined; imei?: string | undefined },
): Promise<KeptCamera | undefined> {
  const { cameraId, imei } = wanted
  let found = seen(person)
  if (cameraId !== undefined) found = found.where('c.id', '=', cameraId)
  if (imei !== undefined) found = found.where('d.imei', '=', imei)
  const row = await firstOf(sql, found.orderBy('c.enabled', 'desc').orderBy('c.id').limit(1))
  return row && keptOf(row)
}

/** Whoever asks. */
export async function keptCamera(sql: Sql, cameraId: number): Promise<KeptCamera | undefined> {
  const row = await firstOf(sql, cameras().where('c.id', '=', cameraId))
  return row && keptOf(row)
}

export async function camerasOf(sql: Sql, person: Seeing, imeis: readonly string[]) {
  const rows = await rowsOf(
    sql,
    seen(person)
      .where('d.imei', 'in', ['', ...imeis])
      .orderBy('c.enabled', 'desc')
      .orderBy('c.id'),
  )
  const found = new Map<string, { imei: string; cameraId: number; name: string; enabled: boolean }>()
  for (const { id, imei, name, enabled } of rows)
    if (imei !== null && !found.has(imei)) found.set(imei, { imei, cameraId: id, name, enabled })
  return [...found.values()]
}

/** How a camera is fetched; undefined where its gateway is not set. `key` opens its password. */
export function planOf(
  camera: KeptCamera,
  { key, config, simulated }: { key: Buffer; config: CameraConfig; simulated: number | null },
): CameraPlan | undefined {
  const { id: cameraId, source: from, tenantId, passwordSealed, username } = camera
  const password = passwordSealed ? openPassword(key, passwordSealed, tenantId) : ''
  const account = username ? { username, password: password ?? '' } : null
  const shared = { cameraId, talks: camera.talks, simulated }
  if (from === 'whip') return { ...shared, way: 'push', main: '', sub: '', account: null, networks: [] }
  if (from === 'rtsp')
    return {
      ...shared,
      way: 'pull',
      main: camera.mainAddress,
      sub: camera.subAddress,
      account,
      networks: camera.networks,
    }
  const { gateway } = config
  if (!gateway?.startsWith('rtsp:')) return undefined
  const at = (name: string) => (name === '' ? '' : addressAtGateway(gateway, name))
  // The operator has said where the gateway is.
  return {
    ...shared,
    way: 'pull',
    main: at(camera.mainAddress),
    sub: at(camera.subAddress),
    account,
    networks: null,
  }
}
