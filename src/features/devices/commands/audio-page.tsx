// A sound for devices: an MP3, or their own when none is named.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { sendDeviceCommand } from '../../../contract/endpoints/device-command.ts'
import { sendRequest } from '../../../platform/http.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { FieldGroup, Row } from '../../../ui/kit/parts.tsx'
import { CommandPage, Failure, useShowBatch } from './command-page.tsx'
import type { CommandSearch } from './command-search.ts'
import css from './commands.module.css'
import { type Choice, emptyChoice, targetOf } from './device-choice.ts'
import { defaultSound, type Sound, SoundChoice, soundIsWrong, soundUrl } from './sound-choice.tsx'
import { TargetChoice } from './target-choice.tsx'
import { onceAClick, useSend } from './use-send.ts'

export function AudioPage({ search }: { search: CommandSearch }) {
  const { t } = useLingui()
  const online = useOnline()
  const show = useShowBatch()
  const { busy, failure, send } = useSend()
  const [choice, setChoice] = useState<Choice>(emptyChoice)
  const [sound, setSound] = useState<Sound>(defaultSound)
  const target = targetOf(choice)
  const play = async (whom: NonNullable<typeof target>, url: string) => {
    const command = { kind: 'audio' as const, input: url ? { url } : {} }
    const batchId = await send(() => sendRequest(sendDeviceCommand, { ...whom, order: command }))
    if (batchId !== undefined) show(batchId)
  }
  return (
    <CommandPage
      title={t`Audio`}
      about={
        <Trans>
          Devices with a speaker play the sound once. One that is away plays it if it is back in ten minutes.
        </Trans>
      }
      permission="device.command"
      kinds={['audio']}
      search={search}
      onRetry={(batch, devices) =>
        void play({ deviceIds: [...devices.keys()] }, String(batch.input?.url ?? ''))
      }
    >
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>1. Devices</Trans>
        </legend>
        <TargetChoice command="audio" value={choice} onChange={setChoice} search={search} />
      </FieldGroup>
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>2. Sound</Trans>
        </legend>
        <SoundChoice value={sound} onChange={setSound} />
      </FieldGroup>
      <Failure failure={failure} />
      <Row wrap justify="end" gap={2} className={css.send}>
        <Button
          leftSection={<Icon name="play" />}
          disabled={!online || !target || soundIsWrong(sound)}
          loading={busy}
          onClick={onceAClick(() => target && void play(target, soundUrl(sound)))}
        >
          {t`Play`}
        </Button>
      </Row>
    </CommandPage>
  )
}
