// A sound for devices: an MP3, or their own when none is named.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { sendOrder } from '../../../contract/endpoints/order.ts'
import { call } from '../../../platform/http.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { FieldGroup, Row } from '../../../ui/kit/parts.tsx'
import { type Choice, emptyChoice, targetOf } from './device-choice.ts'
import { Failure, OrderPage, useShowBatch } from './order-page.tsx'
import type { OrderSearch } from './order-search.ts'
import css from './orders.module.css'
import { defaultSound, type Sound, SoundChoice, soundIsWrong, soundUrl } from './sound-choice.tsx'
import { TargetChoice } from './target-choice.tsx'
import { onceAClick, useSend } from './use-send.ts'

export function AudioPage({ search }: { search: OrderSearch }) {
  const { t } = useLingui()
  const online = useOnline()
  const show = useShowBatch()
  const { busy, failure, send } = useSend()
  const [choice, setChoice] = useState<Choice>(emptyChoice)
  const [sound, setSound] = useState<Sound>(defaultSound)
  const target = targetOf(choice)
  const play = async (whom: NonNullable<typeof target>, url: string) => {
    const order = { kind: 'audio' as const, input: url ? { url } : {} }
    const batchId = await send(() => call(sendOrder, { ...whom, order }))
    if (batchId !== undefined) show(batchId)
  }
  return (
    <OrderPage
      title={t`Audio`}
      about={
        <Trans>
          Devices with a speaker play the sound once. One that is away plays it if it is back in ten minutes.
        </Trans>
      }
      mark="device.command"
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
    </OrderPage>
  )
}
