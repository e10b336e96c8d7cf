// Words and looks of what devices say of themselves: one entry for each field, which columns, facts and tiles are made of.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { type StateField, type StateValues, stateFieldNames } from '../../domain/device/state-fields.ts'
import type { CellLook, Word } from '../../resource/view.ts'
import type { BadgeTone } from '../../ui/severity-badge.tsx'
import { Contacts } from './commands/switch-marks.tsx'

interface Look {
  label: MessageDescriptor
  /** Of its column, pixels. */
  width?: number
  type?: CellLook
  render?: (value: unknown) => ReactNode
  /** Tones of its words in a tile, where they differ from those in a list. */
  tileTones?: Readonly<Record<string, BadgeTone>>
}

export const stateLooks: Readonly<Record<StateField, Look>> = {
  footRing: { label: msg`Ankle bracelet`, width: 110 },
  harmfulGas: { label: msg`Harmful gas`, width: 120 },
  valve: { label: msg`Valve`, tileTones: { open: 'info' } },
  closed: {
    label: msg`Power behind it`,
    width: 120,
    render: closed => (typeof closed === 'boolean' ? <Contacts closed={closed} /> : undefined),
  },
  locked: { label: msg`Locked`, type: 'yesNo' },
  switchControl: { label: msg`Who can switch it`, width: 120 },
  switchPosition: { label: msg`Switch position`, width: 120 },
}

/** Fields that are told in words. */
type Worded = { [Field in StateField]: StateValues[Field] extends string ? Field : never }[StateField]

export const stateFieldWords: { [Field in Worded]: Record<StateValues[Field], Word> } = {
  footRing: {
    loose: { label: msg`Loose`, tone: 'critical' },
    tight: { label: msg`Tight`, tone: 'ok' },
  },
  harmfulGas: {
    detected: { label: msg`Detected`, tone: 'critical' },
    none: { label: msg`None`, tone: 'ok' },
  },
  valve: {
    open: { label: msg({ context: 'valve', message: 'Open' }), tone: 'ok' },
    closed: { label: msg({ context: 'valve', message: 'Closed' }), tone: 'off' },
  },
  switchControl: { manual: { label: msg`Manual only` }, auto: { label: msg`Automatic` } },
  switchPosition: {
    leftOpen: { label: msg`Left open` },
    stopped: { label: msg`Stopped` },
    rightOpen: { label: msg`Right open` },
  },
}

/** Columns of the list, there for who chooses them. */
export const stateColumns = stateFieldNames.map(of => {
  const { label, width, type, render } = stateLooks[of]
  return {
    of,
    label,
    ...(width && { width }),
    ...(type && { type }),
    ...(render && { render }),
    quiet: true,
    hidden: true,
  }
})

const words: Partial<Record<StateField, Readonly<Record<string, Word>>>> = stateFieldWords

/** A state as a tile beside readings says it; undefined where the device says nothing of it in words. */
export function stateTile(
  field: StateField,
  value: unknown,
): { label: MessageDescriptor; tone: BadgeTone } | undefined {
  const word = words[field]?.[String(value)]
  if (!word) return undefined
  return { label: word.label, tone: stateLooks[field].tileTones?.[String(value)] ?? word.tone ?? 'info' }
}
