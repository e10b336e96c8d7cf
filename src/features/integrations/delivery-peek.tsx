// One message of a webhook in the panel: when it was tried, what came back, and what was sent.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { webhookDelivery } from '../../domain/integration/webhook.ts'
import { Facts } from '../../ui/facts.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { problemWords } from './webhook-words.ts'

export function DeliveryPeek({ row }: { row: RowOf<typeof webhookDelivery> }) {
  const { i18n, t } = useLingui()
  const moment = (at: number) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'webhook', label: t`Webhook`, value: <bdi>{row.webhookName}</bdi> },
            { id: 'created', label: t`Created`, value: moment(row.createdAt) },
            { id: 'tries', label: t`Tries`, value: row.tries },
            ...(row.triedAt === null
              ? []
              : [{ id: 'tried', label: t`Last tried`, value: moment(row.triedAt) }]),
            ...(row.state === 'waiting'
              ? [{ id: 'next', label: t`Next try`, value: moment(row.nextAt) }]
              : []),
            ...(row.status === null ? [] : [{ id: 'status', label: t`Answer`, value: row.status }]),
            ...(row.tookMs === null ? [] : [{ id: 'took', label: t`Took`, value: t`${row.tookMs} ms` }]),
            ...(row.problem === null
              ? []
              : [{ id: 'problem', label: t`Problem`, value: i18n._(problemWords[row.problem]) }]),
          ]}
        />
      </PeekSection>
      {row.answer !== null && row.answer !== '' && (
        <PeekSection title={<Trans>What the receiver answered</Trans>}>
          <Sent text={row.answer} />
        </PeekSection>
      )}
      <PeekSection title={<Trans>What was sent</Trans>}>
        <Sent text={row.body} />
      </PeekSection>
    </>
  )
}

function Sent({ text }: { text: string }) {
  return (
    <Text as="p" dir="ltr" pad={3} ground="sunken" round="control" size="caption" mono breaks>
      {text}
    </Text>
  )
}
