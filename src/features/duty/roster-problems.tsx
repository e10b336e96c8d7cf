// What is wrong with the week, or waits for somebody: each a line with what can be done about it.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { HOUR_MS } from '../../domain/durations.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import type { Values } from '../../resource/view.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { List, Row, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import type { ShownRoster } from './shown-roster.ts'
import { SwapButtons } from './swap-buttons.tsx'
import { spanText } from './time-words.ts'

interface RosterProblemsProps {
  roster: ShownRoster
  now: number
  onAdd: (values: Values) => void
  onEdit: (id: number) => void
}

/** More than so many gaps are said in sum: an empty week is one thing to do. */
const MOST_GAPS = 6

export function RosterProblems({ roster, now, onAdd, onEdit }: RosterProblemsProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const may = useRights()
  const online = useOnline()
  const { gaps, overlaps, swaps, shifts, posts } = roster
  if (gaps.length + overlaps.length + swaps.length === 0)
    return shifts.length === 0 ? null : (
      <Text tone="ok">
        <Trans>Every post is covered for the rest of the week.</Trans>
      </Text>
    )
  const saves = may('dutyShift.save')
  const nameOf = (postId: number) => posts.find(({ post }) => post.id === postId)?.post.name ?? ''
  const shiftOf = (id: number) => shifts.find(shift => shift.id === id)
  return (
    <List card rigid pad={0} aria-label={t`What is to be done`}>
      {overlaps.map(({ turns: [first, second], startsAt, endsAt }) => (
        <Problem
          key={`${first} ${second}`}
          icon="alert"
          tone="warning"
          kind={<Trans>Overlap</Trans>}
          action={
            saves && (
              <Button variant="default" disabled={!online} onClick={() => onEdit(second)}>
                <Trans>Reassign</Trans>
              </Button>
            )
          }
        >
          <Trans>
            {shiftOf(first)?.workerName ?? ''}: {spanText(startsAt, endsAt, locale)} at{' '}
            {shiftOf(first)?.postName ?? ''} and {shiftOf(second)?.postName ?? ''}. It cannot be published.
          </Trans>
        </Problem>
      ))}
      {gaps.slice(0, MOST_GAPS).map(gap => {
        const from = Math.max(gap.startsAt, Math.min(now, gap.endsAt))
        const hours = numberFormat(locale, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 }).format(
          (gap.endsAt - from) / HOUR_MS,
        )
        return (
          <Problem
            key={`${gap.postId} ${gap.startsAt}`}
            icon="close"
            tone="critical"
            kind={<Trans context="roster">Gap</Trans>}
            action={
              saves && (
                <Button
                  variant="default"
                  disabled={!online}
                  onClick={() => onAdd({ postId: gap.postId, startsAt: from, endsAt: gap.endsAt })}
                >
                  <Trans>Find cover</Trans>
                </Button>
              )
            }
          >
            {gap.heads === 0 ? (
              <Trans>
                {nameOf(gap.postId)}: {spanText(from, gap.endsAt, locale)}, {hours} without anybody.
              </Trans>
            ) : (
              <Trans>
                {nameOf(gap.postId)}: {spanText(from, gap.endsAt, locale)}, {gap.heads} of {gap.needed} there.
              </Trans>
            )}
          </Problem>
        )
      })}
      {gaps.length > MOST_GAPS && (
        <Row as="li" pad={3} tone="critical">
          <Plural value={gaps.length - MOST_GAPS} one="# more gap" other="# more gaps" />
        </Row>
      )}
      {swaps.map(swap => (
        <Problem
          key={swap.id}
          icon="refresh"
          tone="new"
          kind={<Trans>Swap</Trans>}
          action={<SwapButtons swap={swap} />}
        >
          {swap.state === 'accepted' ? (
            <Trans>
              {swap.postName ?? ''}, {spanText(swap.startsAt, swap.endsAt, locale)}:{' '}
              {swap.fromWorkerName ?? ''} → {swap.toWorkerName ?? ''}, who agrees. It waits for approval.
            </Trans>
          ) : (
            <Trans>
              {swap.postName ?? ''}, {spanText(swap.startsAt, swap.endsAt, locale)}:{' '}
              {swap.fromWorkerName ?? ''} → {swap.toWorkerName ?? ''}, who has not answered yet.
            </Trans>
          )}
        </Problem>
      ))}
    </List>
  )
}

interface ProblemProps {
  icon: IconName
  tone: 'critical' | 'warning' | 'new'
  kind: ReactNode
  action: ReactNode
  children: ReactNode
}

function Problem({ icon, tone, kind, action, children }: ProblemProps) {
  return (
    <Row as="li" wrap gap={3} padX={3} padY={2} edgeBelow lastBare atLeast="finger">
      <Text tone={tone}>
        <Icon name={icon} />
      </Text>
      <Text strong tone={tone}>
        {kind}
      </Text>
      <Text grow shrink grows="medium">
        {children}
      </Text>
      {action && (
        <Row gap={2} pushed>
          {action}
        </Row>
      )}
    </Row>
  )
}
