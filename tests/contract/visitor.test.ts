// What is not named is not shown: by the types where something must be said, by the walk everywhere else.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { show } from '../../src/contract/show.ts'
import type { Shown } from '../../src/domain/shown.ts'

const person = z.object({
  id: z.int(),
  name: z.string(),
  phone: z.nullable(z.string()),
  note: z.optional(z.string()),
  homes: z.array(z.object({ street: z.string(), lit: z.boolean() })),
})
type Person = z.output<typeof person>

const li: Person = { id: 1, name: 'Li', phone: '1', note: 'at home', homes: [{ street: 'A', lit: true }] }

test('fields that nobody named are absent, null or empty', () => {
  const shown = { id: true, name: () => '—' } satisfies Shown<Person>
  expect(show(person, shown, li)).toEqual({ id: 1, name: '—', phone: null, homes: [] })
})

test('parts of parts are named too', () => {
  const shown = { id: true, name: () => '—', homes: { lit: true, street: () => '' } } satisfies Shown<Person>
  expect(show(person, shown, li)).toEqual({
    id: 1,
    name: '—',
    phone: null,
    homes: [{ street: '', lit: true }],
  })
})

test('the compiler asks where nothing could stand for a field, and takes no object whole', () => {
  // @ts-expect-error a name can be neither absent nor null: something must be said of it
  const unsaid: Shown<Person> = { id: true }
  // @ts-expect-error a part with fields of its own is not shown as a whole
  const whole: Shown<Person> = { id: true, name: true, homes: true }
  expect([unsaid, whole]).toHaveLength(2)
  expect(() => show(person, { id: true }, li)).toThrow('name')
})

test('what the answer has beside its schema does not come along', () => {
  expect(show(z.object({ id: z.int() }), { id: true, secret: true }, { id: 1, secret: 'x' })).toEqual({
    id: 1,
  })
})
