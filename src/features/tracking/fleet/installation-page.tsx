// Where devices are installed (安装地图): what is not on the map yet is put there, with a photograph of the place.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Place } from '../../../domain/geo/geo.ts'
import type { MapHost } from '../../../platform/map/map-host.ts'
import type { MapEvents, MapLayer } from '../../../platform/map/map-port.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { useChangeSearch } from '../../../resource/address.ts'
import { useMapColours } from '../../../resource/map/map-colours.ts'
import { useRelatedView } from '../../../resource/related-views.tsx'
import { useRights } from '../../../resource/surroundings.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { formatMoment } from '../../../ui/locale.ts'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { deviceInfoOptions } from './device-card.tsx'
import { rowOfSlot } from './fleet-rows.ts'
import { FleetScreen } from './fleet-screen.tsx'
import type { FleetSearch } from './fleet-search.ts'
import css from './placing-form.module.css'
import { PlacingForm } from './placing-form.tsx'
import { useFleet, useFleetVersion } from './use-fleet.ts'
import { usePlaceDevice } from './use-place-device.ts'

interface Pinned {
  imei: string
  at: Place | undefined
}

const PIN_ZOOM = 19

export function InstallationPage({ search }: { search: FleetSearch }) {
  const { t } = useLingui()
  const may = useRights()
  const state = useFleet('installed')
  const { fleet } = state
  const version = useFleetVersion(fleet)
  const change = useChangeSearch(search)
  const place = usePlaceDevice(useRelatedView('device'))
  const host = useRef<MapHost>(undefined)
  const [pinned, setPinned] = useState<Pinned>()
  const slot = pinned && fleet.slotOfImei(pinned.imei)
  const row = slot === undefined ? undefined : rowOfSlot(fleet, slot)
  const { data: info } = useQuery({ ...deviceInfoOptions(pinned?.imei ?? ''), enabled: pinned !== undefined })
  const pin = usePin(pinned, row ? String(row.name) : '')
  const above = useMemo(() => ({ pin }), [pin])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const counts = useMemo(() => {
    let unplaced = 0
    for (let at = 0; at < fleet.size; at++) if (!fleet.placeOf(at)) unplaced++
    return { unplaced, placed: fleet.size - unplaced }
  }, [fleet, version])
  const begin = (of: number) => {
    setPinned({ imei: fleet.imeis[of] ?? '', at: fleet.placeOf(of) })
    change({ imei: undefined })
  }
  const events = (own: MapEvents): MapEvents =>
    pinned
      ? {
          ...own,
          // A click on a device is a click on the ground while something is put down.
          picked: pick => setPinned({ ...pinned, at: pick.at }),
          pointed: at => setPinned({ ...pinned, at }),
          dragged: drag => {
            if (drag.layer === 'pin') setPinned({ ...pinned, at: drag.at })
          },
        }
      : own
  return (
    <FleetScreen
      title={t`Installation map`}
      state={state}
      search={search}
      above={above}
      events={events}
      onHost={next => {
        host.current = next
      }}
      wideSide
      side={
        pinned && row ? (
          <PlacingForm
            key={pinned.imei}
            row={row}
            at={pinned.at}
            present={info}
            onAt={(at, options) => {
              setPinned({ ...pinned, at })
              if (options?.show) host.current?.look({ centre: at, zoom: PIN_ZOOM }, { animate: true })
            }}
            onSave={async placing => {
              const taken = await place(row, placing)
              // Kept or sent: the person sees it where they have put it.
              const { latitude, longitude } = placing
              const at = serverNow()
              if (taken)
                fleet.apply({
                  code: 'state',
                  at,
                  devices: [{ id: row.id, imei: pinned.imei, latitude, longitude, positionAt: at }],
                })
              return taken
            }}
            onCancel={() => setPinned(undefined)}
          />
        ) : undefined
      }
      head={
        <SegmentedFilter<'all' | 'none'>
          label={t`Installed`}
          stretch
          segments={[
            { value: 'all', label: t`All`, count: counts.placed + counts.unplaced },
            { value: 'none', label: t`Not on the map`, count: counts.unplaced },
          ]}
          value={search.age === 'none' ? 'none' : 'all'}
          onChange={next => change({ age: next === 'none' ? 'none' : undefined, imei: undefined })}
        />
      }
      more={of => (
        <Installed
          imei={fleet.imeis[of] ?? ''}
          placed={fleet.placeOf(of) !== undefined}
          onPlace={may('device.place') ? () => begin(of) : undefined}
        />
      )}
    />
  )
}

/** The photograph, who put it there and when, and the way to put it elsewhere. */
function Installed({
  imei,
  placed,
  onPlace,
}: {
  imei: string
  placed: boolean
  onPlace: (() => void) | undefined
}) {
  const { t } = useLingui()
  const { data: info } = useQuery(deviceInfoOptions(imei))
  return (
    <>
      {info?.indoorImage && (
        <a href={info.indoorImage} target="_blank" rel="noreferrer">
          <img
            className={look({ fits: true, atBlock: 'start', round: 'control', contain: true }, css.picture)}
            src={info.indoorImage}
            alt={t`Where it was installed`}
          />
        </a>
      )}
      <Facts
        facts={[
          { id: 'by', label: t`Installed by`, value: info?.placedBy },
          {
            id: 'at',
            label: t`Installed`,
            value: info?.placedAt ? <span dir="ltr">{formatMoment(info.placedAt)}</span> : undefined,
          },
        ]}
      />
      {onPlace && (
        <Button variant={placed ? 'default' : 'filled'} leftSection={<Icon name="pin" />} onClick={onPlace}>
          {placed ? <Trans>Put it elsewhere</Trans> : <Trans>Put it on the map</Trans>}
        </Button>
      )}
    </>
  )
}

function usePin(pinned: Pinned | undefined, name: string): MapLayer | undefined {
  const colours = useMapColours()
  const at = pinned?.at
  return useMemo<MapLayer | undefined>(() => {
    if (!at) return undefined
    const look = { shape: 'filled' as const, colour: colours.accent }
    const marker = {
      id: 'pin',
      at,
      look,
      label: name,
      caption: name,
      size: 30,
      draggable: true,
      selected: true,
    }
    return { kind: 'markers', markers: [marker] }
  }, [at, name, colours])
}
