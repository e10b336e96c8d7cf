// The floors of all buildings for a screen on the wall: one after the other, large figures, nothing else.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Box, Column, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { useWakeLock } from '../../ui/use-wake-lock.ts'
import { shortName } from './floor-choice.tsx'
import { NoFloors } from './indoor-page.tsx'
import { type Floor, floorsOptions } from './indoor-query.ts'
import { LiveFloor } from './live-floor.tsx'
import { useFloor } from './use-floor.ts'
import css from './wall.module.css'
import { ZoneList } from './zone-list.tsx'

/** Long enough to look at everybody on a floor. */
const FLOOR_MS = 20_000

export function WallPage() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const floors = useQuery(floorsOptions())
  const [turn, setTurn] = useState(0)
  const [held, setHeld] = useState(false)
  useWakeLock()
  const shown = shownOf(floors.data ?? [])
  useEffect(() => {
    if (held || shown.length < 2) return
    const timer = setInterval(() => setTurn(before => before + 1), FLOOR_MS)
    return () => clearInterval(timer)
  }, [held, shown.length])
  const at = shown.length === 0 ? 0 : ((turn % shown.length) + shown.length) % shown.length
  const floor = shown[at]
  if (!floors.data && floors.isError)
    return <ErrorState what={i18n._(wordsForError(floors.error))} onRetry={() => void floors.refetch()} />
  if (!floors.data) return <Loading variant="cards" />
  if (!floor) return <NoFloors />
  return (
    <Stack
      as="section"
      ground="canvas"
      tone="ink"
      z={90}
      fixed
      className={css.wall}
      aria-label={t({ context: 'page', message: 'UWB full screen' })}
    >
      <WallFloor key={floor.drawingId} floor={floor} floors={floors.data} />
      <Row
        gap={2}
        padX={2}
        padY={1}
        ground="raised"
        round="card"
        insetX="24px auto"
        insetY="auto 20px"
        absolute
        className={css.steps}
      >
        {(!online || floors.isError) && <StaleBadge at={floors.dataUpdatedAt} />}
        <IconButton icon="back" label={t`Floor before`} onClick={() => setTurn(turn - 1)} />
        <IconButton
          icon={held ? 'play' : 'pause'}
          label={held ? t`Resume changing floors` : t`Stay on this floor`}
          pressed={held}
          onClick={() => setHeld(!held)}
        />
        <IconButton icon="forward" label={t`Next floor`} onClick={() => setTurn(turn + 1)} />
        <FullScreenButton />
        <Row as="span" align="stretch" gap={2} className={css.dots} aria-hidden="true">
          {shown.map(({ drawingId }, index) => (
            <Text
              as="i"
              square={2}
              ground="line-strong"
              round="full"
              key={drawingId}
              data-now={index === at || undefined}
            />
          ))}
        </Row>
      </Row>
    </Stack>
  )
}

/** Floors with people; where nobody is anywhere, all of them. */
function shownOf(floors: readonly Floor[]): readonly Floor[] {
  const peopled = floors.filter(({ deviceCount }) => deviceCount > 0)
  return peopled.length > 0 ? peopled : floors
}

function WallFloor({ floor, floors }: { floor: Floor; floors: readonly Floor[] }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const { plan, tags, areas, inZone } = useFloor(floor.drawingId)
  const sum = (pick: (floor: Floor) => number) =>
    number.format(floors.reduce((all, one) => all + pick(one), 0))
  return (
    <>
      <Row as="header" wrap justify="between" gap={2} columnGap={8} across padX={6} padY={3}>
        <Row as="h1" align="baseline" gap={4} className={css.title}>
          {floor.building && (
            <Text as="bdi" medium tone="ink-2" className={css.building}>
              {floor.building}
            </Text>
          )}
          <bdi>{shortName(floor)}</bdi>
        </Row>
        <Row as="dl" wrap align="stretch" className={css.figures}>
          <div>
            <Text as="dt" size="body" tone="ink-2">{t`On this floor`}</Text>
            <dd>{number.format(tags.length)}</dd>
          </div>
          <div>
            <Text as="dt" size="body" tone="ink-2">{t`Online inside`}</Text>
            <dd>{sum(({ onlineCount }) => onlineCount)}</dd>
          </div>
          <div>
            <Text as="dt" size="body" tone="ink-2">{t`All floors`}</Text>
            <dd>{sum(({ deviceCount }) => deviceCount)}</dd>
          </div>
          {floor.lastAt !== null && (
            <div>
              <Text as="dt" size="body" tone="ink-2">{t`Last seen`}</Text>
              <dd className={css.small}>
                <Age at={floor.lastAt} />
              </dd>
            </div>
          )}
        </Row>
      </Row>
      <Box shrinkDown relative className={css.plan}>
        {plan.data && <LiveFloor drawing={plan.data} tags={tags} zones={areas} inZone={inZone} />}
      </Box>
      {areas.length > 0 && (
        <Column
          as="aside"
          gap={2}
          padY={3}
          edgeAbove
          scroll="y"
          size="lead"
          w="clamp(250px, 24vw, 380px)"
          className={css.zones}
        >
          <ZoneList zones={areas} inZone={inZone} />
        </Column>
      )}
    </>
  )
}

/** The browser's own full screen; it wants a press. */
function FullScreenButton() {
  const { t } = useLingui()
  const [full, setFull] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  if (!document.fullscreenEnabled) return null
  return (
    <IconButton
      icon={full ? 'shrink' : 'expand'}
      label={full ? t`Leave full screen` : t`Full screen`}
      onClick={() => {
        // Refused where another press came before it: the button is still there.
        const done = full ? document.exitFullscreen() : document.documentElement.requestFullscreen()
        done.catch(() => undefined)
      }}
    />
  )
}
