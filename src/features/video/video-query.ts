// Which cameras there are to watch, and who wears those that are worn.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { camera } from '../../domain/camera/camera.ts'
import { type DeviceState, device } from '../../domain/device/device.ts'
import { worn } from '../../domain/device/settings-by-kind.ts'
import { permissionFor, type RowOf } from '../../domain/entity.ts'
import { pageOptions } from '../../resource/query.ts'
import { useRights } from '../../resource/surroundings.ts'

export type CameraRow = RowOf<typeof camera>

/** Which cameras a page is about: all, those of devices that people wear, or those of the site. */
export type CameraSet = 'all' | 'worn' | 'site'

/** A camera as it stands in a list. */
export interface Choice {
  row: CameraRow
  /** Of what is worn, the person; else the camera. */
  name: string
  /** The other one of the two. */
  detail: string | undefined
  /** Of its device, where it has one. */
  state: DeviceState | undefined
}

/** More than this nobody chooses from by looking; the search finds the rest. */
const MOST = 500

const camerasOptions = (q?: string) =>
  pageOptions(camera, { size: MOST, sort: 'name', enabled: true, ...(q && { q }) })

export function useCameras(set: CameraSet, q?: string) {
  const may = useRights()
  const list = useQuery({ ...camerasOptions(q), enabled: may(permissionFor(camera, 'read')) })
  const asksDevices = may(permissionFor(device, 'read'))
  const devices = useQuery({
    ...pageOptions(device, { size: MOST, sort: 'name', kind: [...worn] }),
    enabled: asksDevices,
  })
  const [rows, wearing] = [list.data?.list, devices.data?.list]
  const choices = useMemo<readonly Choice[] | undefined>(() => {
    if (!rows || (asksDevices && !wearing)) return undefined
    const byId = new Map(wearing?.map(row => [row.id, row]))
    return rows.flatMap(row => {
      const its = row.deviceId == null ? undefined : byId.get(row.deviceId)
      if (set !== 'all' && (its !== undefined) !== (set === 'worn')) return []
      const person = its?.wearerName || undefined
      const detail = person ? row.name : row.place || row.departmentName || undefined
      return [{ row, name: person ?? row.name, detail, state: its?.state }]
    })
  }, [rows, wearing, asksDevices, set])
  const failed = list.isError ? list : devices.isError ? devices : undefined
  return { choices, all: rows, failed, at: list.dataUpdatedAt }
}
