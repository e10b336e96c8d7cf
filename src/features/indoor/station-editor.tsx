// The base-station editor: stations of a floor are placed on its plan by drag, click, keys and figures.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { drawing } from '../../domain/indoor/indoor.ts'
import { useSetSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { rowOptions } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Row } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { FloorChoice } from './floor-choice.tsx'
import { NoFloors } from './indoor-page.tsx'
import { floorsOptions, stationsOptions } from './indoor-query.ts'
import { StationWork } from './station-work.tsx'

const whole = (raw: unknown): number | undefined => {
  const value = Number(raw)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

export function StationEditor() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const set = useSetSearch()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const floors = useQuery(floorsOptions())
  const wanted = whole(search.drawingId) ?? floors.data?.[0]?.drawingId
  const plan = useQuery({ ...rowOptions(drawing, wanted ?? 0), enabled: wanted !== undefined })
  const stations = useQuery({
    ...stationsOptions(wanted ?? 0),
    enabled: wanted !== undefined,
    placeholderData: undefined,
  })
  const failed = [floors, plan, stations].find(({ isError, data }) => isError && !data)
  useEffect(() => {
    // The address names the floor, so that it can be reloaded and shared.
    if (whole(search.drawingId) === undefined && wanted !== undefined)
      set({ drawingId: wanted }, { replace: true })
  }, [set, search.drawingId, wanted])
  if (!may('baseStation.save')) return <Forbidden />
  return (
    <PageFrame scrolls>
      <PageHead
        title={t({ context: 'page', message: 'Base-station editor' })}
        count={stations.data?.total}
        end={
          <Button variant="default" component="a" href={`#/baseList?drawingId=${wanted ?? ''}`}>
            <Trans>As a list</Trans>
          </Button>
        }
      >
        {stations.data && (!online || stations.isError) && <StaleBadge at={stations.dataUpdatedAt} />}
      </PageHead>
      {floors.data?.length === 0 && <NoFloors />}
      {floors.data && floors.data.length > 0 && (
        <Row wrap gap={2} columnGap={3}>
          <FloorChoice floors={floors.data} value={wanted} onChange={drawingId => set({ drawingId })} />
        </Row>
      )}
      {failed && (
        <ErrorState what={i18n._(wordsForError(failed.error))} onRetry={() => void failed.refetch()} />
      )}
      {!failed && (floors.isPending || (wanted !== undefined && (plan.isPending || stations.isPending))) && (
        <Loading variant="detail" />
      )}
      {plan.data && stations.data && plan.data.id === wanted && (
        <StationWork
          key={plan.data.id}
          drawing={plan.data}
          rows={stations.data.list}
          chosen={whole(search.station)}
        />
      )}
    </PageFrame>
  )
}
