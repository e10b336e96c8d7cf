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
