// Step two: the door unit at which somebody stands with the empty card.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { device } from '../../domain/device/device.ts'
import type { RowOf } from '../../domain/entity.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import type { DoorCard } from './card-peek.tsx'
import css from './issue.module.css'
import { orderCard } from './order-card.tsx'

type Device = RowOf<typeof device>

/** As many as one page of the wire holds. */
export const doorUnits = () => pageOptions(device, { page: 1, size: 200, sort: 'name', kind: ['doorUnit'] })

export const isThere = ({ state }: Pick<Device, 'state'>) => state === 'online' || state === 'abnormal'

/** Where the unit hangs, as far as it is known. */
export const placeOf = (door: Device) =>
  door.installLocation || [door.building, door.unit].filter(Boolean).join(' · ')

export function DoorStep({ card, onOrdered }: { card: DoorCard; onOrdered: (version: number) => void }) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const doors = useQuery({ ...doorUnits(), refetchOnMount: 'always' })
  const [chosen, setChosen] = useState(card.deviceId ?? undefined)
  const [busy, setBusy] = useState(false)
  if (!doors.data) {
    if (!doors.isError) return <Loading variant="list" count={4} />
    return <ErrorState what={i18n._(wordsForError(doors.error))} onRetry={() => void doors.refetch()} />
  }
  const sorted = [...doors.data.list].sort((a, b) => Number(isThere(b)) - Number(isThere(a)))
  if (sorted.length === 0) {
    return (
      <p className={css.hint}>
        <Trans>There is no door unit yet. Add one under Devices.</Trans>
      </p>
    )
  }
  const door = sorted.find(each => each.id === chosen && isThere(each))
  const order = async () => {
    if (!door) return
    setBusy(true)
    if (await orderCard(client, card, door.id)) onOrdered(card.version)
    setBusy(false)
  }
  return (
    <>
      {card.cardInfo !== null && (
        <p className={css.hint}>
          <Trans>
            This card has a number already. It keeps it until the door unit has written the new one.
          </Trans>
        </p>
      )}
      <fieldset className={css.doors}>
        <legend className="gh-hidden">{t`Which door unit writes it?`}</legend>
        {sorted.map(each => (
          <label key={each.id} className={css.door}>
            <input
              type="radio"
              name="door"
              checked={door?.id === each.id}
              disabled={!isThere(each)}
              onChange={() => setChosen(each.id)}
            />
            <Icon name="door" size={20} />
            <span className={css.doorNames}>
              <bdi className={css.doorName}>{each.name}</bdi>
              <bdi className={css.doorPlace}>{placeOf(each)}</bdi>
            </span>
            <span className={css.doorState}>
              <DoorState door={each} />
            </span>
          </label>
        ))}
      </fieldset>
      <div className={css.buttons}>
        <Button onClick={() => void order()} disabled={!door || !online} loading={busy}>
          <Trans>Start writing</Trans>
        </Button>
        {!online && <span className={css.hint}>{t`No connection. This is not kept for later.`}</span>}
      </div>
    </>
  )
}

function DoorState({ door }: { door: Device }) {
  if (isThere(door)) return <Trans>Online</Trans>
  if (door.state === 'notActivated') return <Trans>Never connected yet</Trans>
  if (door.offlineAt === null) return <Trans>Offline</Trans>
  return (
    <Trans>
      Offline, seen <Age at={door.offlineAt} />
    </Trans>
  )
}
