// Settings of a device: what is wanted as fields, what the device reported beside them.

import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { saveSettings } from '../../contract/endpoints/device.ts'
import { deviceCommand } from '../../domain/device/command.ts'
import { intervalNames } from '../../domain/device/intervals.ts'
import { limitedReadings } from '../../domain/device/readings.ts'
import { type DeviceSettings, deviceSettings } from '../../domain/device/settings.ts'
import { limitsFor, type SettingName, takesSetting } from '../../domain/device/settings-by-kind.ts'
import { WELCOME_LENGTH } from '../../domain/limits.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { DiscardQuestion } from '../../resource/discard-question.tsx'
import { wordsForError, wordsForId } from '../../resource/error-words.ts'
import { type FieldProblems, problemsOf } from '../../resource/form-values.ts'
import { useLeaveGuard } from '../../resource/leave-guard.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { DraftNote, useDraft } from '../../resource/use-draft.tsx'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { FieldGroup, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { ContactFields } from './contact-fields.tsx'
import type { Device } from './device-badges.tsx'
import { latestOptions, settingsOptions } from './readings-query.ts'
import { IntervalFields, LimitFields, ReportedText } from './settings-fields.tsx'
import {
  changesOf,
  differing,
  draftOf,
  readTexts,
  type SettingsDraft,
  type SettingTexts,
  settingsOf,
  withChanges,
} from './settings-values.ts'

/** While settings wait for the device it is asked for what it reports. */
const ASK_MS = 10_000

interface Known {
  desired: Partial<DeviceSettings>
  reported: Partial<DeviceSettings> | null
}

const waiting = ({ desired, reported }: Known): number => differing(desired, reported ?? {}).length

export function SettingsSection({ device }: { device: Device }) {
  const { i18n } = useLingui()
  const { data, error, isError, refetch } = useQuery({
    ...settingsOptions(device.imei),
    // Until the device says that it has taken them over.
    refetchInterval: ({ state }) => (state.data && waiting(state.data) > 0 ? ASK_MS : false),
  })
  if (!data) {
    if (!isError) return <Loading variant="detail" count={3} />
    return <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
  }
  return (
    <>
      <Row as="p" wrap align="stretch" gap={1} columnGap={5} below={3} size="caption" tone="ink-3">
        <span>
          <Trans>
            Requested since <Age at={data.desiredAt ?? undefined} />
          </Trans>
        </span>
        <span>
          <Trans>
            Reported by the device <Age at={data.reportedAt ?? undefined} />
          </Trans>
        </span>
      </Row>
      <SettingsStanding device={device} known={data} />
      <SettingsForm
        key={data.desiredAt ?? 0}
        device={device}
        desired={data.desired}
        reported={data.reported}
      />
    </>
  )
}

/** In one line: whether the device uses what is wanted of it. */
function SettingsStanding({ device, known }: { device: Device; known: Known }) {
  const { t } = useLingui()
  const count = waiting(known)
  const sleeps = device.state === 'offline' || device.state === 'notActivated'
  if (device.lifecycle === 'recycled')
    return (
      <Row
        as="p"
        wrap
        gap={2}
        below={3}
      >{t`The device was decommissioned: its settings can be read, not changed.`}</Row>
    )
  if (count > 0) {
    return (
      <Row as="p" wrap gap={2} below={3}>
        <SeverityBadge tone="attention" icon="clock">
          <Plural value={count} one="# setting waits for the device" other="# settings wait for the device" />
        </SeverityBadge>
        {sleeps && <Muted>{t`It applies them when it is back.`}</Muted>}
      </Row>
    )
  }
  if (known.reported === null)
    return (
      <Row
        as="p"
        wrap
        align="stretch"
        gap={1}
        columnGap={5}
        below={3}
        size="caption"
        tone="ink-3"
      >{t`The device has not reported its settings yet.`}</Row>
    )
  return (
    <Row as="p" wrap gap={2} below={3}>
      <SeverityBadge tone="ok" icon="check">{t`The device uses all requested settings`}</SeverityBadge>
    </Row>
  )
}

interface SettingsFormProps {
  device: Device
  desired: Partial<DeviceSettings>
  reported: Partial<DeviceSettings> | null
}

