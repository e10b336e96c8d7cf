// Restart devices, now or by themselves every so many minutes.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { sendDeviceCommand, sendSettings } from '../../../contract/endpoints/device-command.ts'
import { commandInputs } from '../../../domain/device/command-input.ts'
import { limitedNumber } from '../../../domain/text-input.ts'
import { sendRequest } from '../../../platform/http.ts'
import { wordsForId } from '../../../resource/error-words.ts'
import { problemsOf } from '../../../resource/form-values.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { FieldGroup, Muted, Row } from '../../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { CommandPage, Failure, useShowBatch } from './command-page.tsx'
import type { CommandSearch } from './command-search.ts'
import css from './commands.module.css'
import { type Choice, type Chosen, emptyChoice, targetOf } from './device-choice.ts'
import type { Batch } from './device-command.view.tsx'
import { TargetChoice } from './target-choice.tsx'
import { useSend } from './use-send.ts'

export function RestartPage({ search }: { search: CommandSearch }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const show = useShowBatch()
  const { busy, failure, send, clear } = useSend()
  const [choice, setChoice] = useState<Choice>(emptyChoice)
  const [when, setWhen] = useState<'now' | 'every'>('now')
  const [minutes, setMinutes] = useState('1440')
  const [asking, setAsking] = useState(false)
  const target = targetOf(choice)
  const settings = { restartMinutes: minutes === '' ? undefined : Number(minutes) }
  const problem =
    when === 'every' &&
    (minutes === '' ? { id: 'field.required' } : problemsOf(commandInputs.settings, settings).restartMinutes)
  const words = problem ? wordsForId(problem.id, 'params' in problem ? problem.params : undefined) : undefined
  const command = (whom: { deviceIds: number[] } | { groupId: number }, every: boolean) =>
    send(() =>
      every
        ? sendRequest(sendSettings, { ...whom, settings })
        : sendRequest(sendDeviceCommand, { ...whom, order: { kind: 'restart', input: {} } }),
    )
  const go = async () => {
    if (!target || 'departmentId' in target || 'everybody' in target) return
    const batchId = await command(target, when === 'every')
    setAsking(false)
    if (batchId !== undefined) show(batchId)
  }
  const retry = async (batch: Batch, devices: ReadonlyMap<number, Chosen>) => {
    const deviceIds = [...devices.keys()]
    const batchId = await send(() =>
      batch.kind === 'settings'
        ? sendRequest(sendSettings, {
            deviceIds,
            settings: z.parse(commandInputs.settings, batch.input ?? {}),
          })
        : sendRequest(sendDeviceCommand, { deviceIds, order: { kind: 'restart', input: {} } }),
    )
    if (batchId !== undefined) show(batchId)
  }
  return (
    <CommandPage
      title={t({ context: 'page', message: 'Restart' })}
      about={
        <Trans>
          A device does not report while it restarts. One that sleeps restarts when it is back within ten
          minutes.
        </Trans>
      }
      permission="device.command"
      kinds={['restart', 'settings']}
      search={search}
      onRetry={(batch, devices) => void retry(batch, devices)}
    >
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>1. Devices</Trans>
        </legend>
        <TargetChoice command="restart" value={choice} onChange={setChoice} search={search} />
      </FieldGroup>
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>2. When</Trans>
        </legend>
        <SegmentedFilter
          label={t`When`}
          stretch
          segments={[
            { value: 'now', label: t`Now` },
            ...(may('device.settings') ? [{ value: 'every' as const, label: t`On a timer` }] : []),
          ]}
          value={when}
          onChange={setWhen}
        />
        {when === 'every' && (
          <TextInput
            label={t`Restart every`}
            description={t`1 to 1440 minutes. It stays so until it is changed.`}
            dir="ltr"
            inputMode="numeric"
            rightSection={<Muted>{t`min`}</Muted>}
            rightSectionWidth={48}
            value={minutes}
            error={words && i18n._(words)}
            onChange={event => setMinutes(limitedNumber(event.currentTarget.value, 4))}
          />
        )}
      </FieldGroup>
      <Failure failure={failure} />
      <Row wrap justify="end" gap={2} className={css.send}>
        <Button
          leftSection={<Icon name="refresh" />}
          disabled={!online || !target || Boolean(problem)}
          loading={busy}
          onClick={() => {
            clear()
            setAsking(true)
          }}
        >
          {when === 'now' ? t`Restart` : t`Set the timer`}
        </Button>
      </Row>
      <Confirm
        opened={asking}
        title={when === 'now' ? t`Restart the devices?` : t`Set the restart timer?`}
        confirmLabel={when === 'now' ? t`Restart` : t`Set the timer`}
        critical={when === 'now'}
        busy={busy}
        onConfirm={() => void go()}
        onCancel={() => setAsking(false)}
      >
        {choice.way === 'group' ? (
          <Trans>It goes to every device of the group.</Trans>
        ) : (
          <Plural value={choice.devices.size} one="It goes to # device." other="It goes to # devices." />
        )}
      </Confirm>
    </CommandPage>
  )
}
