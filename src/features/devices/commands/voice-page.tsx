// A text that devices speak now, or that they say whenever somebody puts them on.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { sendDeviceCommand, sendSettings } from '../../../contract/endpoints/device-command.ts'
import { commandInputs } from '../../../domain/device/command-input.ts'
import { sendRequest } from '../../../platform/http.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { FieldGroup, Row } from '../../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { CommandPage, Failure, useShowBatch } from './command-page.tsx'
import type { CommandSearch } from './command-search.ts'
import css from './commands.module.css'
import { type Choice, emptyChoice, targetOf } from './device-choice.ts'
import { TargetChoice } from './target-choice.tsx'
import { TextToSpeak } from './text-to-speak.tsx'
import { onceAClick, useSend } from './use-send.ts'

const WELCOME_LENGTH = 100

export function VoicePage({ search }: { search: CommandSearch }) {
  const { t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const show = useShowBatch()
  const { busy, failure, send } = useSend()
  const [choice, setChoice] = useState<Choice>(emptyChoice)
  const [kind, setKind] = useState<'now' | 'welcome'>('now')
  const [text, setText] = useState('')
  const [welcome, setWelcome] = useState('')
  const [tried, setTried] = useState(false)
  const target = targetOf(choice)
  const speak = async (whom: { deviceIds: number[] } | { groupId: number }, said: string) => {
    const batchId = await send(() =>
      kind === 'welcome'
        ? sendRequest(sendSettings, { ...whom, settings: { welcomeMessage: said } })
        : sendRequest(sendDeviceCommand, { ...whom, order: { kind: 'speak', input: { text: said } } }),
    )
    if (batchId !== undefined) show(batchId)
  }
  const go = () => {
    setTried(true)
    const said = (kind === 'now' ? text : welcome).trim()
    if (!said || !target || 'departmentId' in target || 'everybody' in target) return
    void speak(target, said)
  }
  return (
    <CommandPage
      title={t`Voice message`}
      about={
        <Trans>Devices with a speaker say the text aloud. The welcome is said whenever one is put on.</Trans>
      }
      permission="device.command"
      kinds={['speak']}
      search={search}
      onRetry={(batch, devices) => {
        const deviceIds = [...devices.keys()]
        void send(() => {
          // A welcome message is a setting and is sent by the endpoint for settings.
          if (batch.kind === 'settings') {
            const settings = z.parse(commandInputs.settings, batch.input ?? {})
            return sendRequest(sendSettings, { deviceIds, settings })
          }
          const input = z.parse(commandInputs.speak, batch.input ?? {})
          return sendRequest(sendDeviceCommand, { deviceIds, order: { kind: 'speak', input } })
        }).then(batchId => batchId !== undefined && show(batchId))
      }}
    >
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>1. Devices</Trans>
        </legend>
        <TargetChoice command="speak" value={choice} onChange={setChoice} search={search} />
      </FieldGroup>
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>2. What is said</Trans>
        </legend>
        {may('device.settings') && (
          <SegmentedFilter
            label={t`When`}
            stretch
            segments={[
              { value: 'now', label: t`Now` },
              { value: 'welcome', label: t`When it is put on` },
            ]}
            value={kind}
            onChange={setKind}
          />
        )}
        {kind === 'now' ? (
          <TextToSpeak value={text} tried={tried} onChange={setText} />
        ) : (
          <TextInput
            label={t`Welcome message when it is put on`}
            description={t`${welcome.length} of ${WELCOME_LENGTH} characters`}
            maxLength={WELCOME_LENGTH}
            value={welcome}
            error={tried && !welcome.trim() ? t`Content to send must not be empty` : undefined}
            onChange={event => setWelcome(event.currentTarget.value)}
          />
        )}
      </FieldGroup>
      <Failure failure={failure} />
      <Row wrap justify="end" gap={2} className={css.send}>
        <Button
          leftSection={<Icon name="sound" />}
          disabled={!online || !target}
          loading={busy}
          onClick={onceAClick(go)}
        >
          {kind === 'now' ? t`Speak` : t`Save and send`}
        </Button>
      </Row>
    </CommandPage>
  )
}
