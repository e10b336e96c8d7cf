// The newest reading of every device: all in one table, or a table for each category of devices.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { deviceCategory } from '../../../domain/device/catalogue.ts'
import { deviceKind } from '../../../domain/device/device.ts'
import { latestReading } from '../../../domain/device/latest-reading.ts'
import { reportedKinds } from '../../../domain/device/reported-kinds.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { ListPage } from '../../../resource/list-page.tsx'
import { useListAddress } from '../../../resource/list-search.ts'
import { nameIn, pageOptions } from '../../../resource/query.ts'
import { Box } from '../../../ui/kit/parts.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { latestView } from './latest.view.tsx'
import type { ProductReading } from './reading-facts.ts'
import { modelsOptions } from './series-query.ts'

const none: readonly ProductReading[] = []
const CATEGORIES = 100

/** One table of all devices; filtered to one kind, it has just the columns which that kind reports. */
export function LatestPage() {
  const models = useQuery(modelsOptions()).data?.list ?? none
  const { search } = useListAddress(latestReading)
  const one = deviceKind.safeParse(search.kind)
  const kind = one.success ? one.data : undefined
  const view = useMemo(
    () => latestView({ models, ...(kind && { kinds: reportedKinds(kind), device: kind }) }),
    [models, kind],
  )
  return <ListPage view={view} />
}

/** A table for each category: the columns are what its kind reports. */
export function LatestByCategory() {
  const { i18n, t } = useLingui()
  const { search, set } = useListAddress(latestReading)
  const models = useQuery(modelsOptions()).data?.list ?? none
  const categories = useQuery(pageOptions(deviceCategory, { page: 1, size: CATEGORIES, sort: 'sort' }))
  // Counted among the devices that the person sees; a category's own number is the company's.
  const counted = useQuery(pageOptions(latestReading, { page: 1, size: 1, counts: true }))
  const counts = counted.data?.counts
  const list = useMemo(
    () => (categories.data?.list ?? []).filter(each => (each.deviceCount ?? 0) > 0 && counts?.[each.kind]),
    [categories.data, counts],
  )
  const chosen = list.find(each => each.id === search.categoryId) ?? list[0]
  const categoryId = chosen?.id
  const missing = categoryId !== undefined && search.categoryId !== categoryId
  useEffect(() => {
    if (missing) set({ categoryId }, { replace: true })
  }, [missing, categoryId, set])
  const view = useMemo(() => {
    if (!chosen) return undefined
    const made = latestView({ kinds: reportedKinds(chosen.kind), models, device: chosen.kind, tabs: true })
    return {
      ...made,
      slots: {
        ...made.slots,
        listHeader: () => (
          <Box shrink scroll="x">
            <SegmentedFilter
              label={t`Device category`}
              segments={list.map(category => ({
                value: String(category.id),
                label: <bdi>{nameIn(i18n.locale, deviceCategory, category)}</bdi>,
                count: list.some(each => each.kind === category.kind && each.id !== category.id)
                  ? category.deviceCount
                  : counts?.[category.kind],
              }))}
              value={String(chosen.id)}
              onChange={id => set({ categoryId: Number(id) })}
            />
          </Box>
        ),
      },
    }
  }, [chosen, models, list, counts, set, t, i18n])
  if (!view || missing) {
    return (
      <PageFrame>
        {categories.isError && !categories.data ? (
          <ErrorState
            what={i18n._(wordsForError(categories.error))}
            onRetry={() => void categories.refetch()}
          />
        ) : !categories.data || !(counted.data || counted.isError) || missing ? (
          <Loading variant="list" />
        ) : (
          <Empty
            title={t`No devices yet`}
            why={t`A device appears here as soon as it is added; its readings come with its messages.`}
          />
        )}
      </PageFrame>
    )
  }
  return <ListPage key={categoryId} view={view} />
}
