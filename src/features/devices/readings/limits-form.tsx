// The form of a device's limits and intervals on the page of a reading.

import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { saveSettings } from '../../../contract/endpoints/device.ts'
import { deviceCommand } from '../../../domain/device/command.ts'
import { intervalNames } from '../../../domain/device/intervals.ts'
import { isLimited, limitedReadings, readings } from '../../../domain/device/readings.ts'
import { type DeviceSettings, deviceSettings } from '../../../domain/device/settings.ts'
import { sendRequest } from '../../../platform/http.ts'
import { showToast } from '../../../platform/toast.ts'
import { wordsForError, wordsForId } from '../../../resource/error-words.ts'
import { type FieldProblems, problemsOf } from '../../../resource/form-values.ts'
import { invalidateEntity } from '../../../resource/query.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { DraftNote, useDraft } from '../../../resource/use-draft.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { FieldGroup, Row, Text } from '../../../ui/kit/parts.tsx'
import { readingWords } from '../device-words.ts'
import { settingsOptions } from '../readings-query.ts'
import { present, readTexts, type SettingTexts } from '../settings-values.ts'
import { type PartProps, useDurations } from './limits-facts.ts'
import css from './readings.module.css'

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))
/** What is no number becomes NaN: the schema says what is wrong with it. */
const numberOf = (text: string): number | undefined => {
  const typed = text.trim().replace(',', '.')
  return typed === '' ? undefined : Number(typed)
}

export function LimitsForm({ device, stored, kinds, variant, onDone }: PartProps & { onDone: () => void }) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const durations = useDurations({ variant, kinds })
  const limited = kinds.filter(isLimited)
  const start: SettingTexts = Object.fromEntries([
    ...limited.flatMap(kind =>
      (['lower', 'upper'] as const).map(side => [
        `limits.${kind}.${side}`,
        textOf(stored.desired.limits?.[kind]?.[side]),
      ]),
    ),
    ...durations.map(({ name }) => [name, textOf(stored.desired[name])]),
  ])
  const kept = useDraft<SettingTexts>(`limits-${device.imei}-${variant}`, { read: readTexts })
  const [draft, setDraft] = useState<SettingTexts>(() => ({ ...start, ...kept.found }))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const field = (path: string, label: string, unit: string) => {
    const found =
      problems[path] ?? (path.endsWith('.upper') ? problems[path.replace(/\.upper$/, '')] : undefined)
    const words = found && wordsForId(found.id, found.params)
    return (
      <TextInput
        key={path}
        label={label}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        rightSection={
          unit ? (
            <Text size="caption" plain tone="ink-3" className={css.unit}>
              {unit}
            </Text>
          ) : undefined
        }
        rightSectionWidth={52}
        value={draft[path] ?? ''}
        error={words && i18n._(words)}
        onChange={event => {
          const { value } = event.currentTarget
          const next = { ...draft, [path]: value }
          setDraft(next)
          kept.write(Object.fromEntries(Object.entries(next).filter(([each, text]) => text !== start[each])))
          setProblems({})
        }}
      />
    )
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const settings = settingsWith(stored.desired, draft)
    const found = problemsOf(deviceSettings, { ...settings })
    setProblems(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await sendRequest(saveSettings, { imei: device.imei, settings })
      kept.write(undefined)
      showToast({ kind: 'ok', message: msg`Saved. The device applies it when it receives it.` })
      await client.invalidateQueries({ queryKey: settingsOptions(device.imei).queryKey })
      void invalidateEntity(client, deviceCommand)
      onDone()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={look({ stack: true, gap: 3 })} onSubmit={event => void save(event)} noValidate>
      <DraftNote draft={kept} onStartOver={() => setDraft(start)} />
      {limited.map(kind => (
        <FieldGroup key={kind} stack even gap={2} aria-label={i18n._(readingWords[kind])}>
          {field(
            `limits.${kind}.lower`,
            `${i18n._(readingWords[kind])}: ${t`lower limit`}`,
            readings[kind].unit,
          )}
          {field(
            `limits.${kind}.upper`,
            `${i18n._(readingWords[kind])}: ${t`upper limit`}`,
            readings[kind].unit,
          )}
        </FieldGroup>
      ))}
      {durations.map(({ name, label, unit }) => field(name, label, unit))}
      {failure !== undefined && (
        <Alert color="critical" role="alert">
          {i18n._(wordsForError(failure))}
        </Alert>
      )}
      <Row wrap align="stretch" justify="end" gap={2}>
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={busy} disabled={!online} leftSection={<Icon name="upload" />}>
          <Trans>Save and send</Trans>
        </Button>
      </Row>
    </form>
  )
}

/** Everything that is wanted already, with what was typed in its place. Not yet checked. */
function settingsWith(
  desired: Partial<DeviceSettings>,
  draft: Readonly<Record<string, string>>,
): DeviceSettings {
  const limits = limitedReadings.flatMap(kind => {
    const limit = { ...desired.limits?.[kind] }
    for (const side of ['lower', 'upper'] as const) {
      const typed = draft[`limits.${kind}.${side}`]
      if (typed !== undefined) limit[side] = numberOf(typed)
    }
    const known = present(limit)
    return Object.keys(known).length > 0 ? [[kind, known] as const] : []
  })
  const others = { ...desired }
  for (const name of intervalNames) {
    const typed = draft[name]
    if (typed !== undefined) others[name] = numberOf(typed)
  }
  return { ...present(others), limits: Object.fromEntries(limits) }
}
