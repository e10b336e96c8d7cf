// The boards: who keeps them has their list; everybody else the board of their role, at once.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { codes } from '../../contract/errors.ts'
import { board } from '../../domain/board/board.ts'
import { permissionFor } from '../../domain/entity.ts'
import { RequestError } from '../../platform/request-error.ts'
import { useSetSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { rowOptions } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Forbidden, Loading, NotFound, StaleBadge } from '../../ui/states.tsx'
import { editPath } from './addresses.ts'
import { boardView } from './board.view.tsx'
import { BoardEditor } from './board-editor.tsx'
import { BoardFace } from './board-face.tsx'
import { type BoardRow, boardsOptions } from './use-board.ts'

interface BoardsPageProps {
  search: Readonly<Record<string, unknown>>
}

export function BoardsPage({ search }: BoardsPageProps) {
  const may = useRights()
  if (!may(permissionFor(board, 'read'))) return <Forbidden />
  const id = Number(search.board)
  const keeps = may(permissionFor(board, 'save'))
  if (Number.isSafeInteger(id) && id > 0)
    return <OneBoard key={id} id={id} edits={keeps && search.edit !== undefined} />
  return keeps ? <ListPage view={boardView} /> : <OwnBoards />
}

function OwnBoards() {
  const { i18n } = useLingui()
  const list = useQuery(boardsOptions())
  const first = list.data?.list[0]
  if (first) return <OneBoard id={first.id} edits={false} />
  if (list.data)
    return (
      <Empty
        page
        icon="grid"
        title={<Trans>There is no board for your role yet</Trans>}
        why={<Trans>An administrator of your company can compose one.</Trans>}
      />
    )
  if (list.isError)
    return <ErrorState page what={i18n._(wordsForError(list.error))} onRetry={() => void list.refetch()} />
  return <Loading variant="cards" />
}

function OneBoard({ id, edits }: { id: number; edits: boolean }) {
  const { i18n } = useLingui()
  const one = useQuery(rowOptions(board, id))
  const { data: row, error } = one
  if (row)
    return edits ? <BoardEditor row={row} /> : <Face row={row} stale={one.isError} at={one.dataUpdatedAt} />
  if (error instanceof RequestError && error.code === codes.forbidden) return <Forbidden />
  if (error instanceof RequestError && error.id === 'row.unknown') return <NotFound />
  if (one.isError)
    return <ErrorState page what={i18n._(wordsForError(error))} onRetry={() => void one.refetch()} />
  return <Loading variant="cards" />
}

function Face({ row, stale, at }: { row: BoardRow; stale: boolean; at: number }) {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const put = useSetSearch<{ board: number }>()
  const others = useQuery(boardsOptions()).data?.list ?? []
  return (
    <PageFrame scrolls>
      <PageHead
        own
        title={row.name}
        end={
          <>
            {others.length > 1 && (
              <Select
                aria-label={t`Board`}
                data={others.map(each => ({ value: String(each.id), label: each.name }))}
                value={String(row.id)}
                allowDeselect={false}
                onChange={id => id !== null && put({ board: Number(id) })}
              />
            )}
            {may(permissionFor(board, 'save')) && (
              <Button
                component="a"
                variant="default"
                leftSection={<Icon name="edit" />}
                href={`#${editPath(row.id)}`}
              >
                <Trans>Edit tiles</Trans>
              </Button>
            )}
          </>
        }
      >
        {(stale || !online) && <StaleBadge at={at} />}
      </PageHead>
      <BoardFace board={row} onWall={false} />
    </PageFrame>
  )
}
