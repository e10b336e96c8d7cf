// One rule of the list: its place, its name, its sentence, and what can be done with it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useActions } from '../../resource/actions.tsx'
import { OfferButtons } from '../../resource/peek.tsx'
import { useOnline } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import css from './rule-card.module.css'
import { type RuleRow, RuleSentence } from './rule-sentence.tsx'

export interface RuleCardProps {
  row: RuleRow
  /** Its place in the order, from 1. */
  place: number
  last: boolean
  busy: boolean
  /** The address points at it. */
  opened: boolean
  dragged: boolean
  onUp: () => void
  onDown: () => void
  onDrag: () => void
  onDragEnd: () => void
  onDrop: () => void
}

export function RuleCard(props: RuleCardProps) {
  const { row, place, last, busy, opened, dragged } = props
  const { t } = useLingui()
  const online = useOnline()
  const { offersFor, maySave } = useActions()
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (opened) card.current?.scrollIntoView({ block: 'nearest' })
  }, [opened])
  const classes = [css.card, opened && css.opened, dragged && css.dragged, !row.enabled && css.off]
  const still = busy || !online
  const offers = offersFor([row])
  const edit = offers.find(offer => offer.id === 'edit')
  return (
    <li
      ref={card}
      className={classes.filter(Boolean).join(' ')}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        props.onDrop()
      }}
    >
      {maySave && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the two buttons beside it do the same by key
        <span
          className={css.handle}
          draggable={!still}
          title={t`Drag to another place`}
          onDragStart={event => {
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', String(row.id))
            if (card.current) event.dataTransfer.setDragImage(card.current, 12, 12)
            props.onDrag()
          }}
          onDragEnd={props.onDragEnd}
        >
          <Icon name="sort" />
        </span>
      )}
      <span className={css.place} aria-hidden="true">
        {place}
      </span>
      <div className={css.body}>
        <h2 className={css.name}>
          <bdi>{row.name}</bdi>
          {!row.enabled && (
            <SeverityBadge tone="off">
              <Trans>Off</Trans>
            </SeverityBadge>
          )}
        </h2>
        <RuleSentence rule={row} />
      </div>
      <div className={css.actions}>
        {maySave && (
          <>
            <IconButton icon="up" label={t`Move up`} disabled={still || place === 1} onClick={props.onUp} />
            <IconButton icon="down" label={t`Move down`} disabled={still || last} onClick={props.onDown} />
          </>
        )}
        {edit && (
          <IconButton
            icon="edit"
            label={edit.label}
            disabled={edit.blocked !== undefined}
            onClick={edit.run}
          />
        )}
        <OfferButtons offers={offers.filter(offer => offer !== edit)} most={1} />
      </div>
    </li>
  )
}
