// A scene dashboard put together: the fleet as its ground, the open alarms at its side, what only this scene has, and which
// lists lie open.
import { type ReactNode, useMemo } from 'react'
import type { NavigationEntry } from '../contract/endpoints/session.ts'
import { routeName } from '../domain/navigation/routes.ts'
import { kindsOf, type SceneName, scenes } from '../domain/scene/scenes.ts'
import { OpenAlarms } from '../features/alarms/open-alarms.tsx'
import { OtherScenes } from '../features/dashboards/other-scenes.tsx'
import { ScenePage } from '../features/dashboards/scene-page.tsx'
import { DutyDesk } from '../features/duty/duty-desk.tsx'
import { TradesOnSite } from '../features/people/trades-on-site.tsx'
import { Unreached } from '../features/reachability/unreached.tsx'
import { FleetGround, FleetMap } from '../features/tracking/fleet/fleet-ground.tsx'
import { useFleet } from '../features/tracking/fleet/use-fleet.ts'
import { RegionStrip } from '../features/tracking/regions/region-strip.tsx'
import { useRights, useSession } from '../resource/surroundings.ts'
import { getBootInfo } from './boot-info.ts'
import { menuOfHost, namesOf, renamedHere, wayOf } from './gate.ts'
import { entryTitle } from './shell/entry-title.ts'

export function SceneScreen({ scene }: { scene: SceneName }) {
  const may = useRights()
  const parts = useParts(scene)
  if (scene === 'city' && may('device.read')) return <CityScreen parts={parts} />
  return (
    <ScenePage
      {...parts}
      ground={may('device.read') ? <FleetGround kinds={kindsOf(scene)} /> : null}
      panel={<ScenePanel scene={scene} opens={parts.opens} />}
    />
  )
}

type Parts = ReturnType<typeof useParts>

/** One fleet for the map and for the regions below it. */
function CityScreen({ parts }: { parts: Parts }) {
  const state = useFleet()
  return (
    <ScenePage
      {...parts}
      ground={<FleetMap state={state} />}
      panel={
        <>
          {parts.opens('/province') && <RegionStrip state={state} />}
          <OtherScenes opens={parts.opens} />
        </>
      }
    />
  )
}

function useParts(scene: SceneName) {
  const may = useRights()
  const session = useSession()
  const menu = session?.menu
  const visitor = session?.user.visitor ?? false
  const opens = useMemo(() => {
    const names = namesOf(menuOfHost(menu ?? [], getBootInfo()))
    return (path: string) => wayOf({ path, loggedIn: true, listed: true, names, visitor }) === 'open'
  }, [menu, visitor])
  const queue: ReactNode = may('alarm.read') ? <OpenAlarms /> : null
  return {
    scene,
    queue,
    opens,
    title: useMemo(() => titleHere(menu ?? [], scenes[scene].path), [menu, scene]),
  }
}

/** What this host calls a page; undefined where it has no name of its own for it. */
function titleHere(menu: readonly NavigationEntry[], path: string): ReturnType<typeof entryTitle> {
  for (const entry of menu) {
    if (entry.value === routeName(path) && renamedHere(entry, getBootInfo()))
      return entryTitle(entry, getBootInfo())
    const below = titleHere(entry.list, path)
    if (below) return below
  }
  return undefined
}

function ScenePanel({ scene, opens }: { scene: SceneName; opens: Parts['opens'] }) {
  const may = useRights()
  if (scene === 'city') return <OtherScenes opens={opens} />
  if (scene === 'site' && may('worker.read') && opens('/index4personnel')) return <TradesOnSite />
  if (scene === 'duty')
    return (
      <>
        {may('notice.board') && <Unreached />}
        {may('dutyShift.read') && opens('/dutyUser') && <DutyDesk reports={opens('/shiftReport')} />}
      </>
    )
  return null
}
