// Operations: how the installation stands, what is not good first, and what to do about it.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Board, operationsBoard } from '../../contract/endpoints/operations.ts'
import { isKey } from '../../domain/keys.ts'
import { type FigureName, type Judged, toSee, worst } from '../../domain/operations/judgement.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { DatabaseCard, PartitionsCard } from './database-card.tsx'
import { DiskCard } from './disk-card.tsx'
import { FigureLine, VerdictBadge } from './figure-line.tsx'
import { GuidePanel } from './guide-panel.tsx'
import { judgeBoard } from './judge-board.ts'
import { boardOptions } from './operations-query.ts'
import { channelWords, figureWords } from './operations-words.ts'
import { ProcessCard } from './process-card.tsx'
import { ChannelsCard, JobsCard, SafetyCard } from './ways-card.tsx'

export function OperationsPage() {
  const { i18n, t } = useLingui()
  const may = useRights()(operationsBoard.access)
  const online = useOnline()
  const { data, error, isError, refetch, isFetching, dataUpdatedAt } = useQuery({
    ...boardOptions(),
    enabled: may,
  })
  const [open, setOpen] = useState<FigureName>()
  if (!may) return <Forbidden />
  return (
    <PageFrame scrolls beside={open && <GuidePanel figure={open} onClose={() => setOpen(undefined)} />}>
      <PageHead title={t({ context: 'page', message: 'Operations' })}>
        {data && <VerdictBadge verdict={worst(judgeBoard(data).map(({ verdict }) => verdict))} />}
        {data && (!online || isError) && <StaleBadge at={dataUpdatedAt} />}
      </PageHead>
      {data ? (
        <Parts board={data} onOpen={setOpen} />
      ) : isError || !online ? (
        <ErrorState
          what={online ? i18n._(wordsForError(error)) : <Trans>No connection to the server</Trans>}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading variant="cards" />
      )}
    </PageFrame>
  )
}

interface PartsProps {
  board: Board
  onOpen: (figure: FigureName) => void
}

function Parts({ board, onOpen }: PartsProps) {
  const { t } = useLingui()
  return (
    <Stack gap={4}>
      <ToSee all={judgeBoard(board)} onOpen={onOpen} />
      <Stack as="section" gap={3} aria-label={t`Processes`}>
        <SectionTitle>
          <Plural value={board.processes.length} one="# server process" other="# server processes" />
        </SectionTitle>
        <Stack gap={4} even oneWhenNarrow align="start">
          {board.processes.map(process => (
            <ProcessCard key={process.id} process={process} now={board.at} onOpen={onOpen} />
          ))}
        </Stack>
      </Stack>
      <Stack gap={4} even oneWhenNarrow align="start">
        <Stack gap={4}>
          <DatabaseCard board={board} onOpen={onOpen} />
          <SafetyCard board={board} onOpen={onOpen} />
        </Stack>
        <Stack gap={4}>
          <JobsCard board={board} onOpen={onOpen} />
          <PartitionsCard board={board} onOpen={onOpen} />
          <ChannelsCard board={board} onOpen={onOpen} />
        </Stack>
      </Stack>
      <DiskCard board={board} onOpen={onOpen} />
    </Stack>
  )
}

/** What is not good, the worst first. */
function ToSee({ all, onOpen }: { all: readonly Judged[]; onOpen: (figure: FigureName) => void }) {
  const { i18n, t } = useLingui()
  const found = toSee(all)
  if (found.length === 0)
    return (
      <Row gap={2} pad={3} soft="ok" round="card" role="status">
        <Icon name="check" />
        <Text strong>
          <Trans>Everything is good.</Trans>
        </Text>
      </Row>
    )
  const nameOf = ({ figure, about }: Judged) =>
    figure === 'channelFailing' && isKey(channelWords, about) ? i18n._(channelWords[about]) : about
  return (
    <Card as="section" pad={4} gap={2} stack aria-label={t`What to look at`}>
      <SectionTitle>
        <Plural value={found.length} one="# thing to look at" other="# things to look at" />
      </SectionTitle>
      <Stack gap={0}>
        {found.map(each => (
          <FigureLine
            key={`${each.figure} ${each.about}`}
            of={each}
            onOpen={onOpen}
            {...(each.about !== '' && {
              label: (
                <>
                  {i18n._(figureWords[each.figure])}{' '}
                  <Text tone="ink-2">
                    (<bdi>{nameOf(each)}</bdi>)
                  </Text>
                </>
              ),
            })}
          />
        ))}
      </Stack>
    </Card>
  )
}
