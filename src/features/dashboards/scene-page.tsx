// A scene dashboard: the map as its ground, the figures over it in one row, the open alarms at its side.
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { codes } from '../../contract/errors.ts'
import type { SceneName } from '../../domain/scene/scenes.ts'
import { RequestError } from '../../platform/request-error.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { sceneWords } from '../../resource/scene-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Box, Column, List, Stack } from '../../ui/kit/parts.tsx'
import { PageHead } from '../../ui/page-frame.tsx'
import { useLowWindow, useScreen } from '../../ui/pointer.ts'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { FigureTile } from './figure-tile.tsx'
import css from './scene-page.module.css'
import { useSnapshot } from './use-snapshot.ts'

export interface ScenePageProps {
  scene: SceneName
  /** The map. */
  ground: ReactNode
  /** The alarms that are open; absent for who may not read them. */
  queue: ReactNode
  /** What only this scene has: lies over the foot of the map. */
  panel?: ReactNode
  /** What this host calls the scene; absent: what the console calls it. */
  title?: MessageDescriptor | undefined
  /** Whether a page lies open to this person. */
  opens: (path: string) => boolean
}

export function ScenePage({ scene, ground, queue, panel, title, opens }: ScenePageProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const low = useLowWindow()
  const stacked = useScreen() === 'phone' || low
  const snapshot = useSnapshot(scene)
  const [mapOpen, setMapOpen] = useState(false)
  const { data, error } = snapshot
  if (!data && error instanceof RequestError && (error.code === codes.forbidden || error.status === 403))
    return <Forbidden />
  const figures = <Figures snapshot={snapshot} opens={opens} />
  const stale = data !== undefined && (!online || snapshot.isError)
  const head = (
    <PageHead title={i18n._(title ?? sceneWords[scene])}>
      {stale && <StaleBadge at={snapshot.dataUpdatedAt} />}
    </PageHead>
  )
  if (stacked)
    return (
      <Column as="section" grow shrink gap={4} pad={3} className={css.stacked}>
        {head}
        {figures}
        {queue}
        {panel && (
          <Stack gap={3} card pad={3} goneWhenEmpty>
            {panel}
          </Stack>
        )}
        {/* A map that nobody sees would be drawn for nothing. */}
        <details onToggle={event => setMapOpen(event.currentTarget.open)}>
          <summary className={css.summary}>
            <Trans>Map</Trans>
          </summary>
          <Box relative className={css.small}>
            {mapOpen && <Box over>{ground}</Box>}
          </Box>
        </details>
      </Column>
    )
  return (
    <Stack grow shrink shrinkDown tall gap={0} className={queue ? css.page : css.alone}>
      <Column as="section" shrink shrinkDown gap={3} pad={4}>
        {head}
        <Box relative grow shrinkDown>
          <Box over>{ground}</Box>
          <Box absolute className={css.over} data-covers>
            {figures}
          </Box>
          {panel && (
            <Stack
              absolute
              gap={3}
              pad={3}
              round="card"
              edge="line"
              ground="surface"
              goneWhenEmpty
              className={css.foot}
              data-covers
            >
              {panel}
            </Stack>
          )}
        </Box>
      </Column>
      {queue && (
        <Column as="aside" gap={3} shrink shrinkDown pad={4} edgeStart scroll="y">
          {queue}
        </Column>
      )}
    </Stack>
  )
}

interface FiguresProps {
  snapshot: ReturnType<typeof useSnapshot>
  opens: (path: string) => boolean
}

function Figures({ snapshot, opens }: FiguresProps) {
  const { i18n, t } = useLingui()
  const { data } = snapshot
  if (!data)
    return (
      <Box ground="surface" round="card" pad={3}>
        {snapshot.isError ? (
          <ErrorState
            what={i18n._(wordsForError(snapshot.error))}
            onRetry={() => void snapshot.refetch()}
            retrying={snapshot.isFetching}
          />
        ) : (
          <Loading variant="cards" count={2} />
        )}
      </Box>
    )
  if (data.figures.length === 0)
    return (
      <Box ground="surface" round="card" pad={3}>
        <Empty
          icon="grid"
          title={<Trans>No figures here are open to you</Trans>}
          why={<Trans>Figures appear for the lists that your role may read.</Trans>}
        />
      </Box>
    )
  return (
    <List className={css.figures} aria-label={t`Figures`}>
      {data.figures.map(figure => (
        <FigureTile
          key={figure.key}
          figure={figure}
          moments={data.moments}
          now={snapshot.now}
          opens={opens}
        />
      ))}
    </List>
  )
}
