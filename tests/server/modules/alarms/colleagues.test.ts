// Whom an alarm can be assigned to: those who may handle it and whose scope covers it, and nobody else's.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Colleague {
  name: string
  departmentName: string | null
  inHand: number
}

const ask = (token: string, id: number) =>
  server.call('/api/message/alarm/colleagues', { token, query: { id: String(id) } })

test('people of the own scope, with what they have in hand', async () => {
  const { here, tokens } = server
  const answer = await ask(tokens.admin, here.alarmId)
  const people = answer.data as Colleague[]
  const patrol = people.find(({ name }) => name === 'Name of patrol')
  expect(patrol).toMatchObject({ departmentName: 'here one', inHand: 0 })
  await server.call('/api/message/alarm/take', { token: tokens.patrol, body: { ids: [here.alarmId] } })
  const later = (await ask(tokens.admin, here.alarmId)).data as Colleague[]
  expect(later.find(({ name }) => name === 'Name of patrol')?.inHand).toBe(1)
})

test('an alarm of another department has no patrol of this one', async () => {
  const { here, tokens } = server
  const people = (await ask(tokens.admin, here.otherAlarmId)).data as Colleague[]
  expect(people.length).toBeGreaterThan(0)
  expect(people.map(({ name }) => name)).not.toContain('Name of patrol')
})

test('a foreign alarm is unknown, a role without the right is refused', async () => {
  const { there, here, tokens } = server
  expect((await ask(tokens.admin, there.alarmId)).id).toBe('row.unknown')
  expect((await ask(tokens.patrol, here.alarmId)).id).toBe('forbidden')
})
