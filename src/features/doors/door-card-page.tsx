// Door cards: issuing one step by step, or the list of all, told apart by the address.
import { useMemo } from 'react'
import { useSetSearch } from '../../resource/address.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Forbidden } from '../../ui/states.tsx'
import { doorCardView } from './door-card.view.tsx'
import { type IssueSearch, type RawSearch, readIssueSearch } from './door-search.ts'
import { IssuePage } from './issue-page.tsx'

const kept = { view: 'cards' }

export interface DoorCardPageProps {
  search: RawSearch
  /** Called while this page shows the outcome of a card's order, so that no other note does; answers how to end that. */
  onWatch?: (cardId: number) => () => void
}

export function DoorCardPage({ search: raw, onWatch }: DoorCardPageProps) {
  const may = useRights()
  const search = useMemo(() => readIssueSearch(raw), [raw])
  const go = useSetSearch<IssueSearch>()
  const listed = search.view === 'cards' || (!may('doorCard.issue') && search.card === undefined)
  if (listed) return may('doorCard.read') ? <ListPage view={doorCardView} kept={kept} /> : <Forbidden />
  if (!may('doorCard.issue') || !may('doorCard.read')) return <Forbidden />
  return <IssuePage search={search} onGo={go} onWatch={onWatch} />
}
