// Head of a list: title with its count and how old the data is; search, export and the one primary action.
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageQuery } from '../contract/entity-endpoints.ts'
import { permissionFor } from '../domain/entity.ts'
import type { ColumnLayout } from '../ui/data-table/columns.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icons.tsx'
import { MenuAction } from '../ui/menu-action.tsx'
import { PageHead } from '../ui/page-frame.tsx'
import { useScreen } from '../ui/pointer.ts'
import { StaleBadge } from '../ui/states.tsx'
import { useActions } from './actions.tsx'
import { exportRows } from './export-rows.ts'
import { ImportButton, OpenImport } from './import-button.tsx'
import { SearchBox } from './search-box.tsx'
import { useOnline, useRights } from './surroundings.ts'
import type { View } from './view.ts'

interface ListHeadProps {
  view: View
  list: Pick<UseQueryResult, 'data' | 'isError' | 'dataUpdatedAt'>
  total: number | undefined
  search: string | undefined
  onSearch: (text: string) => void
  /** What can be done with the list as a whole: on a phone it stands with the filters. */
  actions: ListActionsProps
}

export function ListHead({ view, list, total, search, onSearch, actions }: ListHeadProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const phone = useScreen() === 'phone'
  const stale = list.data !== undefined && (!online || list.isError)
  return (
    <PageHead
      title={i18n._(view.title)}
      count={total}
      {...(!phone && {
        end: (
          <>
            {view.entity.search.length > 0 && <SearchBox value={search ?? ''} onSearch={onSearch} />}
            <ListButtons {...actions} />
          </>
        ),
      })}
    >
      {stale && <StaleBadge at={list.dataUpdatedAt} />}
    </PageHead>
  )
}

export interface ListActionsProps {
  view: View
  query: PageQuery
  layout: ColumnLayout
  /** Selected rows: only these are exported. */
  ids: number[]
  onAdd: () => void
  /** On a phone: starts choosing rows. */
  onChoose?: (() => void) | undefined
}

/** What of it the person may do. */
function useListActions({ view, query, layout, ids }: ListActionsProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const { mayAdd } = useActions()
  const fills = view.sections.length > 0
  return {
    // What waits for the network may be written without it.
    mayAddNow: online || view.entity.waitsNew === true,
    add: mayAdd ? (view.add ? i18n._(view.add) : t`Add`) : undefined,
    imports: view.entity.importable && fills && may(permissionFor(view.entity, 'import')),
    exports: may(permissionFor(view.entity, 'export')),
    away: online ? undefined : t`No connection. This is not kept for later.`,
    download: (format: 'csv' | 'xlsx') =>
      void exportRows({ view, format, layout, query, ...(ids.length > 0 && { ids }) }, i18n),
  }
}

function ListButtons(props: ListActionsProps) {
  const { t } = useLingui()
  const { mayAddNow, add, imports, exports, away, download } = useListActions(props)
  return (
    <>
      {imports && <ImportButton view={props.view} />}
      {exports && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default" leftSection={<Icon name="download" />}>
              {t`Export`}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuAction label={t`Excel workbook (XLSX)`} blocked={away} onRun={() => download('xlsx')} />
            <MenuAction label={t`Text table (CSV)`} blocked={away} onRun={() => download('csv')} />
          </Menu.Dropdown>
        </Menu>
      )}
      {add !== undefined && (
        <Button leftSection={<Icon name="plus" />} onClick={props.onAdd} disabled={!mayAddNow}>
          {add}
        </Button>
      )}
    </>
  )
}

/** The same on a phone, at the end of the filters: the first action as a sign, the others in a menu. */
export function PhoneListActions(props: ListActionsProps) {
  const { t } = useLingui()
  const { mayAddNow, add, imports, exports, away, download } = useListActions(props)
  const [importing, setImporting] = useState(false)
  const { view, onChoose } = props
  return (
    <>
      {imports || exports ? (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <IconButton icon="more" label={t`More actions`} />
          </Menu.Target>
          <Menu.Dropdown>
            {onChoose && <MenuAction icon="check" label={t`Select`} onRun={onChoose} />}
            {imports && (
              <MenuAction icon="upload" label={t`Import`} blocked={away} onRun={() => setImporting(true)} />
            )}
            {exports && (
              <>
                <Menu.Label>{t`Export`}</Menu.Label>
                <MenuAction
                  icon="download"
                  label={t`Excel workbook (XLSX)`}
                  blocked={away}
                  onRun={() => download('xlsx')}
                />
                <MenuAction
                  icon="download"
                  label={t`Text table (CSV)`}
                  blocked={away}
                  onRun={() => download('csv')}
                />
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      ) : (
        onChoose && <IconButton icon="check" label={t`Select`} onClick={onChoose} />
      )}
      {add !== undefined && (
        <ActionIcon
          variant="filled"
          color="accent"
          size="lg"
          radius="md"
          aria-label={add}
          title={add}
          disabled={!mayAddNow}
          onClick={props.onAdd}
        >
          <Icon name="plus" />
        </ActionIcon>
      )}
      {importing && <OpenImport view={view} onClose={() => setImporting(false)} />}
    </>
  )
}
