// New reports, alarm rules and geofences start in the tenant's time zone, and in the browser's where no session tells it.
import { afterEach, expect, test, vi } from 'vitest'
import { alarmRuleView } from '../../src/features/alarms/alarm-rule.view.tsx'
import { fenceView } from '../../src/features/fences/fence.view.tsx'
import { reportView } from '../../src/features/reports/report.view.tsx'
import { endSession, renewZone } from '../../src/platform/session-store.ts'
import { startValues } from '../../src/resource/form-values.ts'
import { signIn } from './sign-in.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
const browser = Intl.DateTimeFormat().resolvedOptions().timeZone

afterEach(() => endSession('logout'))

test.each([
  ['report', reportView],
  ['alarm rule', alarmRuleView],
  ['geofence', fenceView],
])('a new %s starts with the zone that the tenant has when its form opens', (_, view) => {
  const fields = view.sections.flatMap(section => section.fields)
  const zone = () => startValues(fields, undefined, view.initial).zone
  expect(zone()).toBe(browser)
  // As it was stored by a version that did not know the tenant's zone.
  signIn([])
  expect(zone()).toBe(browser)
  signIn([], { tenantZone: 'Pacific/Chatham' })
  expect(zone()).toBe('Pacific/Chatham')
  renewZone('America/Lima')
  expect(zone()).toBe('America/Lima')
  // A row keeps its own.
  expect(startValues(fields, { id: 1, version: 1, zone: 'Asia/Tokyo' }, view.initial).zone).toBe('Asia/Tokyo')
})