function SettingsForm({ device, desired, reported }: SettingsFormProps) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const alive = device.lifecycle !== 'recycled'
  const may = useRights()('device.settings') && alive
  const latest = useQuery(latestOptions(device.imei))
  const start = draftOf(desired)
  const kept = useDraft<SettingTexts>(`settings-${device.imei}`, { read: readTexts })
  const [draft, setDraft] = useState<SettingsDraft>(() => withChanges(start, kept.found))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const dirty = JSON.stringify(draft) !== JSON.stringify(start)
  const guard = useLeaveGuard(dirty)
  const change = (changes: Partial<SettingsDraft>) => {
    const next = { ...draft, ...changes }
    setDraft(next)
    kept.write(changesOf(next, start))
    setProblems({})
  }
  const startOver = () => {
    kept.write(undefined)
    setDraft(start)
    setProblems({})
  }
  const problemAt = (path: string): string | undefined => {
    const found = problems[path]
    const words = found && wordsForId(found.id, found.params)
    return words && i18n._(words)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const settings = settingsOf(draft)
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
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const measured = new Set<string>(latest.data?.map(reading => reading.kind))
  const near = limitedReadings.filter(
    kind => measured.has(kind) || desired.limits?.[kind] || reported?.limits?.[kind],
  )
  const far = limitsFor(device.kind).filter(kind => !near.includes(kind))
  const sends = latest.data?.map(reading => reading.kind)
  // What is set already can always be seen, and taken back.
  const offered = (name: SettingName) =>
    takesSetting(device.kind, name, sends) || isSet(desired[name]) || isSet(reported?.[name])
  const times = intervalNames.filter(offered)
  const [welcomed, called] = [offered('welcomeMessage'), offered('contacts')]
  const listed = offered('allowedNumbers') || offered('blockedNumbers')
  const fields = { draft, reported, change, problemAt, disabled: !may }
  return (
    <form className={look({ stack: true, gap: 6 })} onSubmit={event => void save(event)} noValidate>
      <DraftNote draft={kept} onStartOver={startOver} />
      {near.length + far.length > 0 && (
        <FieldGroup stack gap={3} disabled={!may}>
          <legend>
            <Trans>Limits</Trans>
          </legend>
          <LimitFields kinds={near} {...fields} />
          {far.length > 0 && (
            <details>
              <Text as="summary" content="center" atLeast="target" tone="ink-2" pointer>
                <Trans>Limits for what this device has not measured</Trans>
              </Text>
              <LimitFields kinds={far} {...fields} />
            </details>
          )}
        </FieldGroup>
      )}
      <FieldGroup stack gap={3} disabled={!may}>
        <legend>
          <Trans>Report intervals and durations</Trans>
        </legend>
        <IntervalFields names={times} {...fields} />
      </FieldGroup>
      {(welcomed || called || listed) && (
        <FieldGroup stack gap={3} disabled={!may}>
          <legend>
            <Trans>People and texts</Trans>
          </legend>
          {welcomed && (
            <div>
              <TextInput
                label={t`Welcome message when it is put on`}
                value={draft.welcomeMessage}
                maxLength={WELCOME_LENGTH}
                error={problemAt('welcomeMessage')}
                onChange={event => change({ welcomeMessage: event.currentTarget.value })}
              />
              <ReportedText
                wanted={draft.welcomeMessage}
                used={reported && (reported.welcomeMessage ?? '')}
              />
            </div>
          )}
          {called && (
            <div>
              <ContactFields
                contacts={draft.contacts}
                problemAt={problemAt}
                onChange={contacts => change({ contacts })}
              />
              <ReportedText
                wanted={contactsText(settingsOf(draft))}
                used={reported && contactsText(reported)}
              />
            </div>
          )}
          {listed && (
            <Stack gap={3} tiles="medium">
              <div>
                <Textarea
                  label={t`Numbers that may call`}
                  description={t`One number a line`}
                  autosize
                  minRows={2}
                  value={draft.allowedNumbers}
                  error={listProblem(problems, 'allowedNumbers', problemAt)}
                  onChange={event => change({ allowedNumbers: event.currentTarget.value })}
                />
                <ReportedText
                  wanted={settingsOf(draft).allowedNumbers?.join(', ') ?? ''}
                  used={reported && (reported.allowedNumbers?.join(', ') ?? '')}
                />
              </div>
              <div>
                <Textarea
                  label={t`Blocked numbers`}
                  description={t`One number a line`}
                  autosize
                  minRows={2}
                  value={draft.blockedNumbers}
                  error={listProblem(problems, 'blockedNumbers', problemAt)}
                  onChange={event => change({ blockedNumbers: event.currentTarget.value })}
                />
                <ReportedText
                  wanted={settingsOf(draft).blockedNumbers?.join(', ') ?? ''}
                  used={reported && (reported.blockedNumbers?.join(', ') ?? '')}
                />
              </div>
            </Stack>
          )}
        </FieldGroup>
      )}
      {failure !== undefined && (
        <Alert color="critical" role="alert">
          {i18n._(wordsForError(failure))}
        </Alert>
      )}
      {may && dirty && (
        <Row wrap align="stretch" justify="end" gap={2} padY={3} ground="surface" stuck="bottom">
          <Button variant="default" onClick={startOver}>
            {t`Undo the changes`}
          </Button>
          <Button type="submit" loading={busy} disabled={!online} leftSection={<Icon name="upload" />}>
            {t`Save and send`}
          </Button>
        </Row>
      )}
      <DiscardQuestion guard={guard} />
    </form>
  )
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

const contactsText = ({ contacts = [] }: Partial<DeviceSettings>): string =>
  contacts.map(({ name, phone }) => `${name} ${phone}`).join(', ')

/** The problem of a list of numbers, wherever in the list it is. */
function listProblem(
  problems: FieldProblems,
  field: string,
  problemAt: (path: string) => string | undefined,
): string | undefined {
  const path = Object.keys(problems).find(each => each === field || each.startsWith(`${field}.`))
  return path && problemAt(path)
}
