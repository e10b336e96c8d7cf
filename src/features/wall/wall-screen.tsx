// A screen on the wall: the code that pairs it, or what it shows.
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { SceneName } from '../../domain/scene/scenes.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Center, Stack, Text } from '../../ui/kit/parts.tsx'
import { Loading } from '../../ui/states.tsx'
import { useWall } from './use-wall.ts'
import css from './wall.module.css'
import { type WallBoard, WallFace } from './wall-face.tsx'

/** A wall that hears nothing for so long says so over everything. */
const SILENT_MS = 10_000
const LOOK_MS = 1_000

export interface WallScreenProps {
  /** Whether a person looks, with their own rights. */
  signedIn: boolean
  wallId: number | undefined
  /** The map behind the figures of a scene. */
  ground: (scene: SceneName) => ReactNode
  /** The tiles of a board. */
  board: (board: WallBoard) => ReactNode
}

export function WallScreen({ signedIn, wallId, ground, board }: WallScreenProps) {
  const { i18n, t } = useLingui()
  const { view, heardAt } = useWall(signedIn, wallId)
  const silence = useSilence(heardAt)
  return (
    <Stack
      // A person looks at it inside the console, which has its own.
      as={signedIn ? 'section' : 'main'}
      gap={0}
      ground="canvas"
      tone="ink"
      z={90}
      fixed
      className={css.wall}
      aria-label={t({ context: 'page', message: 'Wall display' })}
    >
      {view.is === 'shown' && (
        <WallFace answer={view.answer} silence={silence} ground={ground} board={board} wallId={wallId} />
      )}
      {view.is === 'pairing' && <Pairing code={view.code} revoked={view.revoked} />}
      {view.is === 'opening' && <Loading variant="cards" count={4} />}
      {view.is === 'failed' && (
        <Center tall>
          <Text as="p" role="alert" className={css.large}>
            {i18n._(wordsForError(view.error))}
          </Text>
        </Center>
      )}
    </Stack>
  )
}

/** Milliseconds since the server said anything; undefined while that is not long, and nothing is drawn for it. */
function useSilence(heardAt: number | undefined): number | undefined {
  const [silence, setSilence] = useState<number>()
  useEffect(() => {
    if (heardAt === undefined) return
    const look = () => {
      const since = performance.now() - heardAt
      setSilence(since > SILENT_MS ? since : undefined)
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [heardAt])
  return silence
}

function Pairing({ code, revoked }: { code: string; revoked: boolean }) {
  return (
    <Center tall>
      <Stack gap={4} align="center">
        {revoked && (
          <Text as="p" role="status" tone="warning" className={css.large}>
            <Trans>This screen was revoked. It shows nothing any more.</Trans>
          </Text>
        )}
        <Text as="p" tone="ink-2" className={css.large}>
          <Trans>To make this screen a wall, type its code under Walls:</Trans>
        </Text>
        <Text as="output" strong dir="ltr" className={css.code} data-code="">
          {code}
        </Text>
      </Stack>
    </Center>
  )
}
