// The first hour: a checklist that looks for itself, one step open at a time.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { putSetupAway, skipSetup } from '../../contract/endpoints/setup.ts'
import { essentialIsLeft, guideOf, nextStep, type SetupStep } from '../../domain/setup/guide.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { comeBack } from './on-the-way.ts'
import css from './setup.module.css'
import { stepWords } from './setup-words.ts'
import { type SetupParts, StepBody } from './step-body.tsx'
import { StepLine } from './step-line.tsx'
import { type Facts, useFacts, useHere, useRecount } from './use-setup.ts'

export function SetupPage({ parts }: { parts: SetupParts }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const { data, error, refetch, dataUpdatedAt } = useFacts()
  useEffect(comeBack, [])
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Set up' })}>
        {!online && data && <StaleBadge at={dataUpdatedAt} />}
      </PageHead>
      {!data && error && <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Loading variant="detail" count={6} />}
      {data && <Guide facts={data} parts={parts} />}
    </PageFrame>
  )
}

function Guide({ facts, parts }: { facts: Facts; parts: SetupParts }) {
  const online = useOnline()
  const recount = useRecount()
  const guide = guideOf(facts, useHere())
  const next = nextStep(guide)
  // The step to do now is open until somebody opens another one; one that is being worked in stays open when it is done.
  const [opened, setOpened] = useState<SetupStep | 'none' | undefined>(next)
  const skip = useMutation({
    mutationFn: (asked: { step: SetupStep; skipped: boolean }) => sendRequest(skipSetup, asked),
    onError: showFailure,
    onSuccess: async (_, { skipped }) => {
      await Promise.all([recount(), parts.onMenu()])
      if (skipped) setOpened(undefined)
    },
  })
  const open = opened ?? next
  return (
    <Stack gap={4} className={css.guide}>
      <Summary facts={facts} guide={guide} next={next} onNext={setOpened} onMenu={parts.onMenu} />
      <Box ground="surface" edge="line" round="card">
        <List as="ol" stack>
          {guide.map((each, at) => (
            <StepLine
              key={each.step}
              guideStep={each}
              number={at + 1}
              facts={facts}
              open={open === each.step}
              online={online && !skip.isPending}
              onToggle={() => setOpened(open === each.step ? 'none' : each.step)}
              onSkip={skipped => skip.mutate({ step: each.step, skipped })}
            >
              <StepBody step={each.step} facts={facts} parts={parts} />
            </StepLine>
          ))}
        </List>
      </Box>
    </Stack>
  )
}

interface SummaryProps {
  facts: Facts
  guide: ReturnType<typeof guideOf>
  next: SetupStep | undefined
  onNext: (step: SetupStep) => void
  onMenu: () => Promise<void>
}

function Summary({ facts, guide, next, onNext, onMenu }: SummaryProps) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const recount = useRecount()
  const wanted = guide.filter(({ state }) => state !== 'skipped')
  const done = wanted.filter(({ state }) => state === 'done').length
  const { length: all } = wanted
  const left = essentialIsLeft(facts)
  const away = useMutation({
    mutationFn: (isAway: boolean) => sendRequest(putSetupAway, { away: isAway }),
    onError: showFailure,
    onSuccess: async ({ putAwayAt }) => {
      await Promise.all([recount(), onMenu()])
      if (putAwayAt !== null)
        showToast({ kind: 'ok', message: msg`The guide stands under Administration from now on` })
    },
  })
  const isAway = facts.putAwayAt !== null
  return (
    <Card as="section" stack gap={3} pad={4} aria-labelledby="setup-progress">
      <Row wrap gap={3} justify="between">
        {/* On a phone the buttons go below it rather than beside a word a line. */}
        <Stack grow shrink miw={220}>
          <Text as="h2" size="lead" strong id="setup-progress">
            {next === undefined ? (
              <Trans>Everything is done. You will hear of it.</Trans>
            ) : left ? (
              <Trans>From here to the first SOS on a phone: about fifteen minutes</Trans>
            ) : (
              <Trans>What matters is done. The rest makes it better.</Trans>
            )}
          </Text>
          <Text tone="ink-2">
            <Trans>
              {done} of {all} done
            </Trans>
          </Text>
        </Stack>
        <Row gap={2} wrap>
          {next !== undefined && (
            <Button variant="default" leftSection={<Icon name="forward" />} onClick={() => onNext(next)}>
              <Trans>Next: {i18n._(stepWords[next].title)}</Trans>
            </Button>
          )}
          {/* What is first in the menu can be put away; what was put away can be taken up. */}
          {(left || isAway) && (
            <Button
              variant="subtle"
              disabled={!online}
              loading={away.isPending}
              onClick={() => away.mutate(!isAway)}
            >
              {isAway ? <Trans>Take the guide up again</Trans> : <Trans>Put the guide away</Trans>}
            </Button>
          )}
        </Row>
      </Row>
      <progress max={Math.max(1, all)} value={done} aria-label={t`Progress of setting up`} />
    </Card>
  )
}
