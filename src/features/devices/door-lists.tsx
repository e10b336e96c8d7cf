// What concerns a door unit alone: who rang there, what happened, who may open it. The route brings the views along.
import { useLingui } from '@lingui/react/macro'
import type { ComponentType, ReactNode } from 'react'
import { permissionFor } from '../../domain/entity.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { useRelatedView } from '../../resource/related-views.tsx'
import { useRights } from '../../resource/surroundings.ts'
import type { Device } from './device-badges.tsx'

interface DoorListsProps {
  device: Device
  /** What frames each list. */
  frame: ComponentType<{ title: ReactNode; children: ReactNode }>
}

export function DoorLists({ device: { id }, frame: Frame }: DoorListsProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const lists = [
    { view: useRelatedView('call'), all: '/rightsManagement?view=calls', none: t`Nobody has rung here yet.` },
    {
      view: useRelatedView('doorEvent'),
      all: '/rightsManagement?view=events',
      none: t`Nothing has happened at this door yet.`,
    },
    {
      view: useRelatedView('doorRight'),
      all: '/rightsManagement?view=rights',
      none: t`Nobody may open this door yet.`,
    },
  ]
  return lists.map(
    ({ view, all, none }) =>
      view &&
      may(permissionFor(view.entity, 'read')) && (
        <Frame key={view.entity.key} title={i18n._(view.title)}>
          <RelatedList view={view} query={{ deviceId: id }} all={`${all}&deviceId=${id}`} none={none} />
        </Frame>
      ),
  )
}
