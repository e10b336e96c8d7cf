// One step of a card: a row that is ticked as a whole, skipped with a reason, or taken back.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { dueAt, type RespondInput, type RunStep, type StepState } from '../../domain/response/response-run.ts'
import { roleWords, stepText } from '../../resource/response-words.ts'
import { Elapsed, Left, useIsPast } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Center, LineButton, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'

type Said = Pick<RespondInput, 'does' | 'reason'>

interface StepRowProps {
  step: RunStep
  /** Its place in the order, from 1. */
  place: number
  state: StepState
  /** The first that nobody has seen to. */
  next: boolean
  raisedAt: number
  /** Something said of it here has not reached the server. */
  waits: boolean
  /** Absent for who may only look. */
  onSay: ((said: Said) => void) | undefined
}

export function StepRow({ step, place, state, next, raisedAt, waits, onSay }: StepRowProps) {
  const { i18n, t } = useLingui()
  const [skipping, setSkipping] = useState(false)
  const words = stepText(i18n, step)
  const todo = state.is === 'todo'
  const presses = onSay !== undefined && todo
  const body = (
    <>
      <Center
        as="span"
        rigid
        square={8}
        round="full"
        size="small"
        strong
        edge={todo ? (next ? 'accent' : 'strong') : 'none'}
        ground={todo ? 'none' : state.is === 'done' ? 'ok-soft' : 'off-soft'}
        tone={state.is === 'done' ? 'ok' : todo ? 'ink-2' : 'ink-3'}
        aria-hidden="true"
      >
        {todo ? place : <Icon name={state.is === 'done' ? 'check' : 'forward'} size={18} />}
      </Center>
      <Stack gap={0} shrink grow>
        {/* The button is named by what is written on it; what a press does comes with the words. */}
        {presses && <span className="gh-hidden">{t`Done: ${words}`}</span>}
        <Text strong={next} tone={todo ? 'ink' : 'ink-2'} breaks aria-hidden={presses || undefined}>
          <bdi>{words}</bdi>
        </Text>
        <Row as="span" wrap gap={0} columnGap={2} size="caption" tone="ink-3">
          <span>{i18n._(roleWords[step.who])}</span>
          {todo ? <Due at={dueAt(step, raisedAt)} /> : <Outcome state={state} />}
          {waits && (
            <Text tone="attention">
              <Trans>waits for the network</Trans>
            </Text>
          )}
        </Row>
      </Stack>
    </>
  )
  return (
    <Box
      as="li"
      round="control"
      edge={next ? 'accent' : 'line'}
      ground="surface"
      aria-current={next ? 'step' : undefined}
      data-step={step.key}
      data-state={state.is}
    >
      <Row align="center" gap={1}>
        {onSay && todo ? (
          <LineButton
            atLeast="finger"
            gap={3}
            padX={3}
            padY={2}
            grow
            round="control"
            onClick={() => {
              setSkipping(false)
              onSay({ does: 'done' })
            }}
          >
            {body}
          </LineButton>
        ) : (
          <Row atLeast="finger" gap={3} padX={3} padY={2} grow shrink>
            {body}
          </Row>
        )}
        {onSay && todo && (
          <Button
            variant="subtle"
            h={44}
            aria-expanded={skipping}
            aria-label={t`Skip: ${words}`}
            onClick={() => setSkipping(!skipping)}
          >
            <Trans>Skip</Trans>
          </Button>
        )}
        {onSay && !todo && (
          <Button
            variant="subtle"
            h={44}
            aria-label={t`Take back: ${words}`}
            onClick={() => onSay({ does: 'undone' })}
          >
            <Trans>Take back</Trans>
          </Button>
        )}
      </Row>
      {onSay && todo && skipping && (
        <SkipForm
          onSkip={reason => {
            setSkipping(false)
            onSay({ does: 'skipped', reason })
          }}
        />
      )}
    </Box>
  )
}

function Due({ at }: { at: number }) {
  return useIsPast(at) ? (
    <Text tone="critical" strong>
      <Trans>
        overdue by <Elapsed since={at} />
      </Trans>
    </Text>
  ) : (
    <span>
      <Trans>
        due in <Left until={at} />
      </Trans>
    </span>
  )
}

function Outcome({ state }: { state: Exclude<StepState, { is: 'todo' }> }) {
  return (
    <>
      <bdi>{state.by}</bdi>
      <bdi dir="ltr">{formatMoment(state.at)}</bdi>
      {state.is === 'skipped' && (
        <span>
          <Trans>
            skipped: <bdi>{state.reason}</bdi>
          </Trans>
        </span>
      )}
    </>
  )
}

const LONGEST_REASON = 300

function SkipForm({ onSkip }: { onSkip: (reason: string) => void }) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') onSkip(reason.trim())
  }
  return (
    <Row as="form" align="end" gap={2} pad={3} onSubmit={send}>
      <Box grow>
        <Textarea
          label={t`Why it is skipped`}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={LONGEST_REASON}
          data-autofocus
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      </Box>
      <Button type="submit" h={44} disabled={reason.trim() === ''}>
        <Trans>Skip step</Trans>
      </Button>
    </Row>
  )
}
