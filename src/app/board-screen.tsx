// Boards put together: the map of the fleet, floors, cameras, and every list of the console, each from its own room.
import { type ReactNode, useMemo } from 'react'
import { entityNamed } from '../domain/entities.ts'
import { permissionFor } from '../domain/entity.ts'
import { isKey, keysOf } from '../domain/keys.ts'
import { type BoardParts, BoardPartsContext } from '../features/boards/board-parts.ts'
import { BoardsPage } from '../features/boards/boards-page.tsx'
import { FloorPicture } from '../features/indoor/floor-picture.tsx'
import { WallFloor } from '../features/indoor/wall-floor.tsx'
import { FleetGround } from '../features/tracking/fleet/fleet-ground.tsx'
import { CameraPicture } from '../features/video/camera-picture.tsx'
import { screenPorts, wallPorts } from '../features/video/wall-ports.ts'
import { figureWords } from '../resource/scene-words.ts'
import { useSession } from '../resource/surroundings.ts'
import { tenantZone } from '../resource/zone.ts'
import { getBootInfo } from './boot-info.ts'
import { entityRegistry } from './entity-registry.ts'
import { menuOfHost, namesOf, wayOf } from './gate.ts'

const Video: BoardParts['Video'] = props => (
  <CameraPicture key={props.cameraId} ports={wallPorts} {...props} />
)

const ScreenVideo: BoardParts['Video'] = props => (
  <CameraPicture key={props.cameraId} ports={screenPorts} {...props} />
)

const BareGround = () => <FleetGround bare />

const lists: BoardParts['lists'] = keysOf(entityRegistry).flatMap(key => {
  const { name, view } = entityRegistry[key]
  return view ? [{ key, name, permission: permissionFor(entityNamed(key), 'read') }] : []
})

const viewOf: BoardParts['view'] = async key =>
  isKey(entityRegistry, key) ? entityRegistry[key].view?.() : undefined

interface BoardPartsProps {
  children: ReactNode
  /** Of a wall: its zone, which no session says, and which one it is where a person looks; nothing of it can be pressed. */
  wall?: { zone: string; id: number | undefined }
}

/** What tiles show of other rooms, for whatever shows a board. */
export function BoardPartsProvider({ children, wall }: BoardPartsProps) {
  const session = useSession()
  const menu = session?.menu
  const visitor = session?.user.visitor ?? false
  const isScreen = session === undefined
  const { zone, id: wallId } = wall ?? {}
  const parts = useMemo<BoardParts>(() => {
    const names = namesOf(menuOfHost(menu ?? [], getBootInfo()))
    return {
      Ground: zone === undefined ? FleetGround : BareGround,
      Plan: zone === undefined ? FloorPicture : props => <WallFloor {...props} wallId={wallId} />,
      Video: isScreen ? ScreenVideo : Video,
      lists,
      view: viewOf,
      figures: figureWords,
      zone: zone ?? tenantZone(),
      opens: path => wayOf({ path, loggedIn: true, listed: true, names, visitor }) === 'open',
    }
  }, [menu, visitor, isScreen, zone, wallId])
  return <BoardPartsContext value={parts}>{children}</BoardPartsContext>
}

export function BoardsScreen({ search }: { search: Readonly<Record<string, unknown>> }) {
  return (
    <BoardPartsProvider>
      <BoardsPage search={search} />
    </BoardPartsProvider>
  )
}
