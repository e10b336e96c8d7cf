// One rule of the list: its place, its name, its sentence, and what can be done with it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useActions } from '../../resource/actions.tsx'
import { ActionButtons } from '../../resource/peek.tsx'
import { useOnline } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
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
  const { actionsFor, maySave } = useActions()
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (opened) card.current?.scrollIntoView({ block: 'nearest' })
  }, [opened])
  const classes = [
    look({ stack: true, align: 'start', gap: 2, pad: 3, edge: 'line', round: 'card' }, css.card),
    opened && look({ outlined: true }),
    dragged && css.dragged,
    !row.enabled && css.off,
  ]
  const still = busy || !online
  const rowActions = actionsFor([row])
  const edit = rowActions.find(action => action.id === 'edit')
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
        // The two buttons beside it do the same by key
        <Text
          padY="half"
          tone="ink-3"
          goneOnPhone
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
        </Text>
      )}
      <Text
        ground="sunken"
        round="card"
        size="caption"
        tone="ink-2"
        text="center"
        miw={24}
        className={css.place}
        aria-hidden="true"
      >
        {place}
      </Text>
      <Stack gap={1} shrink>
        <Row as="h2" wrap gap={2} size="section" strong breaks>
          <bdi>{row.name}</bdi>
          {!row.enabled && (
            <SeverityBadge tone="off">
              <Trans>Off</Trans>
            </SeverityBadge>
          )}
        </Row>
        <RuleSentence rule={row} />
      </Stack>
      <Row gap="half" className={css.actions}>
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
        <ActionButtons actions={rowActions.filter(rowAction => rowAction !== edit)} most={1} />
      </Row>
    </li>
  )
}
