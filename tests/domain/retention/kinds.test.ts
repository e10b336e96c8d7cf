// Bounds of what a tenant may decide.
import { expect, test } from 'vitest'
import { boundsOf, diskKinds, FOR_EVER, retentionKinds } from '../../../src/domain/retention/kinds.ts'

test('nobody keeps readings and positions for longer than the installation, and everything else as long as is sensible', () => {
  expect(boundsOf('readings', 90)).toEqual({ least: 31, most: 90 })
  expect(boundsOf('positions', 31)).toEqual({ least: 31, most: 31 })
  expect(boundsOf('calls', 365)).toEqual({ least: 30, most: 3_653 })
  for (const kind of retentionKinds) {
    const { least, most } = boundsOf(kind, 365)
    expect(least).toBeLessThanOrEqual(most)
  }
})

test('alarms stay three years at least, an export never for longer than a year', () => {
  expect(boundsOf('alarms', FOR_EVER)).toEqual({ least: 1_096, most: FOR_EVER })
  expect(boundsOf('exports', 30)).toEqual({ least: 1, most: 365 })
})

test('the audit log is no kind that anybody decides about, and the disk counts it', () => {
  expect(retentionKinds).not.toContain('audit')
  expect(diskKinds).toContain('audit')
  expect(new Set(diskKinds).size).toBe(diskKinds.length)
})
