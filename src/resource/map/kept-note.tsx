// Without network: how old the streets are that are seen, or that this part of the map is not kept.
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { isWithin } from '../../domain/geo/geo.ts'
import { archiveAddress, newestKept } from '../../platform/map/kept-coverage.ts'
import { type KeptArea, keptStore } from '../../platform/map/kept-store.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row } from '../../ui/kit/parts.tsx'
import css from './map-fault.module.css'
import type { MapWatch } from './map-watch.ts'

export interface KeptNoteProps {
  /** Of the archive, as the configuration says it. */
  url: string
  watch: MapWatch
}

export function KeptNote({ url, watch }: KeptNoteProps) {
  const [areas, setAreas] = useState<readonly KeptArea[]>()
  const [at, setAt] = useState(() => watch.at()?.centre)
  useEffect(() => watch.subscribe(() => setAt(watch.at()?.centre)), [watch])
  useEffect(() => {
    const list = async () => (await keptStore())?.areas()
    list().then(
      found => setAreas(found ?? []),
      () => setAreas([]),
    )
  }, [])
  if (!areas || !at) return null
  const address = archiveAddress(url)
  const mark = newestKept(areas, address)?.mark
  const here = areas
    .filter(
      ({ url, mark: of, bounds }) =>
        url === address && of === mark && isWithin(bounds, at.longitude, at.latitude),
    )
    .sort((a, b) => b.at - a.at)[0]
  return (
    <Row
      as="p"
      insetX={12}
      insetY="auto 36px"
      z={3}
      absolute
      maw="calc(100% - 24px)"
      gap={2}
      atLeast="target"
      padStart={3}
      padEnd={3}
      middling
      hugs
      ground="surface"
      edge="strong"
      round="control"
      floating
      tone="ink"
      className={css.note}
      role="status"
    >
      <Icon name="clock" size={14} />
      <span>
        {here ? (
          <Trans>
            Streets kept on this device <Age at={here.at} />
          </Trans>
        ) : (
          <Trans>The streets of this part are not kept on this device.</Trans>
        )}
      </span>
    </Row>
  )
}
