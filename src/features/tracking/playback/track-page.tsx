// The page of tracks: chooses devices and time, and plays where they have been.

import { useLingui } from '@lingui/react/macro'
import { type ComponentType, useMemo, useState } from 'react'
import type { DeviceKind } from '../../../domain/device/device.ts'
import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { useChangeSearch } from '../../../resource/address.ts'
import { PageFrame } from '../../../ui/page-frame.tsx'
import type { Period } from '../../../ui/period.ts'
import { AlarmWordsContext } from './alarm-words-context.ts'
import type { AlarmWords } from './happened-words.ts'
import { TrackChoice } from './track-choice.tsx'
import { TrackHead } from './track-head.tsx'
import { TrackScreen } from './track-screen.tsx'
import { imeisIn, MOST_TRACKS, type TrackSearch } from './track-search.ts'
import { trackVariants, type VariantName } from './track-variants.ts'

/** Chooses devices; it belongs to another room, and the route brings it along. */
export type DevicesPicker = ComponentType<{
  multiple: true
  bare: boolean
  label: string
  placeholder: string
  most: number
  kinds?: readonly DeviceKind[] | undefined
  value: readonly string[]
  onChange: (imeis: string[]) => void
}>

export interface TrackPageProps {
  variant: VariantName
  search: TrackSearch
  Picker: DevicesPicker
  /** Offered while nothing is chosen, instead of devices. */
  Choice?: ComponentType<{ onChoose: (imei: string) => void }>
  alarmWords: AlarmWords
}

export function TrackPage({ variant: name, search, Picker, Choice, alarmWords }: TrackPageProps) {
  const { t } = useLingui()
  const put = useChangeSearch(search)
  const variant = trackVariants[name]
  const imeis = useMemo(() => imeisIn(search.imei), [search.imei])
  const [lastDay] = useState<Period>(() => {
    const to = Math.ceil(serverNow() / MINUTE_MS) * MINUTE_MS
    return { from: to - DAY_MS, to }
  })
  const { from = lastDay.from, to = lastDay.to, at, speed } = search
  const period = useMemo(() => ({ from, to }), [from, to])
  const change = (changes: TrackSearch) =>
    put({ at: undefined, speed: undefined, ...changes }, { replace: false })
  const choose = (imei: string, period?: Period) => change({ imei, ...period })
  const choices = {
    imeis,
    period,
    onPeriod: (next: Period) => change(next),
    picker: (
      <Picker
        multiple
        bare
        label={t`Devices`}
        placeholder={imeis.length === 0 ? t`Name or IMEI` : ''}
        most={MOST_TRACKS}
        kinds={variant.kinds}
        value={imeis}
        onChange={next => change({ imei: next.join(',') || undefined })}
      />
    ),
  }
  return (
    <AlarmWordsContext value={alarmWords}>
      {imeis.length === 0 ? (
        <PageFrame scrolls>
          <TrackHead variant={variant} {...choices} />
          {Choice ? (
            <Choice onChoose={imei => choose(imei)} />
          ) : (
            <TrackChoice variant={variant} onChoose={choose} />
          )}
        </PageFrame>
      ) : (
        <TrackScreen variant={variant} at={at} speed={speed} onChoose={choose} {...choices} />
      )}
    </AlarmWordsContext>
  )
}
