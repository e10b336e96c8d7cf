// The draft of one form: its input outlives a reload and the end of a session, for the same person.
import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { look } from '../ui/kit/look.ts'
import { draftPlace } from './drafts.ts'

export interface Draft<Value> {
  /** What was left over from last time. */
  found: Value | undefined
  /** Undefined: it has been saved or given up. */
  write: (value: Value | undefined) => void
}

export interface DraftOptions<Value> {
  /** Reads what was kept; undefined for what is none of this form's. */
  read: (kept: unknown) => Value | undefined
  /** Kept until it is saved. Otherwise who leaves the form gives it up. */
  keeps?: boolean
}

/** The draft under a name that says which form and which row it is of. */
export function useDraft<Value>(name: string, { read, keeps = false }: DraftOptions<Value>): Draft<Value> {
  const [place] = useState(() => draftPlace(name))
  const [left] = useState<Value | undefined>(() => read(place.read()))
  const [fresh, setFresh] = useState(false)
  useEffect(() => {
    // A form that this one takes the place of has just given it up.
    if (left !== undefined) place.write(left)
    if (keeps) return
    // Without a session nothing is forgotten: there is nobody who gave it up.
    return () => place.write(undefined)
  }, [keeps, place, left])
  return {
    found: fresh ? undefined : left,
    write: value => {
      place.write(value)
      if (value === undefined) setFresh(true)
    },
  }
}

/** Says that there is a draft in the form, and takes it away on demand. */
export function DraftNote<Value>({ draft, onStartOver }: { draft: Draft<Value>; onStartOver: () => void }) {
  if (draft.found === undefined) return null
  return (
    <Alert color="info">
      <Trans>What you entered last time is still here.</Trans>{' '}
      <button
        type="button"
        className={look({ bare: true, pad: 0, tone: 'accent', pointer: true, underlined: true })}
        onClick={() => {
          draft.write(undefined)
          onStartOver()
        }}
      >
        <Trans>Start over</Trans>
      </button>
    </Alert>
  )
}

/** Input by field names, as most forms have it. */
export const readValues = (kept: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? { ...kept } : undefined
