// Public address: a text or a sound to a whole group, and who heard it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { sendDeviceCommand } from '../../../contract/endpoints/device-command.ts'
import { sendRequest } from '../../../platform/http.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { FieldGroup, Row, Text } from '../../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { CommandPage, Failure, useShowBatch } from './command-page.tsx'
import type { CommandSearch } from './command-search.ts'
import css from './commands.module.css'
import { type Choice, emptyChoice, targetOf } from './device-choice.ts'
import { defaultSound, type Sound, SoundChoice, soundIsWrong, soundUrl } from './sound-choice.tsx'
import { TargetChoice } from './target-choice.tsx'
import { TextToSpeak } from './text-to-speak.tsx'
import { useSend } from './use-send.ts'

export function PublicAddressPage({ search }: { search: CommandSearch }) {
  const { t } = useLingui()
  const online = useOnline()
  const show = useShowBatch()
  const { busy, failure, send, clear } = useSend()
  const [choice, setChoice] = useState<Choice>(() => emptyChoice('group'))
  const [kind, setKind] = useState<'speak' | 'audio'>('speak')
  const [text, setText] = useState('')
  const [sound, setSound] = useState<Sound>(defaultSound)
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState(false)
  const target = targetOf(choice)
  const check = () => {
    setTried(true)
    clear()
    if (kind === 'audio' || text.trim()) setAsking(true)
  }
  const go = async () => {
    if (!target) return
    const url = soundUrl(sound)
    const command =
      kind === 'speak'
        ? ({ kind, input: { text: text.trim() } } as const)
        : ({ kind, input: url ? { url } : {} } as const)
    const batchId = await send(() => sendRequest(sendDeviceCommand, { ...target, order: command }))
    setAsking(false)
    if (batchId !== undefined) show(batchId)
  }
  return (
    <CommandPage
      title={t`Public address`}
      about={
        <Trans>Everything with a speaker in the group says it at once. The result shows who heard it.</Trans>
      }
      permission="device.command"
      kinds={['speak', 'audio']}
      search={search}
      onRetry={(batch, devices) => {
        if (batch.kind !== 'speak' && batch.kind !== 'audio') return
        void send(() => {
          const again = { kind: batch.kind, input: batch.input ?? {} }
          const command = z.parse(sendDeviceCommand.request.shape.order, again)
          return sendRequest(sendDeviceCommand, { deviceIds: [...devices.keys()], order: command })
        }).then(batchId => batchId !== undefined && show(batchId))
      }}
    >
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>1. Where</Trans>
        </legend>
        <TargetChoice
          command="speak"
          ways={['group', 'department', 'devices']}
          value={choice}
          onChange={setChoice}
          search={search}
        />
      </FieldGroup>
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>2. What is said</Trans>
        </legend>
        <SegmentedFilter
          label={t`What is said`}
          stretch
          segments={[
            { value: 'speak', label: t`Text` },
            { value: 'audio', label: t`Sound` },
          ]}
          value={kind}
          onChange={setKind}
        />
        {kind === 'speak' ? (
          <TextToSpeak value={text} tried={tried} onChange={setText} />
        ) : (
          <SoundChoice value={sound} onChange={setSound} />
        )}
      </FieldGroup>
      <Failure failure={failure} />
      <Row wrap justify="end" gap={2} className={css.send}>
        <Button
          leftSection={<Icon name="sound" />}
          disabled={!online || !target || (kind === 'audio' && soundIsWrong(sound))}
          onClick={check}
        >
          {t`Announce`}
        </Button>
      </Row>
      <Confirm
        opened={asking}
        title={t`Announce it now?`}
        confirmLabel={t`Announce`}
        busy={busy}
        onConfirm={() => void go()}
        onCancel={() => setAsking(false)}
      >
        {kind === 'speak' ? (
          <Text as="blockquote" breaks padStart={3} className={css.quote}>
            <bdi>{text.trim()}</bdi>
          </Text>
        ) : (
          <Trans>The sound is played by every device that was chosen.</Trans>
        )}
      </Confirm>
    </CommandPage>
  )
}
