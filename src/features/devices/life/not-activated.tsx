// The devices that have never sent a message, the newest first, each with what is to be done next.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { device } from '../../../domain/device/device.ts'
import { lifecycles } from '../../../domain/device/lifecycle.ts'
import { ActionsProvider } from '../../../resource/actions.tsx'
import { originalLayout } from '../../../resource/column-layout.ts'
import { ListBody } from '../../../resource/list-body.tsx'
import type { ListAddress } from '../../../resource/list-search.ts'
import { pageOptions } from '../../../resource/query.ts'
import { type ListSearch, withSearch } from '../../../resource/search.ts'
import { viewOf } from '../../../resource/view.ts'
import { Card, SectionTitle } from '../../../ui/kit/parts.tsx'
import { kindIcon, kindWords, stateWords } from '../device-words.ts'
import { lifeActions } from './life-actions.ts'
import { LifeButtons } from './life-section.tsx'
import { lifecycleWords } from './life-words.ts'

const notActivatedView = viewOf(device, {
  title: msg`Not activated yet`,
  titleOne: msg`Device`,
  icon: 'inbox',
  empty: {
    title: msg`Every device has spoken`,
    why: msg`A device is activated by its first message.`,
    icon: 'check',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: row => kindIcon(row.kind),
      width: 170,
      required: true,
    },
    { of: 'imei', label: msg`IMEI`, width: 150, quiet: true },
    { of: 'lifecycle', label: msg`Lifecycle`, width: 160 },
    {
      of: 'boundTo',
      label: msg`Next step`,
      width: 200,
      render: (_, row) => <LifeButtons device={row} inline />,
    },
    { of: 'departmentName', label: msg`Department`, width: 130, quiet: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true },
  ],
  card: {
    icon: row => kindIcon(row.kind),
    title: 'name',
    state: 'lifecycle',
    detail: ['imei', 'departmentName'],
  },
  words: { lifecycle: lifecycleWords, kind: kindWords, state: stateWords },
  actions: lifeActions,
})

const PAGE = 20
const alive = lifecycles.filter(word => word !== 'recycled')

export function NotActivated() {
  const { i18n } = useLingui()
  const [search, set] = useState<ListSearch>({ sort: '-createdAt' })
  const address = useMemo<ListAddress>(
    () => ({ search, set, change: changes => set(before => withSearch(before, changes)) }),
    [search],
  )
  const size = search.size ?? PAGE
  const list = useQuery(
    pageOptions(device, {
      page: search.page ?? 1,
      size,
      sort: search.sort ?? '-createdAt',
      state: ['notActivated'],
      lifecycle: [...alive],
    }),
  )
  return (
    <ActionsProvider view={notActivatedView}>
      <Card as="section" mih={420} column>
        <SectionTitle below={3}>{i18n._(notActivatedView.title)}</SectionTitle>
        <ListBody
          view={notActivatedView}
          address={address}
          list={list}
          // The engine's rows are the entity's rows with their types forgotten.
          page={list.data}
          size={size}
          layout={originalLayout(notActivatedView)}
          onOpen={row => {
            if (row) globalThis.location.hash = `/DeviceDtail?imei=${String(row.imei)}`
          }}
        />
      </Card>
    </ActionsProvider>
  )
}
