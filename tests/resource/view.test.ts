// A view is checked against its entity by the compiler, and brought into one form for the engine.

import { msg } from '@lingui/core/macro'
import { describe, expect, test } from 'vitest'
import { product } from '../../src/domain/device/catalogue.ts'
import { deviceCommand } from '../../src/domain/device/command.ts'
import { device } from '../../src/domain/device/device.ts'
import { viewOf } from '../../src/resource/view.ts'

const base = {
  title: msg`Products`,
  titleOne: msg`Product`,
  card: { title: 'name' },
} as const

describe('viewOf', () => {
  test('groups loose form fields around sections and keeps their order', () => {
    const view = viewOf(product, {
      ...base,
      columns: [{ of: 'name', label: msg`Name` }],
      form: [
        { of: 'name', label: msg`Name` },
        { of: 'model', label: msg`Model` },
        { title: msg`More`, fields: [{ of: 'sort', label: msg`Sort order` }] },
        { of: 'note', label: msg`Note`, when: values => values.name !== '' },
      ],
    })
    expect(view.sections.map(section => section.fields.map(field => field.of))).toEqual([
      ['name', 'model'],
      ['sort'],
      ['note'],
    ])
    expect(view.nameOf).toBe('name')
  })

  test('brings words into one form', () => {
    const view = viewOf(product, {
      ...base,
      columns: [],
      words: {
        status: {
          disabled: msg`Disabled`,
          enabled: { label: msg`Enabled`, tone: 'ok' },
          deleted: msg`Deleted`,
        },
      },
    })
    expect(view.words.status?.enabled?.tone).toBe('ok')
    expect(view.words.status?.disabled?.label).toBeDefined()
  })

  test('refuses a form where nothing may be written', () => {
    expect(() =>
      viewOf(deviceCommand, {
        ...base,
        card: { title: 'imei' },
        columns: [],
        form: [],
      }),
    ).toThrow('deviceCommand')
  })

  test('unknown names do not compile', () => {
    viewOf(device, {
      ...base,
      // @ts-expect-error no such field
      columns: [{ of: 'colour', label: msg`Colour` }],
    })
    viewOf(device, {
      ...base,
      columns: [],
      // @ts-expect-error no such command
      actions: { explode: { label: msg`Explode` } },
    })
    viewOf(device, {
      ...base,
      columns: [],
      // @ts-expect-error a word is missing
      words: { state: { online: msg`Online`, offline: msg`Offline` } },
    })
    viewOf(device, {
      ...base,
      columns: [],
      // @ts-expect-error not writable
      form: [{ of: 'state', label: msg`State` }],
    })
    viewOf(device, {
      ...base,
      columns: [],
      actions: {
        // @ts-expect-error not in the command's input
        speak: { label: msg`Speak`, input: [{ of: 'volume', label: msg`Volume` }] },
      },
    })
  })
})
