// The panel of a room's bill: what it consists of, from reading to reading, and the way to pay it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WireFeeLine } from '../../contract/endpoints/fees.ts'
import { isPayable } from '../../domain/billing/bill.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { feeBill } from '../../domain/fees/fee-bill.ts'
import { unitsOf } from '../../domain/fees/units.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Money } from '../../resource/money.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { linesOptions } from './fee-query.ts'
import { lineWords } from './fee-words.ts'
import { microFenText, quantityText, unitsText } from './units-text.ts'

type Bill = RowOf<typeof feeBill>

export function BillPay({ bill: { billId, state } }: { bill: Bill }) {
  const may = useRights()
  const online = useOnline()
  if (billId === null || !may('bill.pay') || !(isPayable(state) || state === 'paying')) return null
  return (
    <Button
      component="a"
      href={`#/paypal?bills=${billId}`}
      disabled={!online}
      leftSection={<Icon name="bill" />}
    >
      <Trans>Pay</Trans>
    </Button>
  )
}

export function BillLines({ bill }: { bill: Bill }) {
  const { i18n, t } = useLingui()
  const { data, error, isError, refetch, isFetching } = useQuery(linesOptions(bill.id))
  return (
    <>
      <PeekSection>
        <Stack gap={3}>
          <Text size="big" strong>
            <Money fen={bill.amount} />
          </Text>
          <Facts
            facts={[
              { id: 'month', label: t`Month`, value: bill.month },
              { id: 'community', label: t`Community`, value: bill.communityName },
              { id: 'due', label: t`Due by`, value: bill.dueOn },
              {
                id: 'paid',
                label: t`Paid at`,
                value: bill.paidAt !== null && <bdi dir="ltr">{formatMoment(bill.paidAt)}</bdi>,
              },
              { id: 'reminders', label: t`Reminders`, value: bill.reminders > 0 && String(bill.reminders) },
            ]}
          />
        </Stack>
      </PeekSection>
      <PeekSection title={<Trans>What it consists of</Trans>}>
        {data ? (
          <Stack gap={3}>
            {data.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a bill never change
              <Line key={at} line={line} />
            ))}
          </Stack>
        ) : isError ? (
          <ErrorState
            what={i18n._(wordsForError(error))}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Loading variant="list" count={4} />
        )}
      </PeekSection>
      {data && data.waiting.length > 0 && (
        <PeekSection title={<Trans>Waits for the next bill</Trans>}>
          <List>
            {data.waiting.map(({ amount, note, userName }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: read once, in the order of the server
              <Row as="li" key={at} justify="between" gap={3} size="small">
                <Text>{[note, userName].filter(Boolean).join(' · ')}</Text>
                <Money fen={amount} />
              </Row>
            ))}
          </List>
        </PeekSection>
      )}
    </>
  )
}

function Line({ line }: { line: WireFeeLine }) {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  const { kind, amount, note, area, segments } = line
  const counted = kind === 'electricity' || kind === 'water'
  return (
    <Stack gap={1}>
      <Row justify="between" gap={3}>
        <Text medium>{i18n._(lineWords[kind])}</Text>
        <Text medium>
          <Money fen={amount} />
        </Text>
      </Row>
      {note && (
        <Text size="small" tone="ink-2">
          {note}
        </Text>
      )}
      {area && (
        <Text size="small" tone="ink-2">
          <bdi dir="ltr">
            {`${quantityText(area.hundredths * 10, 'service', locale)} × ${microFenText(area.microFen, locale)}`}
          </bdi>
        </Text>
      )}
      {counted &&
        segments.map(segment => (
          <Stack key={`${segment.serial} ${segment.fromDay}`} gap="half">
            <Text size="small" tone="ink-2">
              <bdi dir="ltr">
                {`${segment.serial}: ${unitsText(unitsOf(segment.from), locale)} → ${unitsText(unitsOf(segment.to), locale)}`}
              </bdi>
            </Text>
            {segment.parts.map(part => (
              <Text key={part.fromDay} size="small" tone="ink-3">
                <bdi dir="ltr">
                  {`${part.fromDay} – ${part.toDay}: ${quantityText(part.quantity, kind, locale)} × ${microFenText(part.microFen, locale)}`}
                </bdi>
              </Text>
            ))}
          </Stack>
        ))}
    </Stack>
  )
}
