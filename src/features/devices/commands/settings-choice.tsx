// Settings to tick and fill in: only the ticked ones are sent.

import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { intervalNames, intervals } from '../../../domain/device/intervals.ts'
import { type LimitedReading, limitedReadings, readings } from '../../../domain/device/readings.ts'
import { WELCOME_LENGTH } from '../../../domain/limits.ts'
import { decimalText, limitedNumber } from '../../../domain/text-input.ts'
import { wordsForId } from '../../../resource/error-words.ts'
import type { FieldProblems } from '../../../resource/form-values.ts'
import { look } from '../../../ui/kit/look.ts'
import { Box, FieldGroup, Muted, Stack } from '../../../ui/kit/parts.tsx'
import { ContactFields } from '../contact-fields.tsx'
import { intervalWords, readingWords } from '../device-words.ts'
import type { SettingsDraft } from '../settings-values.ts'
import css from './commands.module.css'
import { limitKeys, type SettingKey } from './setting-keys.ts'

interface SettingsChoiceProps {
  draft: SettingsDraft
  ticked: ReadonlySet<SettingKey>
  problems: FieldProblems
  onChange: (changes: Partial<SettingsDraft>) => void
  onTick: (key: SettingKey, ticked: boolean) => void
  /** Only these; all when absent. */
  only?: readonly SettingKey[]
}

export function SettingsChoice({ draft, ticked, problems, onChange, onTick, only }: SettingsChoiceProps) {
  const { i18n, t } = useLingui()
  const shown = (key: SettingKey) => !only || only.includes(key)
  const problemAt = (path: string): string | undefined => {
    const key = Object.keys(problems).find(each => each === path || each.startsWith(`${path}.`))
    const found = key && problems[key]
    const words = found && wordsForId(found.id, found.params)
    return words && i18n._(words)
  }
  const line = (key: SettingKey, label: string, unit: ReactNode, fields: ReactNode) =>
    shown(key) && (
      <SettingLine
        key={key}
        label={label}
        unit={unit}
        ticked={ticked.has(key)}
        onTick={now => onTick(key, now)}
      >
        {fields}
      </SettingLine>
    )
  const limit = (kind: LimitedReading) => {
    const { unit, min } = readings[kind]
    const set = (side: 'lower' | 'upper', typed: string) =>
      onChange({ limits: { ...draft.limits, [kind]: { ...draft.limits[kind], [side]: typed } } })
    const exact = (side: 'lower' | 'upper') =>
      problems[`limits.${kind}.${side}`] && problemAt(`limits.${kind}.${side}`)
    return line(
      `limits.${kind}`,
      i18n._(readingWords[kind]),
      unit,
      <Stack even gap={3}>
        {(['lower', 'upper'] as const).map(side => (
          <TextInput
            key={side}
            label={side === 'lower' ? t`Lower` : t`Upper`}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            value={draft.limits[kind][side]}
            error={
              exact(side) ??
              (side === 'upper' && problems[`limits.${kind}`] ? problemAt(`limits.${kind}`) : undefined)
            }
            onChange={event => set(side, signed(event.currentTarget.value, min < 0))}
          />
        ))}
      </Stack>,
    )
  }
  const anyLimit = limitKeys.some(shown)
  const anyInterval = intervalNames.some(shown)
  return (
    <Stack gap={3} shrink>
      {anyLimit && (
        <FieldGroup stack gap={2}>
          <legend>
            <Trans>Limits</Trans>
          </legend>
          <Stack align="start" gap={0} columnGap={4} tiles="medium">
            {limitedReadings.map(kind => limit(kind))}
          </Stack>
        </FieldGroup>
      )}
      {anyInterval && (
        <FieldGroup stack gap={2}>
          <legend>
            <Trans>Report intervals and durations</Trans>
          </legend>
          <Stack align="start" gap={0} columnGap={4} tiles="medium">
            {intervalNames.map(name =>
              line(
                name,
                i18n._(intervalWords[name]),
                intervals[name] === 'minute' ? t`min` : t`s`,
                <TextInput
                  aria-label={i18n._(intervalWords[name])}
                  dir="ltr"
                  inputMode="numeric"
                  autoComplete="off"
                  value={draft.intervals[name]}
                  error={problemAt(name)}
                  onChange={event =>
                    onChange({
                      intervals: { ...draft.intervals, [name]: limitedNumber(event.currentTarget.value, 5) },
                    })
                  }
                />,
              ),
            )}
          </Stack>
        </FieldGroup>
      )}
      <FieldGroup stack gap={2}>
        {!only && (
          <legend>
            <Trans>People and texts</Trans>
          </legend>
        )}
        <Stack align="start" gap={0} columnGap={4} tiles="medium">
          {line(
            'welcomeMessage',
            t`Welcome message when it is put on`,
            undefined,
            <TextInput
              aria-label={t`Welcome message when it is put on`}
              value={draft.welcomeMessage}
              maxLength={WELCOME_LENGTH}
              error={problemAt('welcomeMessage')}
              onChange={event => onChange({ welcomeMessage: event.currentTarget.value })}
            />,
          )}
          {line(
            'contacts',
            t`Contacts`,
            undefined,
            <ContactFields
              contacts={draft.contacts}
              problemAt={path => problems[path] && problemAt(path)}
              onChange={contacts => onChange({ contacts })}
            />,
          )}
          {(['allowedNumbers', 'blockedNumbers'] as const).map(key =>
            line(
              key,
              key === 'allowedNumbers' ? t`Numbers that may call` : t`Blocked numbers`,
              undefined,
              <Textarea
                aria-label={key === 'allowedNumbers' ? t`Numbers that may call` : t`Blocked numbers`}
                description={t`One number a line`}
                autosize
                minRows={2}
                value={draft[key]}
                error={problemAt(key)}
                onChange={event => onChange({ [key]: event.currentTarget.value })}
              />,
            ),
          )}
        </Stack>
      </FieldGroup>
    </Stack>
  )
}

const signed = (typed: string, negative: boolean): string =>
  (negative && typed.startsWith('-') ? '-' : '') + decimalText(typed)

interface SettingLineProps {
  label: string
  unit: ReactNode
  ticked: boolean
  onTick: (ticked: boolean) => void
  children: ReactNode
}

/** A setting that opens when it is ticked. */
function SettingLine({ label, unit, ticked, onTick, children }: SettingLineProps) {
  return (
    <div
      className={look(
        { stack: true, content: 'center', gap: 2, atLeast: 'row' },
        css.setting,
        ticked
          ? look({ across: true, above: 1, below: 1, ground: 'sunken', round: 'control' }, css.ticked)
          : undefined,
      )}
    >
      <Checkbox
        label={
          <>
            {label} {unit && <Muted as="bdi">{unit}</Muted>}
          </>
        }
        checked={ticked}
        onChange={event => onTick(event.currentTarget.checked)}
      />
      {ticked && (
        <Box padBelow={2} padStart={6}>
          {children}
        </Box>
      )}
    </div>
  )
}
