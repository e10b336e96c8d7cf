// The endpoint table as a whole, and what a list query lets through.
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from '../../src/contract/endpoints/catalogue.ts'
import { entityEndpoints } from '../../src/contract/entity-endpoints.ts'
import { readWebMessage } from '../../src/contract/messages.ts'
import { definitionOf, type Schema } from '../../src/contract/schema-parts.ts'
import { device } from '../../src/domain/device/device.ts'
import { entities } from '../../src/domain/entities.ts'
import { serviceNames } from '../../src/domain/services.ts'

describe('endpoint table', () => {
  const all = allEndpoints()

  it('has one endpoint per address', () => {
    const addresses = all.map(({ service, path }) => `${service}/${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each(all.map(call => [`${call.service}/${call.path}`, call] as const))(
    '%s says who may call it',
    (_, call) => {
      expect(call.access).toMatch(/^(public|session|demo|resident|[a-zA-Z]+\.[a-zA-Z]+)$/)
      expect(serviceNames).toContain(call.service)
      expect(call.summary).not.toBe('')
    },
  )

  it('changes nothing by GET', () => {
    for (const call of all) if (call.idempotent) expect(call.method).toBe('POST')
  })
})

describe('what is chosen together', () => {
  interface Chosen {
    at: string
    list: Schema
    value: unknown
  }
  /** The lists of ids, numbers and words in a schema, each with a value that it takes. */
  function listsOf(schema: Schema, at: string): Chosen[] {
    const { type, innerType, element, shape = {} } = definitionOf(schema)
    if (innerType) return listsOf(innerType, at)
    if (type === 'object')
      return Object.entries(shape).flatMap(([key, field]) => listsOf(field, `${at}.${key}`))
    if (type !== 'array' || !element) return []
    const value = [1, '860000000000001', ...Object.values(definitionOf(element).entries ?? {})].find(
      each => z.safeParse(element, each).success,
    )
    return value === undefined ? listsOf(element, `${at}[]`) : [{ at, list: schema, value }]
  }
  const lists = allEndpoints()
    .filter(({ method }) => method === 'POST')
    .flatMap(({ service, path, request }) => listsOf(request, `${service}/${path}`))

  it('is found in every bulk action, and in forms', () => {
    const places = lists.map(({ at }) => at)
    for (const place of ['device/device/remove.ids', 'user/user/save.roleIds', 'pay/pay/start.billIds'])
      expect(places).toContain(place)
    for (const { path, service } of allEndpoints().filter(({ path }) => path.endsWith('/remove')))
      expect(places).toContain(`${service}/${path}.ids`)
  })

  it.each(lists.map(each => [each.at, each] as const))('%s: nothing twice', (_, { list, value }) => {
    expect(z.safeParse(list, [value]).success).toBe(true)
    expect(z.safeParse(list, [value, value]).error?.issues).toMatchObject([{ message: 'chosenTwice' }])
  })
})

describe('entities', () => {
  it.each(entities.map(entity => [entity.key, entity] as const))(
    '%s names only fields it has',
    (_, entity) => {
      const fields = Object.keys(entity.schema.shape)
      for (const field of [...Object.keys(entity.filters), ...entity.sorts, ...entity.search])
        expect(fields).toContain(field)
      expect(fields).toContain(entity.defaultSort.replace('-', ''))
      for (const command of Object.values(entity.commands))
        if (command.undo) expect(Object.keys(entity.commands)).toContain(command.undo)
    },
  )
})

describe('list query', () => {
  const { request } = entityEndpoints(device).page

  it('reads text of a query string', () => {
    expect(
      z.decode(request, {
        page: '2',
        size: '20',
        state: '1,0,7',
        categoryId: '5',
        batteryFrom: '10',
        sort: '-name',
      }),
    ).toEqual({
      page: 2,
      size: 20,
      state: ['online', 'offline', 'abnormal'],
      categoryId: 5,
      batteryFrom: 10,
      sort: '-name',
    })
  })

  it('writes what it reads', () => {
    const words = { page: 3, state: ['online', 'abnormal'], name: 'a%b' }
    expect(z.decode(request, z.encode(request, words))).toEqual(words)
  })

  it.each([
    [{ sort: 'CASE WHEN 1=1 THEN name END' }, 'sort'],
    [{ sort: 'wearerName' }, 'sort'],
    [{ page: '0' }, 'page'],
    [{ size: '501' }, 'size'],
    [{ page: '1e3' }, 'page'],
    [{ state: 'x' }, 'state'],
    [{ categoryId: '1;drop' }, 'categoryId'],
    [{ q: 'a\u0000b' }, 'q'],
    [{ tenantId: '2' }, ''],
    [{ nothing: '1' }, ''],
  ])('refuses %j', (query, field) => {
    const result = z.safeDecode(request, query)
    expect(result.success).toBe(false)
    expect(result.error?.issues[0]?.path.join('.')).toBe(field)
  })
})

describe('readWebMessage', () => {
  it('reads a state batch', () => {
    expect(
      readWebMessage('{"code":"state","at":1,"devices":[{"id":1,"imei":"1234567890","state":1}]}'),
    ).toEqual({
      code: 'state',
      at: 1,
      devices: [{ id: 1, imei: '1234567890', state: 'online' }],
    })
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"code":"nope"}',
    '{"code":"9003"}',
    '{"code":"state","at":1,"devices":[{}]}',
  ])('drops %j', payload => {
    expect(readWebMessage(payload)).toBeUndefined()
  })
})
