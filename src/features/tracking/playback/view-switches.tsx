// How tracks are shown: without impossible positions, without silences, coloured by speed. Remembered in this browser.
import { useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { keep, readKept } from '../../../resource/kept.ts'
import { Card } from '../../../ui/kit/parts.tsx'

const NAME = 'track-view'
const stored = z.object({ filtersJumps: z.boolean(), skipsSilence: z.boolean(), bySpeed: z.boolean() })
type Switches = z.output<typeof stored>

export interface ViewSwitchesState {
  value: Switches
  set: (changes: Partial<Switches>) => void
}

/** The switches as they were last time. */
export function useViewSwitches(): ViewSwitchesState {
  const [value, setValue] = useState<Switches>(() => {
    const read = z.safeParse(stored, readKept(NAME))
    return read.success ? read.data : { filtersJumps: true, skipsSilence: true, bySpeed: false }
  })
  return {
    value,
    set: changes => {
      const next = { ...value, ...changes }
      keep(NAME, next)
      setValue(next)
    },
  }
}

export function ViewSwitches({ value, set }: ViewSwitchesState) {
  const { t } = useLingui()
  const words: Record<keyof Switches, string> = {
    filtersJumps: t`Leave out impossible positions`,
    skipsSilence: t`Skip time without positions`,
    bySpeed: t`Colour by speed`,
  }
  return (
    <Card stack gap={2} rigid>
      {(['filtersJumps', 'skipsSilence', 'bySpeed'] as const).map(name => (
        <Switch
          key={name}
          label={words[name]}
          checked={value[name]}
          onChange={event => set({ [name]: event.currentTarget.checked })}
        />
      ))}
    </Card>
  )
}
