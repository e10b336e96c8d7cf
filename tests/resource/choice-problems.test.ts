// The selections of a form: a mandatory one must be made, and nothing is chosen twice.
import { msg } from '@lingui/core/macro'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { user } from '../../src/domain/access/access.ts'
import { product } from '../../src/domain/device/catalogue.ts'
import { device } from '../../src/domain/device/device.ts'
import type { EntityDefinition } from '../../src/domain/entity.ts'
import { drawing } from '../../src/domain/indoor/indoor.ts'
import { choiceProblemsOf } from '../../src/resource/form-values.ts'

function check(entity: EntityDefinition, values: Record<string, unknown>) {
  if (!entity.write) throw new Error('nothing to write')
  const fields = Object.keys(values).map(of => ({ of, label: msg`Field` }))
  return choiceProblemsOf(entity, entity.write, fields, values)
}

test('a mandatory selection without a choice', () => {
  for (const none of [undefined, null, '']) {
    expect(check(device, { categoryId: none })).toEqual({ categoryId: { id: 'field.mustChooseOne' } })
    expect(check(product, { status: none })).toEqual({ status: { id: 'field.mustChooseOne' } })
  }
  expect(check(device, { categoryId: 3 })).toEqual({})
})

test('a mandatory image that is not there', () => {
  const fields = [{ of: 'picture', label: msg`Image`, kind: 'plan' as const }]
  const problems = (picture: string) =>
    choiceProblemsOf(drawing, drawing.write ?? z.object({}), fields, { picture })
  expect(problems('')).toEqual({ picture: { id: 'field.imageEmpty' } })
  expect(problems('/files/x')).toEqual({})
  // A product may be without one.
  expect(check(product, { image: '' })).toEqual({})
})

test('the same twice', () => {
  expect(check(user, { roleIds: [3, 4, 3] })).toEqual({ roleIds: { id: 'field.chosenTwice' } })
  expect(check(user, { roleIds: [3, 4] })).toEqual({})
})

test('what may stay open and what is no selection is left alone', () => {
  expect(check(user, { departmentId: null, roleIds: [], name: '' })).toEqual({})
})
