// The fences beside their map: search, choose, and two ways to draw a new one.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { FenceShape } from '../../domain/fence/fence.ts'
import { SearchBox } from '../../resource/search-box.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { Empty, StaleBadge } from '../../ui/states.tsx'
import css from './fence-map-page.module.css'
import type { FenceShapeRow } from './fence-query.ts'
import { colourOf, statusWords, typeWords } from './fence-words.ts'

interface FenceListPanelProps {
  fences: readonly FenceShapeRow[]
  /** When they were read. */
  at: number
  stale: boolean
  onOpen: (id: number) => void
  onNew: (shape: FenceShape) => void
}

export function FenceListPanel({ fences, at, stale, onOpen, onNew }: FenceListPanelProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const found = wanted
    ? fences.filter(({ name, description }) =>
        `${name} ${description ?? ''}`.toLocaleLowerCase().includes(wanted),
      )
    : fences
  return (
    <>
      {stale && <StaleBadge at={at} />}
      <DrawButtons onNew={onNew} />
      {fences.length > 0 && (
        <Stack>
          <SearchBox value={text} onSearch={setText} label={t`Search the geofences`} />
        </Stack>
      )}
      {found.length > 0 ? (
        <List stack className={css.list}>
          {found.map(fence => (
            <li key={fence.id} className={css.item}>
              <FenceLine fence={fence} onOpen={() => onOpen(fence.id)} />
            </li>
          ))}
        </List>
      ) : fences.length > 0 ? (
        <Empty
          icon="search"
          title={<Trans>Nothing matches</Trans>}
          why={<Trans>No geofence has this in its name or description.</Trans>}
        />
      ) : (
        <Empty
          icon="fence"
          title={<Trans>No geofences yet</Trans>}
          why={<Trans>A geofence tells you when devices leave or enter a place. Draw one on the map.</Trans>}
        />
      )}
    </>
  )
}

function DrawButtons({ onNew }: { onNew: (shape: FenceShape) => void }) {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  if (!may('fence.save')) return null
  const away = online ? undefined : t`No connection. Geofences can be viewed but not changed.`
  return (
    <>
      <Row wrap align="stretch" gap={2}>
        <Button
          disabled={!online}
          title={away}
          leftSection={<Icon name="fence" />}
          onClick={() => onNew('polygon')}
        >
          <Trans>Draw a polygon</Trans>
        </Button>
        <Button
          variant="default"
          disabled={!online}
          title={away}
          leftSection={<Icon name="circle" />}
          onClick={() => onNew('circle')}
        >
          <Trans>Draw a circle</Trans>
        </Button>
      </Row>
      {away && (
        <Text as="p" tone="ink-2">
          {away}
        </Text>
      )}
    </>
  )
}

function FenceLine({ fence, onOpen }: { fence: FenceShapeRow; onOpen: () => void }) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const [inside, all] = [number.format(fence.insideCount), number.format(fence.deviceCount)]
  return (
    <button
      type="button"
      className={look(
        {
          bare: true,
          stack: true,
          align: 'center',
          columns: 'startRestEnd',
          gap: 'half',
          columnGap: 2,
          wide: true,
          pad: 2,
          round: 'control',
          text: 'start',
          pointer: true,
          hovers: true,
        },
        fence.status === 'disabled' ? css.off : undefined,
      )}
      onClick={onOpen}
    >
      <Swatch fence={fence} />
      <Text as="bdi" fits at="start" strong clip className={css.name}>
        {fence.name}
      </Text>
      <span>{t`${inside} of ${all} inside`}</span>
      <Muted className={css.about}>
        {i18n._(typeWords[fence.type].label)} · {i18n._(statusWords[fence.status].label)}
      </Muted>
    </button>
  )
}

/** The fence as the map draws it, in small. */
function Swatch({ fence }: { fence: FenceShapeRow }) {
  const colour = colourOf(fence.shape)
  const dashes = fence.type === 'electronic' ? '4 3' : undefined
  const paint = { fill: colour, fillOpacity: 0.2, stroke: colour, strokeWidth: 2, strokeDasharray: dashes }
  return (
    <svg
      className={css.swatch}
      viewBox="0 0 24 24"
      aria-hidden="true"
      opacity={fence.status === 'disabled' ? 0.45 : 1}
    >
      {fence.shape === 'circle' ? (
        <circle cx="12" cy="12" r="9" {...paint} />
      ) : (
        <path d="M4 7 13 3l8 8-6 10-11-4Z" {...paint} />
      )}
    </svg>
  )
}
