// Head of a list: title with its count, how old the data is, export, the one primary action.
import { useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { PageQuery } from '../contract/entity-endpoints.ts'
import { markOf } from '../domain/entity.ts'
import type { ColumnLayout } from '../ui/data-table/columns.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icons.tsx'
import { MenuAction } from '../ui/menu-action.tsx'
import { PageHead } from '../ui/page-frame.tsx'
import { useScreen } from '../ui/pointer.ts'
import { StaleBadge } from '../ui/states.tsx'
import { useActions } from './actions.tsx'
import { exportRows } from './export-rows.ts'
import { ImportButton } from './import-button.tsx'
import { SearchBox } from './search-box.tsx'
import { useOnline, useRights } from './surroundings.ts'
import type { View } from './view.ts'

interface ListHeadProps {
  view: View
  list: Pick<UseQueryResult, 'data' | 'isError' | 'dataUpdatedAt'>
  total: number | undefined
  query: PageQuery
  layout: ColumnLayout
  /** Selected rows: only these are exported. */
  ids: number[]
  search?: string | undefined
  /** Absent: the search box stands elsewhere. */
  onSearch?: (text: string) => void
  onAdd: () => void
  /** On a phone: starts choosing rows. */
  onChoose?: () => void
}

export function ListHead(props: ListHeadProps) {
  const { view, list, total, query, layout, ids, onAdd, onChoose } = props
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const { maySave } = useActions()
  const phone = useScreen() === 'phone'
  const stale = list.data !== undefined && (!online || list.isError)
  const away = online ? undefined : t`No connection. This is not kept for later.`
  const download = (format: 'csv' | 'xlsx') =>
    void exportRows({ view, format, layout, query, ...(ids.length > 0 && { ids }) }, i18n)
  return (
    <PageHead
      title={i18n._(view.title)}
      count={total}
      end={
        <>
          {props.onSearch && !phone && view.entity.search.length > 0 && (
            <SearchBox value={props.search ?? ''} onSearch={props.onSearch} />
          )}
          {onChoose && <IconButton icon="check" label={t`Select`} onClick={onChoose} />}
          {view.entity.importable && view.sections.length > 0 && may(markOf(view.entity, 'import')) && (
            <ImportButton view={view} />
          )}
          {may(markOf(view.entity, 'export')) && (
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                {phone ? (
                  <IconButton icon="download" label={t`Export`} />
                ) : (
                  <Button variant="default" leftSection={<Icon name="download" />}>
                    {t`Export`}
                  </Button>
                )}
              </Menu.Target>
              <Menu.Dropdown>
                <MenuAction label={t`Excel workbook (XLSX)`} blocked={away} onRun={() => download('xlsx')} />
                <MenuAction label={t`Text table (CSV)`} blocked={away} onRun={() => download('csv')} />
              </Menu.Dropdown>
            </Menu>
          )}
          {maySave && view.sections.length > 0 && (
            <Button leftSection={<Icon name="plus" />} onClick={onAdd} disabled={!online}>
              {view.add ? i18n._(view.add) : t`Add`}
            </Button>
          )}
        </>
      }
    >
      {stale && <StaleBadge at={list.dataUpdatedAt} />}
    </PageHead>
  )
}
