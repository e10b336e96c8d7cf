// What counts as outdated after a change: the entity itself, and those whose rows say something of it.
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { doorCard, doorEvent, doorRight } from '../../src/domain/intercom/door.ts'
import { invalidateEntity } from '../../src/resource/query.ts'

test.each([
  [doorCard, ['doorCard', 'doorRight']],
  [doorRight, ['doorCard', 'doorRight']],
  [doorEvent, ['doorEvent']],
] as const)('a change of $key', async (entity, outdated) => {
  const client = new QueryClient()
  const keys = ['doorCard', 'doorRight', 'doorEvent']
  for (const key of keys) client.setQueryData(['entity', key, 'page', {}], { list: [], total: 0 })
  await invalidateEntity(client, entity)
  const found = keys.filter(key => client.getQueryState(['entity', key, 'page', {}])?.isInvalidated)
  expect(found).toEqual(outdated)
})

test('an answer that set out before the change does not count as fresh', async () => {
  const client = new QueryClient()
  const queryKey = ['entity', 'doorEvent', 'page', {}]
  const { promise, resolve } = Promise.withResolvers<string>()
  const loading = client.fetchQuery({ queryKey, queryFn: () => promise })
  const invalidating = invalidateEntity(client, doorEvent)
  resolve('of before')
  await Promise.all([loading, invalidating])
  expect(client.getQueryState(queryKey)).toMatchObject({ data: 'of before', isInvalidated: true })
})
