// The levels of a case: who decides, any one or all, who has, and for whom.
import { Trans, useLingui } from '@lingui/react/macro'
import type { OpenedCase } from '../../contract/endpoints/approval.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Card, Center, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { needWords } from './approval-words.ts'

type Step = OpenedCase['steps'][number]
type Decision = Step['decisions'][number]

const icons: Record<Decision['verdict'], IconName> = { approve: 'check', return: 'undo', reject: 'close' }

export function CaseSteps({ opened }: { opened: OpenedCase }) {
  return (
    <Card pad={4}>
      <Stack as="ol" list gap={4}>
        {opened.steps.map(step => (
          <StepLine key={step.level} step={step} yours={opened.mine} />
        ))}
      </Stack>
    </Card>
  )
}

function StepLine({ step, yours }: { step: Step; yours: OpenedCase['mine'] }) {
  const { i18n, t } = useLingui()
  return (
    <Row as="li" gap={3} align="start" {...(step.state === 'now' && { 'aria-current': 'step' as const })}>
      <Center
        rigid
        square={6}
        round="full"
        strong
        size="small"
        {...(step.state === 'done'
          ? { ground: 'ok-fill', tone: 'on-ok' }
          : step.state === 'now'
            ? { ground: 'accent', tone: 'on-accent' }
            : { edge: 'strong', tone: 'ink-3' })}
      >
        {step.state === 'done' ? <Icon name="check" size={16} /> : step.level}
      </Center>
      <Stack gap={1} grow shrink>
        <Text breaks>
          <Text strong>{t`Level ${step.level}`}</Text> <bdi>{step.names.join(' · ')}</bdi>{' '}
          <Text tone="ink-3">{i18n._(needWords[step.need])}</Text>
        </Text>
        {step.decisions.map(each => (
          <DecisionLine key={`${each.actorName} ${each.at}`} decision={each} />
        ))}
        {step.byAdministrator && (
          <Text size="small" tone="warning">
            <Trans>Nobody of this level is left: administrators decide.</Trans>
          </Text>
        )}
        {step.state === 'now' && yours && (
          <Text size="small" tone="accent" strong>
            {yours.forName === null ? (
              <Trans>Waits for you</Trans>
            ) : (
              <Trans>Waits for you, for {yours.forName}</Trans>
            )}
          </Text>
        )}
        {step.state === 'now' && !yours && step.waiting.length > 0 && (
          <Text size="small" tone="ink-2" breaks>
            <Trans>Waits for: {step.waiting.join(' · ')}</Trans>
          </Text>
        )}
        {step.state === 'now' && !yours && step.waiting.length === 0 && (
          <Text size="small" tone="critical">
            <Trans>Nobody can decide. An administrator has to add somebody.</Trans>
          </Text>
        )}
      </Stack>
    </Row>
  )
}

function DecisionLine({ decision }: { decision: Decision }) {
  const { actorName, seatName, onBehalf, verdict, reason, at } = decision
  return (
    <Row gap={2} size="small" tone="ink-2" align="baseline">
      <Text tone={verdict === 'approve' ? 'ok' : verdict === 'return' ? 'warning' : 'critical'}>
        <Icon name={icons[verdict]} size={14} />
      </Text>
      <Text grow shrink breaks>
        {onBehalf ? (
          <Trans>
            {actorName} for {seatName}
          </Trans>
        ) : (
          <bdi>{actorName}</bdi>
        )}
        {reason !== null && <>: {reason}</>}
      </Text>
      <Text tone="ink-3" nowrap>
        <bdi dir="ltr">{formatMoment(at)}</bdi>
      </Text>
    </Row>
  )
}
