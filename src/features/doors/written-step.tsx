// Step four: the door card has its number; which doors it may open, and on to the next.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { doorRight } from '../../domain/intercom/door.ts'
import { newKey, sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { endpointsFor, invalidateEntity, pageOptions } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { FieldGroup, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { Loading } from '../../ui/states.tsx'
import type { DoorCard } from './door-card-peek.tsx'
import { doorUnits, placeOf } from './door-step.tsx'
import shared from './doors.module.css'
import css from './issue.module.css'

export function WrittenStep({ card, onNext }: { card: DoorCard; onNext: () => void }) {
  const may = useRights()
  return (
    <>
      <Row
        as="p"
        align="start"
        gap={2}
        padX={3}
        padY={2}
        ground="info-soft"
        round="control"
        tone="ink"
        className={css.success}
        role="status"
      >
        <Icon name="check" size={18} />
        <span>
          <Trans>
            The card is written: <bdi dir="ltr">{card.cardInfo}</bdi>
          </Trans>
        </span>
      </Row>
      {may('doorRight.save') ? (
        <DoorChoice card={card} onNext={onNext} />
      ) : (
        <Button onClick={onNext}>
          <Trans>Next card</Trans>
        </Button>
      )}
    </>
  )
}

/** What became of the rights that were asked for: the doors that were refused, with why. */
interface Granted {
  count: number
  refused: readonly { name: string; error: RequestError }[]
}

function DoorChoice({ card, onNext }: { card: DoorCard; onNext: () => void }) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const doors = useQuery(doorUnits())
  const has = useQuery(pageOptions(doorRight, { page: 1, size: 200, cardId: card.id }))
  const [chosen, setChosen] = useState<ReadonlySet<number>>()
  const [busy, setBusy] = useState(false)
  const [granted, setGranted] = useState<Granted>()
  if (!doors.data || !has.data) return <Loading variant="list" count={4} />
  const held = new Set(has.data.list.map(right => right.deviceId))
  // The doors of the holder's own building are what is wanted most often.
  const own = doors.data.list.filter(door => card.building && door.building === card.building)
  const wanted = chosen ?? new Set(own.map(door => door.id))
  const fresh = doors.data.list.filter(door => wanted.has(door.id) && !held.has(door.id))
  const toggle = (id: number, on: boolean) => {
    const next = new Set(wanted)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const grant = async () => {
    setBusy(true)
    const refused: Granted['refused'][number][] = []
    for (const { id, name } of fresh) {
      try {
        await sendRequest(
          endpointsFor(doorRight).save,
          { deviceId: id, cardId: card.id },
          {
            idempotencyKey: newKey(),
          },
        )
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        refused.push({ name, error })
      }
    }
    setGranted({ count: fresh.length - refused.length, refused })
    setBusy(false)
    await invalidateEntity(client, doorRight)
  }
  const count = granted?.count ?? 0
  return (
    <>
      <FieldGroup stack gap={2} scroll="y" mah={420} className={css.doors}>
        <legend className="gh-hidden">{t`Which doors may it open?`}</legend>
        {doors.data.list.map(door => (
          <Row
            key={door.id}
            wrap
            gap={1}
            columnGap={3}
            padX={3}
            padY={2}
            edge="line"
            round="control"
            pointer
            atLeast="tile"
            chosen
            idle
          >
            <Checkbox
              label={
                <Stack as="span" grow miw={120}>
                  <Text as="bdi" breaks>
                    {door.name}
                  </Text>
                  <Muted as="bdi">{placeOf(door)}</Muted>
                </Stack>
              }
              checked={wanted.has(door.id) || held.has(door.id)}
              disabled={held.has(door.id)}
              onChange={event => toggle(door.id, event.currentTarget.checked)}
            />
          </Row>
        ))}
      </FieldGroup>
      {granted && (
        <div role="status">
          {count > 0 && (
            <Text as="p" size="small" tone="ink-2">
              <Trans>Granted. The doors take it over as soon as they are connected.</Trans>
            </Text>
          )}
          {granted.refused.map(({ name, error }) => (
            <Row
              as="p"
              key={name}
              align="start"
              gap={2}
              padX={3}
              padY={2}
              ground="info-soft"
              round="control"
              tone="ink"
              className={shared.warning}
            >
              <Icon name="alert" size={18} />
              <span>
                <bdi>{name}</bdi>: {i18n._(wordsForError(error))}
              </span>
            </Row>
          ))}
        </div>
      )}
      <Row wrap gap={2} columnGap={3}>
        <Button
          variant={granted ? 'default' : 'filled'}
          onClick={() => void grant()}
          loading={busy}
          disabled={fresh.length === 0 || !online}
        >
          <Trans>Let it open these doors</Trans>
        </Button>
        <Button variant={granted ? 'filled' : 'default'} onClick={onNext}>
          <Trans>Next card</Trans>
        </Button>
      </Row>
    </>
  )
}
