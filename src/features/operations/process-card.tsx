// One server process: where and since when it runs, who is connected to it, and its figures.
import { Trans, useLingui } from '@lingui/react/macro'
import type { Board } from '../../contract/endpoints/operations.ts'
import type { FigureName } from '../../domain/operations/judgement.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { Age } from '../../ui/age.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { Card, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { FigureLine } from './figure-line.tsx'
import { isLost, judgeProcess, nameOf } from './judge-board.ts'

export interface ProcessCardProps {
  process: Board['processes'][number]
  now: number
  onOpen: (figure: FigureName) => void
}

export function ProcessCard({ process, now, onOpen }: ProcessCardProps) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const { state, release, startedAt, heardAt } = process
  const lost = isLost(now, process)
  const facts: Fact[] = [
    { id: 'release', label: t`Program version`, value: release },
    { id: 'started', label: t`Last start`, value: <Age at={startedAt} /> },
    { id: 'heard', label: t`Last heard`, value: <Age at={heardAt} /> },
    {
      id: 'role',
      label: t`Runs as`,
      value: state.role === 'alone' ? t`The only server, with its own database` : t`One of several servers`,
    },
    {
      id: 'connections',
      label: t`Open connections`,
      value: t`Consoles: ${number.format(state.people)}, devices: ${number.format(state.devices)}, further: ${number.format(state.sockets)}`,
    },
    {
      id: 'messages',
      label: t`Since the start`,
      value: t`Messages stored: ${number.format(state.stored)}, refused: ${number.format(state.refused)}`,
    },
    {
      id: 'lost',
      label: t`Sent on`,
      value: t`Messages: ${number.format(state.published)}, lost: ${number.format(state.dropped)}`,
    },
    { id: 'memory', label: t`Memory`, value: <ByteSize bytes={state.rssBytes} /> },
    { id: 'reason', label: t`Why messages are not stored`, value: state.trouble?.reason },
  ]
  return (
    <Card as="article" pad={4} gap={3} stack aria-label={nameOf(process)}>
      <Row wrap justify="between" gap={2}>
        <SectionTitle as="h3" breaks>
          <bdi>{nameOf(process)}</bdi>
        </SectionTitle>
        {state.draining && !lost ? (
          <SeverityBadge tone="info">
            <Trans>Draining</Trans>
          </SeverityBadge>
        ) : (
          <Text tone={lost ? 'critical' : 'ink-2'}>
            <StateMark shape={lost ? 'offline' : 'online'} label={lost ? t`Not heard` : t`Running`} />
          </Text>
        )}
      </Row>
      <Facts facts={facts} />
      <Stack gap={0}>
        {judgeProcess(now, process).map(each => (
          <FigureLine key={each.figure} of={each} onOpen={onOpen} />
        ))}
      </Stack>
    </Card>
  )
}
