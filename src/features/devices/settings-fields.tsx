// Limits and intervals of a device, each with what the device reported.

import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { type Interval, intervals } from '../../domain/device/intervals.ts'
import { type LimitedReading, readings } from '../../domain/device/readings.ts'
import type { DeviceSettings } from '../../domain/device/settings.ts'
import { decimalText, limitedNumber } from '../../domain/text-input.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { FieldGroup, Muted, Stack, Text } from '../../ui/kit/parts.tsx'
import { intervalWords, readingWords } from './device-words.ts'
import css from './settings-form.module.css'
import { agrees, type SettingsDraft } from './settings-values.ts'

interface FieldsProps {
  draft: SettingsDraft
  reported: Partial<DeviceSettings> | null
  change: (changes: Partial<SettingsDraft>) => void
  problemAt: (path: string) => string | undefined
  disabled: boolean
}

export function LimitFields({
  kinds,
  draft,
  reported,
  change,
  problemAt,
}: FieldsProps & { kinds: readonly LimitedReading[] }) {
  const { i18n, t } = useLingui()
  const set = (kind: LimitedReading, side: 'lower' | 'upper', typed: string) =>
    change({ limits: { ...draft.limits, [kind]: { ...draft.limits[kind], [side]: typed } } })
  return (
    <Stack gap={3}>
      {kinds.map(kind => {
        const { unit, min } = readings[kind]
        const name = i18n._(readingWords[kind])
        const used = reported?.limits?.[kind]
        const path = `limits.${kind}`
        const order = problemAt(path)
        return (
          <FieldGroup
            key={kind}
            cols="minmax(110px, 1fr) minmax(0, 1fr) minmax(0, 1fr)"
            stack
            align="start"
            gap={3}
            evenOnPhone
            aria-label={name}
          >
            <Text padAbove={6} breaks className={css.limitName}>
              {name} {unit && <Muted as="bdi">{unit}</Muted>}
            </Text>
            {(['lower', 'upper'] as const).map(side => (
              <div key={side}>
                <TextInput
                  label={side === 'lower' ? t`Lower` : t`Upper`}
                  dir="ltr"
                  inputMode="decimal"
                  autoComplete="off"
                  value={draft.limits[kind][side]}
                  error={problemAt(`${path}.${side}`) ?? (side === 'upper' ? order : undefined)}
                  onChange={event => set(kind, side, signed(event.currentTarget.value, min < 0))}
                />
                <Reported
                  known={reported !== null}
                  value={used?.[side]}
                  agreed={agrees(draft.limits[kind][side], used?.[side])}
                />
              </div>
            ))}
          </FieldGroup>
        )
      })}
    </Stack>
  )
}

const signed = (typed: string, negative: boolean): string =>
  (negative && typed.startsWith('-') ? '-' : '') + decimalText(typed)

export function IntervalFields({
  names,
  draft,
  reported,
  change,
  problemAt,
}: FieldsProps & { names: readonly Interval[] }) {
  const { i18n, t } = useLingui()
  return (
    <Stack align="start" gap={3} tiles="small">
      {names.map(name => (
        <div key={name}>
          <TextInput
            label={i18n._(intervalWords[name])}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            rightSection={<Muted>{intervals[name] === 'minute' ? t`min` : t`s`}</Muted>}
            rightSectionWidth={48}
            value={draft.intervals[name]}
            error={problemAt(name)}
            onChange={event =>
              change({
                intervals: { ...draft.intervals, [name]: limitedNumber(event.currentTarget.value, 5) },
              })
            }
          />
          <Reported
            known={reported !== null}
            value={reported?.[name]}
            agreed={agrees(draft.intervals[name], reported?.[name])}
          />
        </div>
      ))}
    </Stack>
  )
}

interface ReportedProps {
  /** The device has reported its settings at least once. */
  known: boolean
  value: number | undefined
  agreed: boolean
}

/** What the device says it uses: quiet where it agrees, marked where it does not. */
function Reported({ known, value, agreed }: ReportedProps) {
  const { t } = useLingui()
  if (!known || (agreed && value === undefined)) return null
  const shown = value === undefined ? t`not set` : String(value)
  return (
    <p
      className={
        agreed
          ? look({ row: true, gap: 1, above: 1, size: 'caption', tone: 'ink-3' })
          : look({ row: true, gap: 1, above: 1, size: 'caption', tone: 'attention' })
      }
    >
      <Icon name={agreed ? 'check' : 'clock'} size={12} /> {t`Device: ${shown}`}
    </p>
  )
}

interface ReportedTextProps {
  wanted: string
  /** Null while the device has reported nothing. */
  used: string | null
}

/** What the device says it uses of a text or a list. */
export function ReportedText({ wanted, used }: ReportedTextProps) {
  const { t } = useLingui()
  if (used === null || (used === '' && wanted === '')) return null
  const shown = used === '' ? t`not set` : used
  const agreed = used === wanted
  return (
    <p
      className={
        agreed
          ? look({ row: true, gap: 1, above: 1, size: 'caption', tone: 'ink-3' })
          : look({ row: true, gap: 1, above: 1, size: 'caption', tone: 'attention' })
      }
    >
      <Icon name={agreed ? 'check' : 'clock'} size={12} /> <bdi>{t`Device: ${shown}`}</bdi>
    </p>
  )
}
