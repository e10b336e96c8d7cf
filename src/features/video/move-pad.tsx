// Turns a camera and zooms with it, for as long as a button or a key is held; to the places that it knows. Left is left in
// every language: the pad is not mirrored.
import { useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { cameraPresets, goToPreset, MOVE_MS, moveCamera } from '../../contract/endpoints/cameras.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { holding } from '../../ui/hold.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { MenuAction } from '../../ui/menu-action.tsx'
import css from './video.module.css'

interface Move {
  pan: number
  tilt: number
  zoom: number
}

/** Half of what the camera can: fast enough to follow somebody, slow enough to stop at a door. */
const SPEED = 0.5
/** Asked for again before the camera stops by itself. */
const AGAIN_MS = MOVE_MS * 0.6

const still: Move = { pan: 0, tilt: 0, zoom: 0 }
const moves = {
  up: { ...still, tilt: SPEED },
  left: { ...still, pan: -SPEED },
  right: { ...still, pan: SPEED },
  down: { ...still, tilt: -SPEED },
  in: { ...still, zoom: SPEED },
  out: { ...still, zoom: -SPEED },
} as const
type Way = keyof typeof moves

const keys: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowDown: 'down',
  '+': 'in',
  '=': 'in',
  '-': 'out',
}

/** Moves a camera while it is held; answers how to begin and to end. */
function useMoving(cameraId: number) {
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  const way = useRef<Way>(undefined)
  const ask = (move: Move) => sendRequest(moveCamera, { cameraId, ...move })
  const end = () => {
    clearInterval(timer.current)
    if (way.current === undefined) return
    way.current = undefined
    // Without this word it stops by itself, a little later.
    ask(still).catch(() => {})
  }
  const begin = (to: Way) => {
    clearInterval(timer.current)
    way.current = to
    const go = () => {
      ask(moves[to]).catch((error: unknown) => {
        if (way.current !== to) return
        clearInterval(timer.current)
        way.current = undefined
        showFailure(error)
      })
    }
    timer.current = setInterval(go, AGAIN_MS)
    go()
  }
  const latest = useRef(end)
  useEffect(() => {
    latest.current = end
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever looks at another camera has let go of this one
  useEffect(() => () => latest.current(), [cameraId])
  return { begin, end, way }
}

export function MovePad({ cameraId, name }: { cameraId: number; name: string }) {
  const { t } = useLingui()
  const { begin, end, way } = useMoving(cameraId)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = keys[event.key]
    if (!to) return
    event.preventDefault()
    if (!event.repeat) begin(to)
  }
  const onKeyUp = (event: KeyboardEvent) => {
    if (keys[event.key] !== undefined && keys[event.key] === way.current) end()
  }
  const button = (to: Way, icon: IconName, label: string, area: string, turn = '0deg') => (
    <button
      {...holding(() => begin(to), end)}
      type="button"
      className={look({
        center: true,
        ground: 'raised',
        edge: 'strong',
        round: 'control',
        tone: 'ink',
        pointer: true,
        hovers: true,
      })}
      style={{ gridArea: area, touchAction: 'none', userSelect: 'none' }}
      aria-label={label}
      title={label}
    >
      <span className={look({ inline: true })} style={{ rotate: turn }}>
        <Icon name={icon} />
      </span>
    </button>
  )
  return (
    <Stack gap={2}>
      <Row
        as="fieldset"
        group
        gap={4}
        wrap
        dir="ltr"
        aria-label={t`Turn and zoom: ${name}`}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onBlur={end}
      >
        <Box className={css.pad}>
          {button('up', 'up', t`Up`, '1 / 2')}
          {/* Arrows of other icons turn round where words run from the right. */}
          {button('left', 'up', t({ message: 'Left', context: 'camera' }), '2 / 1', '-90deg')}
          {button('right', 'up', t({ message: 'Right', context: 'camera' }), '2 / 3', '90deg')}
          {button('down', 'down', t`Down`, '3 / 2')}
        </Box>
        <Stack gap={1}>
          {button('in', 'plus', t`Zoom in`, 'auto')}
          {button('out', 'minus', t`Zoom out`, 'auto')}
        </Stack>
      </Row>
      <Text size="caption" tone="ink-3" goneOnTouch>
        {t`Hold a button, or the arrow keys, + and −`}
      </Text>
      <Presets cameraId={cameraId} />
    </Stack>
  )
}

function Presets({ cameraId }: { cameraId: number }) {
  const { i18n, t } = useLingui()
  const { data, isError, error } = useQuery({
    queryKey: ['camera', cameraId, 'presets'] as const,
    queryFn: ({ signal }) => sendRequest(cameraPresets, { cameraId }, { signal }),
    staleTime: 60_000,
    retry: false,
  })
  if (isError)
    return (
      <Text size="caption" tone="ink-3">
        {i18n._(wordsForError(error))}
      </Text>
    )
  if (!data || data.length === 0) return null
  return (
    <Menu withinPortal position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<Icon name="locate" size={16} />}>
          {t`Go to a saved view`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {data.map(({ token, name }) => (
          <MenuAction
            key={token}
            label={name || token}
            onRun={() => void sendRequest(goToPreset, { cameraId, token }).catch(showFailure)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
