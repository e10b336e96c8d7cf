// Communities, their buildings, units and rooms as one tree; rooms come when their building is opened.
import { useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { community } from '../../domain/community/community.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { Card } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import type { TreeNode } from '../../ui/tree-item.tsx'
import { TreeList } from '../../ui/tree-list.tsx'
import { BuildingTabs } from './building-tabs.tsx'
import { buildingsOptions, frontOptions } from './front-query.ts'

const communitiesOptions = pageOptions(community, { page: 1, size: 200, sort: 'name' })

/** The id in a node's name, such as `building 7`. */
const idIn = (node: string) => Number(node.split(' ')[1])

export function EstateTree() {
  const { i18n, t } = useLingui()
  const navigate = useNavigate()
  const communities = useQuery(communitiesOptions)
  const buildings = useQuery(buildingsOptions)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const openBuildings = [...expanded].filter(each => each.startsWith('building ')).map(idIn)
  const fronts = useQueries({ queries: openBuildings.map(id => frontOptions(id)) })
  const roomsOf = (id: number): readonly TreeNode[] => {
    const front = fronts[openBuildings.indexOf(id)]?.data
    if (!front) return [{ id: `waiting ${id}`, title: t`Loading…` }]
    return front.units.map(unit => {
      const rooms = front.rooms.filter(({ unitId }) => unitId === unit.id)
      return {
        id: `unit ${unit.id}`,
        title: unit.name,
        icon: 'layers',
        aside: rooms.length,
        children: rooms.map(room => ({ id: `room ${room.id} ${id}`, title: room.roomNo, icon: 'home' })),
      }
    })
  }
  const failed = [communities, buildings].find(each => each.isError && each.data === undefined)
  const nodes: TreeNode[] = (communities.data?.list ?? []).map(each => ({
    id: `community ${each.id}`,
    title: each.name,
    icon: 'building',
    aside: each.rooms,
    children: (buildings.data?.list ?? [])
      .filter(({ communityId }) => communityId === each.id)
      .map(house => ({
        id: `building ${house.id}`,
        title: house.name,
        icon: 'building',
        aside: house.rooms,
        children: roomsOf(house.id),
      })),
  }))
  const go = ({ id }: TreeNode) => {
    const [kind, own, building] = id.split(' ')
    if (kind === 'building') void navigate({ to: '/buildingManagement', search: { building: Number(own) } })
    if (kind === 'room')
      void navigate({ to: '/buildingManagement', search: { building: Number(building), room: Number(own) } })
  }
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Buildings' })} count={buildings.data?.total} />
      <BuildingTabs current="tree" />
      {failed ? (
        <ErrorState what={i18n._(wordsForError(failed.error))} onRetry={() => void failed.refetch()} />
      ) : communities.isPending ? (
        <Loading variant="list" count={6} />
      ) : nodes.length === 0 ? (
        <Empty title={t`No communities yet`} icon="building" />
      ) : (
        <Card>
          <TreeList
            label={t({ context: 'page', message: 'Communities' })}
            nodes={nodes}
            expanded={expanded}
            onExpanded={setExpanded}
            onSelect={go}
          />
        </Card>
      )}
    </PageFrame>
  )
}
