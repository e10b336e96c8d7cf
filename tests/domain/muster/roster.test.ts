// Who should be here: sources are joined without doubles, and in doubt nobody is lost.
import { expect, test } from 'vitest'
import { type Found, joinRoster, pointFor } from '../../../src/domain/muster/roster.ts'

const found = (knownBy: string[], facts: Partial<Found> = {}): Found => ({
  ...{ knownBy, name: 'Li', detail: null, departmentIds: [], source: 'punch', where: null, at: 10 },
  ...facts,
})

test('somebody whom three sources know stands on the roll once, with each source and its time', () => {
  const sources = [
    found(['worker:1', 'device:9'], { detail: 'Welder', departmentIds: [4, 2] }),
    found(['worker:1', 'device:9'], { source: 'door', at: 20 }),
    found(['device:9'], { name: 'Helmet 9', source: 'fence', where: 'Yard', at: 30 }),
    found(['device:9'], { name: 'Helmet 9', source: 'fence', where: 'Yard', at: 25 }),
  ]
  const roster = joinRoster(sources)
  expect(roster).toEqual([
    {
      ...{ key: 'worker:1', name: 'Li', detail: 'Welder', departmentIds: [4, 2] },
      knownBy: ['worker:1', 'device:9'],
      signs: [
        { source: 'fence', where: 'Yard', at: 30 },
        { source: 'door', where: null, at: 20 },
        { source: 'punch', where: null, at: 10 },
      ],
    },
  ])
  expect(joinRoster(sources.toReversed())).toEqual(roster)
})

test('who works and lives here is one, by telephone and name', () => {
  const works = found(['worker:1', 'phone:13800000001 Li'])
  const lives = found(['resident:7', 'phone:13800000001 Li'], { source: 'home', where: '301' })
  const wife = found(['resident:8', 'phone:13800000001 Wang'], { name: 'Wang', source: 'home', where: '301' })
  expect(joinRoster([lives, wife, works]).map(({ key, signs }) => [key, signs.length])).toEqual([
    ['worker:1', 2],
    ['resident:8', 1],
  ])
})

test('a device that two people share makes one of neither', () => {
  const a = found(['worker:1', 'device:9'])
  const b = found(['worker:2', 'device:9'], { name: 'Bai' })
  expect(joinRoster([a, b]).map(({ key }) => key)).toEqual(['worker:2', 'worker:1'])
  expect(joinRoster([b, a])).toEqual(joinRoster([a, b]))
})

test('two people who are joined round several corners are two again', () => {
  const roster = joinRoster([
    found(['worker:1', 'phone:1 Li']),
    found(['resident:5', 'phone:1 Li', 'phone:2 Li'], { source: 'home' }),
    found(['worker:2', 'phone:2 Li']),
  ])
  expect(roster.map(({ key }) => key).sort()).toEqual(['resident:5', 'worker:1', 'worker:2'])
})

test('whom nothing is known by is nobody', () => {
  expect(joinRoster([found([])])).toEqual([])
})

test('a list is of the nearest department, else of the one point for all others, else of nobody', () => {
  const points = [
    { key: 'gate', departmentIds: [2] },
    { key: 'yard', departmentIds: [4] },
    { key: 'road', departmentIds: [] },
  ]
  expect(pointFor([4, 2], points)).toBe('yard')
  expect(pointFor([3, 2], points)).toBe('gate')
  expect(pointFor([], points)).toBe('road')
  expect(pointFor([], [...points, { key: 'park', departmentIds: [] }])).toBeNull()
  expect(pointFor([8], points.slice(0, 2))).toBeNull()
})
