// Asks a random sample of wearers to press a button, and shows who did.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MOST_COMMANDED, sendDeviceCommand } from '../../../contract/endpoints/device-command.ts'
import { limitedNumber } from '../../../domain/text-input.ts'
import { sendRequest } from '../../../platform/http.ts'
import { RequestError } from '../../../platform/request-error.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { FieldGroup, Row } from '../../../ui/kit/parts.tsx'
import { CommandPage, Failure, useShowBatch } from './command-page.tsx'
import type { CommandSearch } from './command-search.ts'
import css from './commands.module.css'
import { type Choice, emptyChoice, targetOf } from './device-choice.ts'
import { TargetChoice } from './target-choice.tsx'
import { onceAClick, useSend } from './use-send.ts'

const TEXT_LENGTH = 200

export function RandomCheckPage({ search }: { search: CommandSearch }) {
  const { t } = useLingui()
  const online = useOnline()
  const show = useShowBatch()
  const { busy, failure, send } = useSend()
  const [choice, setChoice] = useState<Choice>(() => emptyChoice('everybody'))
  const [size, setSize] = useState('10')
  const [text, setText] = useState('')
  const count = Number(size)
  const target = targetOf(choice)
  // Chosen devices are all asked; of a group, a department or everybody a sample is drawn.
  const draws = choice.way !== 'devices'
  const wrong = draws && (size === '' || count < 1 || count > MOST_COMMANDED)
  const tooMany =
    failure instanceof RequestError && failure.field === 'sample' ? failure.params?.max : undefined
  const command = { kind: 'check' as const, input: text.trim() ? { text: text.trim() } : {} }
  const ask = async () => {
    if (!target) return
    const batchId = await send(() =>
      sendRequest(sendDeviceCommand, { ...target, ...(draws && { sample: count }), order: command }),
    )
    if (batchId !== undefined) show(batchId)
  }
  return (
    <CommandPage
      title={t`Random check`}
      about={
        <Trans>
          The chosen devices ask their wearers to press a button. Whoever does not answer within ten minutes
          is listed below.
        </Trans>
      }
      permission="device.command"
      kinds={['check']}
      search={search}
      onRetry={(_, devices) => {
        void send(() =>
          sendRequest(sendDeviceCommand, { deviceIds: [...devices.keys()], order: command }),
        ).then(batchId => batchId !== undefined && show(batchId))
      }}
    >
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>1. Who is checked</Trans>
        </legend>
        <TargetChoice
          command="check"
          ways={['everybody', 'group', 'department', 'devices']}
          value={choice}
          onChange={setChoice}
          search={search}
        />
      </FieldGroup>
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>2. The check</Trans>
        </legend>
        {draws && (
          <TextInput
            label={t`Sample size`}
            dir="ltr"
            inputMode="numeric"
            value={size}
            error={
              wrong
                ? t`From 1 to ${MOST_COMMANDED}`
                : tooMany !== undefined
                  ? t`No more than ${tooMany} devices there can answer`
                  : undefined
            }
            onChange={event => setSize(limitedNumber(event.currentTarget.value, 4))}
          />
        )}
        <TextInput
          label={t`What the device shows`}
          placeholder={t`Please press the button`}
          description={t`If left empty, the device uses its standard text.`}
          maxLength={TEXT_LENGTH}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </FieldGroup>
      {tooMany === undefined && <Failure failure={failure} />}
      <Row wrap justify="end" gap={2} className={css.send}>
        <Button
          leftSection={<Icon name="users" />}
          disabled={!online || !target || wrong}
          loading={busy}
          onClick={onceAClick(() => void ask())}
        >
          {t`Check now`}
        </Button>
      </Row>
    </CommandPage>
  )
}
