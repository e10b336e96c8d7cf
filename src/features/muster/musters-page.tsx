// Roll calls: their list, and one of them, told apart by the address.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { muster } from '../../domain/muster/muster.ts'
import { ActionsProvider } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { rowOptions } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import type { View } from '../../resource/view.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ErrorState, Forbidden, Loading } from '../../ui/states.tsx'
import { RollCall } from './roll-call.tsx'
import { type MusterRow, useRoll } from './use-roll.tsx'

/** A phone that missed a notice asks again after so long. */
const ASK_MS = 15_000

export function MustersPage({ view, shown }: { view: View; shown: number | undefined }) {
  const may = useRights()
  if (shown === undefined) return <ListPage view={view} />
  if (!may('muster.read')) return <Forbidden />
  return (
    <ActionsProvider view={view}>
      <OneMuster key={shown} id={shown} />
    </ActionsProvider>
  )
}

function OneMuster({ id }: { id: number }) {
  const { i18n } = useLingui()
  const query = useQuery({ ...rowOptions(muster, id), refetchInterval: ASK_MS })
  if (query.data) return <MusterRoll row={query.data} />
  if (query.isError)
    return <ErrorState page what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
  return (
    <PageFrame scrolls>
      <Loading variant="list" />
    </PageFrame>
  )
}

function MusterRoll({ row }: { row: MusterRow }) {
  const { i18n } = useLingui()
  const online = useOnline()
  const { query, shown, saying, isWarden } = useRoll(row)
  if (shown)
    return (
      <RollCall
        row={row}
        roll={shown}
        saying={saying}
        isWarden={isWarden}
        stale={!online || query.isError ? query.dataUpdatedAt : undefined}
      />
    )
  if (query.isError)
    return <ErrorState page what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
  return (
    <PageFrame scrolls>
      <Loading variant="list" />
    </PageFrame>
  )
}
