// Every corner of a shape in numbers: the way to edit it without the map, and to take one in from elsewhere.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Place } from '../../domain/geo/geo.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { FieldGroup, List, Muted, Row, Stack } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { ShapeImport } from './shape-import.tsx'
import { NumberField, RadiusField } from './shape-numbers.tsx'
import { numbersOf, placeOf } from './shape-space.ts'
import { handleId, readHandle } from './shape-state.ts'
import css from './shape-table.module.css'
import { shapeText } from './shape-texts.ts'
import type { ShapeEditor } from './use-shape-editor.ts'

/** Corners on a page of the table. */
const PAGE = 50

export function ShapeTable({ editor }: { editor: ShapeEditor }) {
  const [importing, setImporting] = useState(false)
  const { shape, enabled, state } = editor
  return (
    <Stack as="section" gap={2}>
      {shape?.kind === 'circle' && (
        <>
          <RadiusField editor={editor} />
          <PlaceRow editor={editor} handle="centre" at={shape.centre} name={<Trans>Centre</Trans>} />
        </>
      )}
      {shape?.kind === 'polygon' &&
        shape.rings.map((ring, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a ring is where it stands
          <RingRows key={at} editor={editor} ring={ring} at={at} />
        ))}
      {enabled && (
        <Row wrap align="stretch" gap={2}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="upload" size={16} />}
            onClick={() => setImporting(true)}
          >
            <Trans>Import a shape</Trans>
          </Button>
          {shape && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="copy" size={16} />}
              onClick={() => void navigator.clipboard?.writeText(shapeText(shape, state.space))}
            >
              <Trans>Copy the shape</Trans>
            </Button>
          )}
        </Row>
      )}
      <ShapeImport editor={editor} opened={importing} onClose={() => setImporting(false)} />
    </Stack>
  )
}

interface RingRowsProps {
  editor: ShapeEditor
  ring: readonly Place[]
  at: number
}

function RingRows({ editor, ring, at }: RingRowsProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const [turned, setTurned] = useState(0)
  const pages = Math.max(1, Math.ceil(ring.length / PAGE))
  // A corner that was chosen on the map is shown.
  const chosen = editor.state.selected === undefined ? undefined : readHandle(editor.state.selected)
  const chosenHere = chosen?.is === 'corner' && chosen.ring === at ? chosen.corner : undefined
  const [followed, setFollowed] = useState(chosenHere)
  if (chosenHere !== followed) {
    setFollowed(chosenHere)
    if (chosenHere !== undefined) setTurned(Math.floor(chosenHere / PAGE))
  }
  const page = Math.min(turned, pages - 1)
  const from = page * PAGE
  const count = numberFormat(locale).format(ring.length)
  const [first, last] = [from + 1, Math.min(ring.length, from + PAGE)]
  const hole = at
  return (
    <FieldGroup>
      <Row as="legend" gap={2} pad={0} size="small" tone="ink-2">
        {at === 0 ? (
          <Trans>Outline: {count} corners</Trans>
        ) : (
          <Trans>
            Hole {hole}: {count} corners
          </Trans>
        )}
        {at > 0 && editor.enabled && (
          <IconButton
            icon="trash"
            label={t`Remove hole ${hole}`}
            onClick={() => editor.send({ is: 'ringRemoved', ring: at })}
          />
        )}
      </Row>
      <List as="ol" stack scroll="y" atMostTall="part" start={first}>
        {ring.slice(from, from + PAGE).map((place, index) => {
          const corner = from + index
          const handle = handleId({ is: 'corner', ring: at, corner })
          const number = corner + 1
          return (
            <PlaceRow
              key={corner}
              editor={editor}
              handle={handle}
              at={place}
              name={numberFormat(locale).format(number)}
              onInsert={() => editor.send({ is: 'inserted', ring: at, corner })}
              onRemove={() => editor.send({ is: 'cornerRemoved', handle })}
            />
          )
        })}
      </List>
      {pages > 1 && (
        <Row justify="between" size="small" tone="ink-2">
          <IconButton
            icon="back"
            label={t`Corners before`}
            disabled={page === 0}
            onClick={() => setTurned(page - 1)}
          />
          <span>
            <Trans>
              {first} – {last} of {count}
            </Trans>
          </span>
          <IconButton
            icon="forward"
            label={t`Further corners`}
            disabled={page === pages - 1}
            onClick={() => setTurned(page + 1)}
          />
        </Row>
      )}
    </FieldGroup>
  )
}

interface PlaceRowProps {
  editor: ShapeEditor
  handle: string
  at: Place
  name: ReactNode
  onInsert?: () => void
  onRemove?: () => void
}

function PlaceRow({ editor, handle, at, name, onInsert, onRemove }: PlaceRowProps) {
  const { t } = useLingui()
  const { space, selected } = editor.state
  const [east, north] = numbersOf(space, at)
  const number = typeof name === 'string' ? name : ''
  const take = (x: number, y: number) => {
    const place = placeOf(space, x, y)
    if (place) editor.send({ is: 'placed', handle, at: place })
    return place !== undefined
  }
  const onFocus = () => {
    editor.send({ is: 'selected', handle })
    editor.host?.look({ centre: at }, { animate: true })
  }
  const plan = space === 'plan'
  return (
    <li
      className={look(
        { list: true, padY: 'half' },
        css.row,
        selected === handle ? look({ ground: 'selected' }) : undefined,
      )}
    >
      <Muted rigid miw={34}>
        {name}
      </Muted>
      <NumberField
        label={plan ? t`X in metres ${number}` : t`Longitude ${number}`}
        value={east}
        disabled={!editor.enabled}
        onFocus={onFocus}
        onTake={x => take(x, north)}
      />
      <NumberField
        label={plan ? t`Y in metres ${number}` : t`Latitude ${number}`}
        value={north}
        disabled={!editor.enabled}
        onFocus={onFocus}
        onTake={y => take(east, y)}
      />
      {onInsert && editor.enabled && (
        <IconButton icon="plus" label={t`Add a corner behind ${number}`} onClick={onInsert} />
      )}
      {onRemove && editor.enabled && (
        <IconButton icon="trash" label={t`Remove corner ${number}`} onClick={onRemove} />
      )}
    </li>
  )
}
