// The wall put together: its face, with the map of the fleet behind the figures; the screen does not go dark.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SKIN_KEY } from '../domain/storage-keys.ts'
import { BoardGrid } from '../features/boards/board-face.tsx'
import { FleetGround } from '../features/tracking/fleet/fleet-ground.tsx'
import { fleetOptions } from '../features/tracking/fleet/fleet-query.ts'
import { WallScreen } from '../features/wall/wall-screen.tsx'
import { useSession } from '../resource/surroundings.ts'
import { useWakeLock } from '../ui/use-wake-lock.ts'
import { BoardPartsProvider } from './board-screen.tsx'
import { showSkin } from './skin.ts'

/** A wall hears no live batches: where devices are it asks for. */
const FLEET_MS = 30_000

export function WallPage({ wallId }: { wallId: number | undefined }) {
  const signedIn = useSession() !== undefined
  const client = useQueryClient()
  useWakeLock()
  useEffect(() => {
    if (signedIn) return
    // It hangs in a room that is dark at night.
    if (localStorage.getItem(SKIN_KEY) === null) showSkin('blue')
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: fleetOptions('live').queryKey }),
      FLEET_MS,
    )
    return () => clearInterval(timer)
  }, [client, signedIn])
  return (
    <WallScreen
      signedIn={signedIn}
      wallId={wallId}
      ground={() => <FleetGround bare />}
      board={({ zone, name, arranged, ...measured }) => (
        <BoardPartsProvider wall={{ zone, id: wallId }}>
          <BoardGrid name={name} tiles={arranged} measured={measured} onWall />
        </BoardPartsProvider>
      )}
    />
  )
}
