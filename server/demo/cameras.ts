// Cameras of the demo: every camera of the fleet shows a simulated scene, and what people wear sends its picture when asked.
import type { Sql } from '../db/scoped.ts'
import { SIMULATED } from '../modules/cameras/plans.ts'
import { sceneNames } from '../simulator/cameras/scenes.ts'
import type { DemoDevice } from './fleet.ts'
import { insertRows } from './rows.ts'

/** Where nobody wears a helmet, some watches have a camera. */
const MOST_WORN = { helmet: 12, watch: 3 } as const

export async function seedCameras(
  sql: Sql,
  fleet: readonly DemoDevice[],
  { tenantId, now }: { tenantId: number; now: number },
): Promise<void> {
  const names = new Set<string>()
  const nameOf = (wanted: string, imei: string) => {
    const name = names.has(wanted) ? `${wanted} ${imei.slice(-4)}` : wanted
    names.add(name)
    return name
  }
  const shared = ({ id, departmentId, location, latitude, longitude }: DemoDevice) => ({
    tenant_id: tenantId,
    version: 1,
    created_at: now,
    updated_at: now,
    device_id: id,
    department_id: departmentId,
    place: location,
    latitude,
    longitude,
    talks: false,
    enabled: true,
  })
  const ofKind = (kind: DemoDevice['kind']) =>
    fleet.filter(device => device.kind === kind && device.state !== 'notActivated')
  await insertRows(
    sql,
    'camera',
    ofKind('camera').map((device, index) => {
      const scene = sceneNames[index % sceneNames.length] ?? 'gate'
      const address = `rtsp://${scene}${SIMULATED}/${scene}`
      return {
        ...shared(device),
        name: nameOf(device.name, device.imei),
        source: 'rtsp',
        main_address: address,
        sub_address: `${address}-small`,
      }
    }),
  )
  const kind = ofKind('helmet').length > 0 ? 'helmet' : 'watch'
  await insertRows(
    sql,
    'camera',
    ofKind(kind)
      .slice(0, MOST_WORN[kind])
      .map(device => ({
        ...shared(device),
        name: nameOf(device.wearerName ? `${device.name} ${device.wearerName}` : device.name, device.imei),
        source: 'whip',
      })),
  )
}
