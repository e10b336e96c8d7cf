// One floor on a wall: its plan, zones, and devices by their kind, since names are hidden there.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { wallPlan } from '../../contract/endpoints/wall.ts'
import { isInside } from '../../domain/indoor/plan.ts'
import { sendRequest } from '../../platform/http.ts'
import { kindWords } from '../../resource/device-kind-words.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Box } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import type { Tag } from './indoor-query.ts'
import { LiveFloor } from './live-floor.tsx'

/** A wall hears no live changes: it asks. */
const EVERY_MS = 5_000

interface WallFloorProps {
  drawingId: number
  /** Which wall a person looks at. */
  wallId: number | undefined
}

export function WallFloor({ drawingId, wallId }: WallFloorProps) {
  const { i18n } = useLingui()
  const floor = useQuery({
    queryKey: ['wall', 'plan', drawingId, wallId] as const,
    queryFn: ({ signal }) =>
      sendRequest(wallPlan, { id: drawingId, ...(wallId !== undefined && { wall: wallId }) }, { signal }),
    refetchInterval: EVERY_MS,
    staleTime: 0,
  })
  const { data } = floor
  const tags = useMemo(
    () =>
      (data?.devices ?? []).map(
        (device): Tag => ({
          ...device,
          ...{ imei: '', name: i18n._(kindWords[device.kind].label), wearerName: null, z: null },
        }),
      ),
    [data, i18n],
  )
  const inZone = useMemo(
    () =>
      new Map(
        (data?.zones ?? []).map(
          zone => [zone.id, tags.filter(({ x, y }) => isInside(x, y, zone.corners))] as const,
        ),
      ),
    [data, tags],
  )
  if (data)
    return (
      <>
        <LiveFloor drawing={data.drawing} tags={tags} zones={data.zones} inZone={inZone} bare />
        {floor.isError && (
          <Box absolute insetX="8px auto" insetY="8px auto">
            <StaleBadge at={floor.dataUpdatedAt} />
          </Box>
        )}
      </>
    )
  if (floor.isError) return <ErrorState what={i18n._(wordsForError(floor.error))} />
  return <Loading variant="cards" count={1} />
}
