// Rounds, routes and points of patrols as tabs.
import { useLingui } from '@lingui/react/macro'
import { patrolPoint, patrolRound, patrolRoute } from '../../domain/duty/patrol.ts'
import { permissionFor } from '../../domain/entity.ts'
import { useRights } from '../../resource/surroundings.ts'
import type { IconName } from '../../ui/icons.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'

type PatrolTab = 'rounds' | 'routes' | 'points'

const tabs = [
  { id: 'rounds', permission: permissionFor(patrolRound, 'read'), address: '/rounds', icon: 'route' },
  { id: 'routes', permission: permissionFor(patrolRoute, 'read'), address: '/patrolRoutes', icon: 'list' },
  { id: 'points', permission: permissionFor(patrolPoint, 'read'), address: '/patrolPoints', icon: 'pin' },
] as const satisfies readonly { id: PatrolTab; permission: string; address: string; icon: IconName }[]

export function PatrolTabs({ current }: { current: PatrolTab }) {
  const { t } = useLingui()
  const may = useRights()
  const labels: Record<PatrolTab, string> = {
    rounds: t({ context: 'page', message: 'Patrol rounds' }),
    routes: t({ context: 'page', message: 'Patrol routes' }),
    points: t({ context: 'page', message: 'Patrol points' }),
  }
  return (
    <PageTabs
      label={t({ context: 'page', message: 'Patrol rounds' })}
      current={current}
      tabs={tabs.filter(tab => may(tab.permission)).map(tab => ({ ...tab, label: labels[tab.id] }))}
    />
  )
}
