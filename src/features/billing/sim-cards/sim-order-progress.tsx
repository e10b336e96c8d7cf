// What was ordered of the carrier last: how far each SIM card is, shown as the answers come.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { simCard, simOrder } from '../../../domain/billing/sim-card.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { WordMark } from '../../../resource/cells.tsx'
import { pageOptions } from '../../../resource/query.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Box, Card, List, Muted, Row, SectionTitle, Stack, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { reasonText, type simOrderKindWords, simOrderStateWords } from './sim-card-words.ts'
import css from './sim-cards.module.css'

const POLL_MS = 1500
const IDLE_MS = 15_000
/** Older ones are history. */
const RECENT_MS = 15 * MINUTE_MS
const SHOWN = 200

/** Above the list, while the last batch of the tenant is young or not over. */
export function SimOrderProgress() {
  const online = useOnline()
  const [closed, setClosed] = useState<number>()
  const newest = useQuery({
    ...pageOptions(simOrder, { page: 1, size: 1, sort: '-createdAt', kind: ['suspend', 'resume'] }),
    refetchInterval: online ? IDLE_MS : false,
  })
  const order = newest.data?.list[0]
  if (!order || order.batchId === null || order.batchId === closed) return null
  const open = order.state === 'waiting' || order.state === 'sent'
  if (!open && serverNow() - order.createdAt > RECENT_MS) return null
  return (
    <Batch
      key={order.batchId}
      id={order.batchId}
      kind={order.kind}
      onClose={() => setClosed(order.batchId ?? undefined)}
    />
  )
}

function Batch({
  id,
  kind,
  onClose,
}: {
  id: number
  kind: keyof typeof simOrderKindWords
  onClose: () => void
}) {
  const { t } = useLingui()
  const online = useOnline()
  const client = useQueryClient()
  const [shown, setShown] = useState(false)
  const { data } = useQuery({
    ...pageOptions(simOrder, { page: 1, size: SHOWN, sort: '-state', batchId: id, counts: true }),
    refetchInterval: query => {
      const counts = query.state.data?.counts
      return online && (!counts || pendingOf(counts) > 0) ? POLL_MS : false
    },
  })
  const counts = data?.counts
  const settled = counts && data.total - pendingOf(counts)
  // The rows of the list follow as the carrier answers.
  useEffect(() => {
    if (settled) void client.invalidateQueries({ queryKey: ['entity', simCard.key] })
  }, [client, settled])
  if (!counts) return null
  const { total } = data
  return (
    <Card as="section" stack gap={2} aria-label={t`Orders to the carrier`}>
      <Row wrap gap={2} columnGap={4}>
        <SectionTitle grows="medium" aria-live="polite">
          <JobTitle kind={kind} count={total} over={pendingOf(counts) === 0} />
        </SectionTitle>
        <Tallies counts={counts} />
        <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? <Trans>Hide the cards</Trans> : <Trans>Card by card</Trans>}
        </Button>
        <IconButton icon="close" label={t`Close`} onClick={onClose} />
      </Row>
      <Lanes counts={counts} total={total} />
      {shown && <SimOrderRows rows={data.list} />}
      {shown && total > SHOWN && (
        <Muted as="p" className={css.quiet}>
          <Trans>
            The first {SHOWN} of {total} are shown, refused ones first.
          </Trans>
        </Muted>
      )}
    </Card>
  )
}

interface JobTitleProps {
  kind: string
  count: number
  /** The carrier has answered for every card. */
  over: boolean
}

/** The title of an order: as an action while it runs, as a noun once it is over and its outcome stands beside it. */
function JobTitle({ kind, count, over }: JobTitleProps) {
  if (over)
    return kind === 'suspend' ? (
      <Plural value={count} one="Suspension of # card" other="Suspension of # cards" />
    ) : (
      <Plural value={count} one="Resumption of # card" other="Resumption of # cards" />
    )
  return kind === 'suspend' ? (
    <Plural value={count} one="Suspending # card" other="Suspending # cards" />
  ) : (
    <Plural value={count} one="Resuming # card" other="Resuming # cards" />
  )
}

const pendingOf = (counts: Record<string, number>) => (counts.waiting ?? 0) + (counts.sent ?? 0)

function Tallies({ counts }: { counts: Record<string, number> }) {
  const locale = useIntlLocale()
  const say = (count: number | undefined) => numberFormat(locale).format(count ?? 0)
  const [done, refused, pending] = [say(counts.done), say(counts.failed), say(pendingOf(counts))]
  return (
    <Row as="span" wrap align="stretch" gap={2} columnGap={3} size="small" tone="ink-2" aria-live="polite">
      <span>
        <Trans>{done} done</Trans>
      </span>
      {(counts.failed ?? 0) > 0 && (
        <span>
          <Trans>{refused} refused</Trans>
        </span>
      )}
      {pendingOf(counts) > 0 && (
        <span>
          <Trans>{pending} at the carrier</Trans>
        </span>
      )}
    </Row>
  )
}

function Lanes({ counts, total }: { counts: Record<string, number>; total: number }) {
  const lane = (tone: 'ok' | 'critical' | 'info', count: number) =>
    count > 0 && <Text ground={tone} style={{ inlineSize: `${(count / Math.max(1, total)) * 100}%` }} />
  return (
    <Row as="span" align="stretch" ground="sunken" round="small" hidden h={8} aria-hidden="true">
      {lane('ok', counts.done ?? 0)}
      {lane('critical', counts.failed ?? 0)}
      {lane('info', counts.sent ?? 0)}
    </Row>
  )
}

interface SimOrderRow {
  id: number
  subject: string
  state: keyof typeof simOrderStateWords
  reason: string | null
}

function SimOrderRows({ rows }: { rows: readonly SimOrderRow[] }) {
  const { i18n } = useLingui()
  // Refused ones first: they need somebody.
  const ranks = ['failed', 'waiting', 'sent', 'done']
  const sorted = [...rows].sort((a, b) => ranks.indexOf(a.state) - ranks.indexOf(b.state))
  return (
    <Box atMostTall="part" scroll="y">
      <List stack gap="half">
        {sorted.map(({ id, subject, state, reason }) => (
          <Row as="li" key={id} wrap gap={1} columnGap={3} padX={0} padY={2} edgeAbove>
            <Stack as="span" gap="half" shrink grows="medium">
              <bdi className={css.ltr}>{subject}</bdi>
              {reason && <Muted className={css.quiet}>{reasonText(reason, words => i18n._(words))}</Muted>}
            </Stack>
            <WordMark word={simOrderStateWords[state]} label={i18n._(simOrderStateWords[state].label)} />
          </Row>
        ))}
      </List>
    </Box>
  )
}
