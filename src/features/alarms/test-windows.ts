// Test windows that run now: whoever looks at an alarm or a device must see that it is being silenced.
import { useQuery } from '@tanstack/react-query'
import { alarmTest } from '../../domain/alarm/alarm-rule.ts'
import type { AlarmType } from '../../domain/alarm/alarm-types.ts'
import { permissionFor, type RowOf } from '../../domain/entity.ts'
import { pageOptions } from '../../resource/query.ts'
import { useRights } from '../../resource/surroundings.ts'
import { useNow } from './use-now.ts'

export type TestRow = RowOf<typeof alarmTest>

/** Changes are told at once; what a window hides meanwhile, and what was missed, is asked for. */
const ASK_MS = 30_000
const MOST = 100
const STEP_MS = 5_000

const runningQuery = { page: 1, size: MOST, sort: 'endsAt', state: ['running', 'planned'] }

/** Windows that run at this moment, the one that ends first first; nothing for who may not see them. */
export function useRunningTests(): readonly TestRow[] {
  const may = useRights()
  const now = useNow(STEP_MS)
  const { data } = useQuery({
    ...pageOptions(alarmTest, runningQuery),
    enabled: may(permissionFor(alarmTest, 'read')),
    refetchInterval: ASK_MS,
  })
  return (data?.list ?? []).filter(test => runsAt(test, now))
}

/** True while a window silences. */
export const runsAt = (test: Pick<TestRow, 'startsAt' | 'endsAt'>, now: number): boolean =>
  test.startsAt <= now && now < test.endsAt

/** What is asked about: a device, perhaps one type of its alarms. */
export interface Silenced {
  deviceId: number
  groupId?: number | null | undefined
  type?: AlarmType | undefined
}

/** True when a window is about the device; SOS only where it is named. */
export function covers(
  test: Pick<TestRow, 'deviceId' | 'groupId' | 'types'>,
  { deviceId, groupId, type }: Silenced,
): boolean {
  const place = test.deviceId ? test.deviceId === deviceId : test.groupId ? test.groupId === groupId : true
  if (!place || type === undefined) return place
  return test.types.length > 0 ? test.types.includes(type) : type !== 'sos'
}
