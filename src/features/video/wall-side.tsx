// Beside the wall: the alarm that has the big place, who is heard, how all six come, and the controls of the chosen one.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { openOn } from '../../domain/video/wall.ts'
import { formatElapsed } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Card, LineButton, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { Slider } from '../../ui/slider.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { shapeOf } from './live-tile.tsx'
import { MovePad } from './move-pad.tsx'
import { type NearDevices, Part, PictureFacts } from './picture-facts.tsx'
import { TalkButton } from './talk-button.tsx'
import { useClock } from './use-clock.ts'
import type { CameraRow } from './video-query.ts'
import { faultWords } from './video-words.ts'
import type { TileView, WallDriver, WallView } from './wall.driver.ts'
import { AlarmCard, type AlarmRow } from './wall-alarm.tsx'

export interface WallSideProps {
  driver: WallDriver
  view: WallView
  nameOf: (cameraId: number) => string
  rowOf: (cameraId: number) => CameraRow | undefined
  chosen: number | undefined
  onChoose: (cameraId: number) => void
  onCapture: ((cameraId: number) => void) | undefined
  Near: NearDevices
  alarm?: { row: AlarmRow; metres: number | undefined } | undefined
}

export function WallSide(props: WallSideProps) {
  const { driver, view, nameOf, rowOf, chosen, alarm, onCapture } = props
  const { t } = useLingui()
  const { wall, tiles } = view
  const open = openOn(wall)
  const tile = chosen === undefined ? undefined : tiles.get(chosen)
  const row = chosen === undefined ? undefined : rowOf(chosen)
  return (
    <Card as="section" pad={0} hidden aria-label={t`About the pictures`}>
      {alarm && <AlarmCard row={alarm.row} metres={alarm.metres} />}
      {open.length > 0 && <Sound driver={driver} view={view} nameOf={nameOf} />}
      {open.length > 1 && (
        <Part
          title={<Trans>How they come</Trans>}
          end={
            <Text size="caption" tone="ink-3">
              <Trans>Picture · delay</Trans>
            </Text>
          }
        >
          <List>
            {open.map(cameraId => (
              <HealthLine
                key={cameraId}
                name={nameOf(cameraId)}
                view={tiles.get(cameraId)}
                chosen={cameraId === chosen}
                onChoose={() => props.onChoose(cameraId)}
              />
            ))}
          </List>
          <Text as="p" size="caption" tone="ink-3">
            <Trans>The large place shows the main stream, small ones the substream.</Trans>
          </Text>
        </Part>
      )}
      {tile && chosen !== undefined && (
        <Part title={<bdi>{nameOf(chosen)}</bdi>}>
          <Row wrap gap={2}>
            {onCapture && (
              <Button
                variant="default"
                leftSection={<Icon name="camera" size={18} />}
                onClick={() => onCapture(chosen)}
              >
                <Trans context="video">Take a still</Trans>
              </Button>
            )}
            {tile.facts?.canTalk && <TalkButton driver={driver} view={tile} />}
          </Row>
          {tile.facts?.canMove && <MovePad key={chosen} cameraId={chosen} name={nameOf(chosen)} />}
        </Part>
      )}
      {tile && row && <PictureFacts key={row.id} row={row} Near={props.Near} />}
    </Card>
  )
}

/** Who is heard, and how loud. One at a time: two voices at once nobody follows. */
function Sound({ driver, view, nameOf }: Pick<WallSideProps, 'driver' | 'view' | 'nameOf'>) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const {
    wall: { sound },
    volume,
  } = view
  const words = numberFormat(locale, { style: 'percent' }).format(volume / 100)
  return (
    <Part
      title={
        <>
          <Trans context="video">Sound</Trans>{' '}
          {sound !== undefined && (
            <Text tone="accent">
              <bdi>{nameOf(sound)}</bdi>
            </Text>
          )}
        </>
      }
      end={
        <Text size="caption" tone="ink-3">
          {sound === undefined ? <Trans>None is heard</Trans> : <Trans>One at a time</Trans>}
        </Text>
      }
    >
      {sound !== undefined && (
        <Row gap={3}>
          <Icon name={volume === 0 ? 'sound-off' : 'sound'} size={18} />
          <Slider
            mc="volume"
            label={t`Volume`}
            min={0}
            max={100}
            step={5}
            value={volume}
            valueText={words}
            onChange={driver.setVolume}
          />
          <Text size="small" tone="ink-2" nowrap>
            {words}
          </Text>
        </Row>
      )}
    </Part>
  )
}

interface HealthLineProps {
  name: string
  view: TileView | undefined
  chosen: boolean
  onChoose: () => void
}

function HealthLine({ name, view, chosen, onChoose }: HealthLineProps) {
  const { t } = useLingui()
  const shown = view?.shown
  const warns = shown?.is === 'poor' || shown?.is === 'stalled'
  return (
    <li>
      <LineButton
        gap={2}
        padX={1}
        round="control"
        atLeast="row"
        touchable
        tone={warns ? 'warning' : 'ink'}
        size="small"
        chosen
        aria-pressed={chosen}
        onClick={onChoose}
      >
        <StateMark shape={shown ? shapeOf[shown.is] : 'inactive'} />
        <Text as="bdi" clip grow shrink>
          {name}
        </Text>
        <Text tone={warns ? 'warning' : 'ink-2'} nowrap size="caption">
          {view ? <HealthWords view={view} /> : t`Not in sight`}
        </Text>
      </LineButton>
    </li>
  )
}

function HealthWords({ view: { shown, health } }: { view: TileView }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const now = useClock()
  if (shown.is === 'lost') {
    const length = formatElapsed(shown.since, now, locale)
    return t`No picture ${length}`
  }
  if (shown.is === 'refused') return i18n._(faultWords(shown.why))
  if (shown.is === 'stalled') return t`Stands still`
  if (!health || health.height === 0) return t({ message: 'Connecting…', context: 'video' })
  const rate = Math.round(health.framesPerSecond)
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const delay =
    health.delayMs === null
      ? '—'
      : numberFormat(locale, {
          style: 'unit',
          unit: 'second',
          unitDisplay: 'narrow',
          minimumFractionDigits: 1,
          maximumFractionDigits: 1,
        }).format(health.delayMs / 1000)
  if (shown.is === 'poor') {
    const loss = percent.format(shown.lossPercent / 100)
    return t`${rate} fps · ${loss} lost · ${delay}`
  }
  return t`${health.height}p · ${rate} fps · ${delay}`
}

/** The page without a panel: on a phone it stands below the pictures. */
export function Beside({ main, side }: { main: React.ReactNode; side: React.ReactNode }) {
  if (!side) return main
  return (
    <Stack cols="minmax(0, 1fr) 320px" oneOnTablet gap={3} align="start">
      {main}
      {side}
    </Stack>
  )
}
