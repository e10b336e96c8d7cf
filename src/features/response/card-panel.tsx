// One card of the page: its steps with the times that they take, and its versions.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { AlarmType } from '../../domain/alarm/alarm-types.ts'
import { SECOND_MS } from '../../domain/durations.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { responseCard } from '../../domain/response/response-card.ts'
import { shippedCardOf } from '../../domain/response/shipped-cards.ts'
import type { StepTimes } from '../../domain/response/step-times.ts'
import { useActions } from '../../resource/actions.tsx'
import { iconOf, typeWords } from '../../resource/alarm-type-words.ts'
import { ActionButtons } from '../../resource/peek.tsx'
import { roleWords, stepText } from '../../resource/response-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Row, SectionTitle, Stack, Table, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { CardHistory } from './card-history.tsx'
import { spanText } from './span-text.ts'

type CardRow = RowOf<typeof responseCard>

export type TimesOf = (type: AlarmType, step: string) => StepTimes | undefined

interface CardPanelProps {
  type: AlarmType
  /** The tenant's own; undefined: the shipped one. */
  card: CardRow | undefined
  /** The address points at it. */
  opened: boolean
  timesOf: TimesOf
  /** Makes the shipped card one's own; absent for who may not, and offline. */
  onChangeShipped: (() => void) | undefined
}

export function CardPanel({ type, card, opened, timesOf, onChangeShipped }: CardPanelProps) {
  const { i18n } = useLingui()
  const { actionsFor } = useActions()
  const [history, setHistory] = useState(false)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (opened) box.current?.scrollIntoView({ block: 'nearest' })
  }, [opened])
  const steps = card ? card.steps : (shippedCardOf(type) ?? []).map(step => ({ ...step, text: null }))
  const version = card?.versionNumber
  const place = card?.communityName ?? card?.departmentName
  return (
    <Stack as="article" ref={box} gap={3} card outlined={opened} aria-labelledby={titleOf(type, card)}>
      <Row wrap gap={2}>
        <Icon name={iconOf(type)} size={20} />
        <SectionTitle id={titleOf(type, card)} breaks>
          {i18n._(typeWords[type])}
          {place && (
            <>
              {' · '}
              <bdi>{place}</bdi>
            </>
          )}
        </SectionTitle>
        {card && <PlaceKind card={card} />}
        <SeverityBadge tone={card ? 'info' : 'off'}>
          {card ? <Trans>Own · version {version}</Trans> : <Trans>As shipped</Trans>}
        </SeverityBadge>
      </Row>
      <StepTable type={type} steps={steps} timesOf={timesOf} />
      <Row wrap gap={2}>
        {card ? (
          <>
            <ActionButtons actions={actionsFor([card])} />
            <Button variant="default" aria-expanded={history} onClick={() => setHistory(!history)}>
              <Trans>Versions</Trans>
            </Button>
          </>
        ) : (
          onChangeShipped && (
            <Button variant="default" leftSection={<Icon name="edit" />} onClick={onChangeShipped}>
              <Trans>Make it your own</Trans>
            </Button>
          )
        )}
      </Row>
      {card && history && <CardHistory card={card} />}
    </Stack>
  )
}

/** What its place is: a community and a department may have the same name. */
function PlaceKind({ card }: { card: CardRow }) {
  const named = card.communityName ?? card.departmentName
  return (
    <Text size="caption" tone="ink-3">
      {!named && <Trans>Everywhere</Trans>}
      {card.communityName && <Trans>Community</Trans>}
      {card.departmentName && <Trans>Department</Trans>}
    </Text>
  )
}

const titleOf = (type: AlarmType, card: CardRow | undefined) => `card-${card?.id ?? type}`

interface StepTableProps {
  type: AlarmType
  steps: readonly { key: string; text: string | null; who: keyof typeof roleWords; within: number }[]
  timesOf: TimesOf
}

function StepTable({ type, steps, timesOf }: StepTableProps) {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  return (
    <Box scroll="x">
      <Table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Step</Trans>
            </th>
            <th scope="col">
              <Trans>Within</Trans>
            </th>
            <th scope="col">
              <Trans>Median</Trans>
            </th>
            <th scope="col">
              <Trans>90 %</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, at) => {
            const times = timesOf(type, step.key)
            const late = times !== undefined && times.ninety > step.within * SECOND_MS
            return (
              <tr key={step.key}>
                <th scope="row">
                  <Text breaks>
                    {at + 1}. <bdi>{stepText(i18n, step)}</bdi>
                  </Text>
                  <Text as="p" size="caption" tone="ink-3" plain>
                    {i18n._(roleWords[step.who])}
                  </Text>
                </th>
                <td className={look({ nowrap: true })}>{spanText(step.within * SECOND_MS, locale)}</td>
                <td className={look({ nowrap: true })}>{times ? spanText(times.median, locale) : '–'}</td>
                <td>
                  <Text tone={late ? 'warning' : 'same'} strong={late} nowrap>
                    {times ? spanText(times.ninety, locale) : '–'}
                  </Text>
                </td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </Box>
  )
}
