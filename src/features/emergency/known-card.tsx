// What is known and what is not: statements with source and time. What was said before stays, under what is said now.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { entriesOf, type Standing, standing } from '../../domain/emergency/emergency-log.ts'
import { isRunning } from '../../domain/emergency/emergency-step.ts'
import { useActions } from '../../resource/actions.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'
import { List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { standingWords } from './emergency-words.ts'
import { RoomCard, type RoomPart } from './room-card.tsx'

export function KnownCard({ row, log }: RoomPart) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const statements = entriesOf(log.entries, 'statement').toReversed()
  return (
    <RoomCard name={t`What is known`}>
      {statements.length === 0 ? (
        <Muted as="p">
          <Trans>Nothing has been stated yet. Say what is known, and what is not.</Trans>
        </Muted>
      ) : (
        <List stack gap={3}>
          {statements.map(({ id, at, userName, facts }) => (
            <Row as="li" key={id} wrap align="start" gap={2}>
              <SeverityBadge tone={standingWords[facts.standing].tone}>
                {i18n._(standingWords[facts.standing].label)}
              </SeverityBadge>
              <Stack grow shrink gap="half" grows="medium">
                <Text breaks>
                  <bdi>{facts.text}</bdi>
                </Text>
                <Text size="small" tone="ink-2" breaks>
                  <Trans>
                    Source: <bdi>{facts.source}</bdi>
                  </Trans>
                  {' · '}
                  <bdi>{userName}</bdi>
                  {' · '}
                  <bdi dir="ltr">{formatMoment(at)}</bdi>
                </Text>
              </Stack>
            </Row>
          ))}
        </List>
      )}
      {isRunning(row.state) && may('emergency.work') && <StatementForm row={row} />}
    </RoomCard>
  )
}

function StatementForm({ row }: Pick<RoomPart, 'row'>) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const { give } = useActions()
  const [is, setIs] = useState<Standing>('known')
  const [text, setText] = useState('')
  const [source, setSource] = useState('')
  const [busy, setBusy] = useState(false)
  const ready = text.trim() !== '' && source.trim() !== '' && online
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || busy) return
    setBusy(true)
    if (await give('know', [row], { standing: is, text: text.trim(), source: source.trim() })) setText('')
    setBusy(false)
  }
  return (
    <form className={look({ stack: true, gap: 2, above: 4 })} onSubmit={event => void send(event)}>
      <SegmentedFilter
        label={t`How sure it is`}
        value={is}
        segments={standing.options.map(value => ({ value, label: i18n._(standingWords[value].label) }))}
        onChange={setIs}
      />
      <TextInput
        label={t`Statement`}
        value={text}
        maxLength={500}
        onChange={event => setText(event.currentTarget.value)}
      />
      <TextInput
        label={t`Source`}
        placeholder={t`Who or what says so`}
        value={source}
        maxLength={120}
        onChange={event => setSource(event.currentTarget.value)}
      />
      <Row>
        <Button type="submit" variant="default" loading={busy} disabled={!ready}>
          <Trans>Add statement</Trans>
        </Button>
      </Row>
    </form>
  )
}
