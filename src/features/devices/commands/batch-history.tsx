// Commands to many devices that were given before, the newest first.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commandBatch } from '../../../domain/device/command.ts'
import type { CommandKind } from '../../../domain/device/command-input.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { pageOptions } from '../../../resource/query.ts'
import { Age } from '../../../ui/age.tsx'
import { Card, List, Muted, SectionTitle, Stack, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { commandText } from './command-words.ts'
import css from './commands.module.css'
import type { Batch } from './device-command.view.tsx'

const SHOWN = 6
const ASK_MS = 15_000

interface BatchHistoryProps {
  kinds: readonly CommandKind[]
  present: number | undefined
  onOpen: (id: number) => void
}

export function BatchHistory({ kinds, present, onOpen }: BatchHistoryProps) {
  const { i18n } = useLingui()
  const [page, setPage] = useState(1)
  const { data, error, isError, refetch } = useQuery({
    ...pageOptions(commandBatch, { page, size: SHOWN, sort: '-createdAt', kind: [...kinds] }),
    refetchInterval: ASK_MS,
  })
  return (
    <Card as="section" stack gap={3}>
      <SectionTitle breaks>
        <Trans>History</Trans>
      </SectionTitle>
      {!data && isError && <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading variant="list" count={3} />}
      {data?.list.length === 0 && (
        <Muted as="p">
          <Trans>Nothing has been sent yet. What you send appears here, with its results.</Trans>
        </Muted>
      )}
      <List shrink className={css.lines}>
        {data?.list.map(batch => (
          <li key={batch.id}>
            <button
              type="button"
              className={css.past}
              aria-current={batch.id === present ? 'true' : undefined}
              onClick={() => onOpen(batch.id)}
            >
              <PastBatch batch={batch} />
            </button>
          </li>
        ))}
      </List>
      {data && data.total > SHOWN && (
        <Pagination page={page} pageSize={SHOWN} total={data.total} onPage={setPage} />
      )}
    </Card>
  )
}

function PastBatch({ batch }: { batch: Batch }) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const { title, detail } = commandText(batch, i18n)
  const [done, total] = [number.format(batch.done), number.format(batch.total)]
  const tone = batch.pending > 0 ? 'info' : batch.failed > 0 ? 'attention' : 'ok'
  return (
    <>
      <Stack as="span" shrink text="start" grows="small" className={css.lineText}>
        <Text breaks className={css.lineName}>
          {title}{' '}
          {detail && (
            <Text as="bdi" plain tone="ink-2" breaks>
              {detail}
            </Text>
          )}
        </Text>
        <Muted>
          <bdi>{batch.target || t`Everybody`}</bdi>
          {batch.userName && <bdi> · {batch.userName}</bdi>} · <Age at={batch.createdAt} />
        </Muted>
      </Stack>
      <SeverityBadge tone={tone}>
        <Trans>
          {done} of {total}
        </Trans>
      </SeverityBadge>
    </>
  )
}
