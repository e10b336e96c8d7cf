// A scene dashboard put together: the fleet as its ground, the open alarms at its side, and which lists lie open.
import { useMemo } from 'react'
import type { SceneName } from '../domain/scene/scenes.ts'
import { OpenAlarms } from '../features/alarms/open-alarms.tsx'
import { ScenePage } from '../features/dashboards/scene-page.tsx'
import { FleetGround } from '../features/tracking/fleet/fleet-ground.tsx'
import { useRights, useSession } from '../resource/surroundings.ts'
import { getBootInfo } from './boot-info.ts'
import { menuOfHost, namesOf, wayOf } from './gate.ts'

export function SceneScreen({ scene }: { scene: SceneName }) {
  const may = useRights()
  const session = useSession()
  const menu = session?.menu
  const visitor = session?.user.visitor ?? false
  const opens = useMemo(() => {
    const names = namesOf(menuOfHost(menu ?? [], getBootInfo()))
    return (path: string) => wayOf({ path, loggedIn: true, listed: true, names, visitor }) === 'open'
  }, [menu, visitor])
  return (
    <ScenePage
      scene={scene}
      ground={may('device.read') ? <FleetGround /> : null}
      queue={may('alarm.read') ? <OpenAlarms /> : null}
      opens={opens}
    />
  )
}
