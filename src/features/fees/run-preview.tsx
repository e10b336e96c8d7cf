// What a run would bill: sums, the difference to the month before, what nobody has read, what jumps. Issued is what was looked at.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { refusalOf } from '../../resource/action-dialogs.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { Money } from '../../resource/money.tsx'
import { runCommand } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import type { View } from '../../resource/view.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { previewOptions } from './fee-query.ts'
import { lineWords, tariffKindWords } from './fee-words.ts'
import type { Run } from './run-peek.tsx'
import { quantityText } from './units-text.ts'

export function RunPreview({ run, view }: { run: Run; view: View }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const { data, error, isError, refetch, isFetching } = useQuery(previewOptions(run.id, run.version))
  if (!data)
    return (
      <PeekSection>
        {isError ? (
          <ErrorState
            what={i18n._(wordsForError(error))}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Loading variant="list" count={5} />
        )}
      </PeekSection>
    )
  const { amount, amountBefore, rooms, kinds, unread, jumps, nothing, unpriced } = data
  const missing = unpriced.map(kind => i18n._(tariffKindWords[kind])).join(' · ')
  return (
    <>
      <PeekSection title={<Trans>What would be billed</Trans>}>
        <Stack gap={3}>
          <Text size="figure" strong>
            <Money fen={amount} />
          </Text>
          <Facts
            facts={[
              { id: 'rooms', label: t`Rooms`, value: String(rooms) },
              {
                id: 'before',
                label: t`The month before`,
                value: amountBefore !== null && <Money fen={amountBefore} />,
              },
              {
                id: 'difference',
                label: t`Difference`,
                value: amountBefore !== null && <Signed fen={amount - amountBefore} />,
              },
              ...kinds.map(({ kind, quantity, amount: of }) => ({
                id: kind,
                label: i18n._(lineWords[kind]),
                value: (
                  <bdi>
                    <Money fen={of} />
                    {(kind === 'electricity' || kind === 'water') &&
                      ` · ${quantityText(quantity, kind, locale)}`}
                  </bdi>
                ),
              })),
              {
                id: 'nothing',
                label: t`Rooms without anything to bill`,
                value: nothing > 0 && String(nothing),
              },
            ]}
          />
        </Stack>
      </PeekSection>
      {missing !== '' && (
        <PeekSection>
          <Row
            as="p"
            align="start"
            gap={2}
            padX={3}
            padY={2}
            ground="critical-soft"
            round="control"
            tone="ink"
          >
            <Icon name="alert" size={18} />
            <Trans>A tariff is missing: {missing}</Trans>
          </Row>
        </PeekSection>
      )}
      {unread.count > 0 && (
        <PeekSection title={<Trans>Not read: {unread.count}</Trans>}>
          <Odd
            rows={unread.rows.map(({ meterId, roomName, serial }) => ({
              id: meterId,
              what: roomName,
              more: <bdi dir="ltr">{serial}</bdi>,
            }))}
          />
        </PeekSection>
      )}
      {jumps.count > 0 && (
        <PeekSection title={<Trans>Much more or less than the month before: {jumps.count}</Trans>}>
          <Odd
            rows={jumps.rows.map(({ roomId, roomName, before, amount: now }) => ({
              id: roomId,
              what: roomName,
              more: (
                <>
                  <Money fen={before} /> → <Money fen={now} />
                </>
              ),
            }))}
          />
        </PeekSection>
      )}
      <PeekSection>
        <IssueButton view={view} run={run} rooms={rooms} amount={amount} blocked={unpriced.length > 0} />
      </PeekSection>
    </>
  )
}

function Signed({ fen }: { fen: number }) {
  return (
    <Text tone={fen > 0 ? 'warning' : 'ink'}>
      {fen > 0 && '+'}
      <Money fen={fen} />
    </Text>
  )
}

interface OddRow {
  id: number
  what: string
  more: ReactNode
}

function Odd({ rows }: { rows: readonly OddRow[] }) {
  return (
    <List>
      {rows.map(({ id, what, more }) => (
        <Row as="li" key={id} justify="between" gap={3} padY={1} size="small">
          <Text>{what}</Text>
          <Text tone="ink-2">{more}</Text>
        </Row>
      ))}
    </List>
  )
}

function IssueButton({
  run,
  view,
  rooms,
  amount,
  blocked,
}: {
  run: Run
  view: View
  rooms: number
  amount: number
  blocked: boolean
}) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const may = useRights()
  const online = useOnline()
  // The file that the run makes is read by who issues it.
  const headings = { room: t`Room`, month: t`Month`, amount: t`Amount`, orderNumber: t`Order number` }
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!may('feeRun.issue')) return null
  const issue = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const [refused] = await runCommand(client, {
        ...{ view, command: 'issue', rows: [run], subject: run.month },
        input: { rooms, amount, headings },
      })
      if (refused) {
        setProblem(i18n._(wordsForError(refusalOf(refused))))
        await client.invalidateQueries({ queryKey: ['entity', 'feeRun'] })
      }
    } catch (error) {
      setProblem(i18n._(wordsForError(error)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap={2}>
      <Button
        fullWidth
        loading={busy}
        disabled={!online || blocked || rooms === 0}
        leftSection={<Icon name="bill" />}
        onClick={() => void issue()}
      >
        <Trans>Issue {rooms} bills</Trans>
      </Button>
      {problem && (
        <Text as="p" size="small" tone="critical" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
