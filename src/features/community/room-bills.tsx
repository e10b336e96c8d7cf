// What a room owes and its last bills, with the way to all of them.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { feeBill } from '../../domain/fees/fee-bill.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Money } from '../../resource/money.tsx'
import { pageOptions } from '../../resource/query.ts'
import { useRights } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'
import { Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Loading } from '../../ui/states.tsx'

const SHOWN = 3

export function RoomBills({ id, owed }: { id: number; owed: number }) {
  const may = useRights()
  return (
    <PeekSection
      title={<Trans>Bills of rooms</Trans>}
      aside={
        <Text size="small" nowrap tone={owed > 0 ? 'attention' : 'ink-3'} strong={owed > 0}>
          <Trans>
            Overdue: <Money fen={owed} />
          </Trans>
        </Text>
      }
    >
      {may('feeBill.read') ? <Bills id={id} /> : null}
    </PeekSection>
  )
}

function Bills({ id }: { id: number }) {
  const { i18n } = useLingui()
  const query = useQuery(pageOptions(feeBill, { page: 1, size: SHOWN, sort: '-month', roomId: id }))
  const { data } = query
  if (!data)
    return query.isError ? (
      <Muted as="p">{i18n._(wordsForError(query.error))}</Muted>
    ) : (
      <Loading variant="list" count={2} />
    )
  if (data.list.length === 0)
    return (
      <Muted as="p">
        <Trans>No bills</Trans>
      </Muted>
    )
  return (
    <Stack gap={3}>
      {data.list.map(bill => (
        <Row key={bill.id} justify="between" align="start" gap={3}>
          <Text as="bdi" strong dir="ltr">
            {bill.month}
          </Text>
          <Stack gap="half" text="end" items="end" rigid>
            <Text strong>
              <Money fen={bill.amount} />
            </Text>
            {bill.state === 'paid' ? (
              <SeverityBadge tone="ok">
                <Trans>Paid</Trans>
              </SeverityBadge>
            ) : bill.age === null ? null : bill.age === 'notDue' ? (
              <Muted>
                <Trans>Due by {bill.dueOn}</Trans>
              </Muted>
            ) : (
              <SeverityBadge tone="attention">
                <Trans>Overdue since {bill.dueOn}</Trans>
              </SeverityBadge>
            )}
          </Stack>
        </Row>
      ))}
      <a
        className={look({ inline: true, atLeast: 'target', size: 'small', tone: 'accent' })}
        href={`#/arrears?tab=bills&roomId=${id}`}
      >
        <Trans>All bills of the room</Trans>
      </a>
    </Stack>
  )
}
