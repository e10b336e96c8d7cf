// Step two: the door unit at which somebody stands with the empty door card.
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
import { look } from '../../ui/kit/look.ts'
import { FieldGroup, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import type { DoorCard } from './door-card-peek.tsx'
import css from './issue.module.css'
import { writeDoorCard } from './write-door-card.tsx'

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
      <Text as="p" size="small" tone="ink-2">
        <Trans>There is no door unit yet. Add one under Devices.</Trans>
      </Text>
    )
  }
  const door = sorted.find(each => each.id === chosen && isThere(each))
  const order = async () => {
    if (!door) return
    setBusy(true)
    if (await writeDoorCard(client, card, door.id)) onOrdered(card.version)
    setBusy(false)
  }
  return (
    <>
      {card.cardInfo !== null && (
        <Text as="p" size="small" tone="ink-2">
          <Trans>
            This card has a number already. It keeps it until the door unit has written the new one.
          </Trans>
        </Text>
      )}
      <FieldGroup stack gap={2} scroll="y" mah={420} className={css.doors}>
        <legend className="gh-hidden">{t`Which door unit writes it?`}</legend>
        {sorted.map(each => (
          <label
            key={each.id}
            className={look({
              row: true,
              wrap: true,
              gap: 1,
              columnGap: 3,
              padX: 3,
              padY: 2,
              edge: 'line',
              round: 'control',
              pointer: true,
              atLeast: 'tile',
              chosen: true,
              idle: true,
            })}
          >
            <input
              type="radio"
              name="door"
              checked={door?.id === each.id}
              disabled={!isThere(each)}
              onChange={() => setChosen(each.id)}
            />
            <Icon name="door" size={20} />
            <Stack as="span" grow miw={120}>
              <Text as="bdi" breaks>
                {each.name}
              </Text>
              <Muted as="bdi">{placeOf(each)}</Muted>
            </Stack>
            <Muted>
              <DoorState door={each} />
            </Muted>
          </label>
        ))}
      </FieldGroup>
      <Row wrap gap={2} columnGap={3}>
        <Button onClick={() => void order()} disabled={!door || !online} loading={busy}>
          <Trans>Start writing</Trans>
        </Button>
        {!online && <Text size="small" tone="ink-2">{t`No connection. This is not kept for later.`}</Text>}
      </Row>
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
