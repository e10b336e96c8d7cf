// Moving in and out of a room from its panel: the form and the commands of stays, which the route brings along.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { ActionButtons } from '../../resource/peek.tsx'
import { pageOptions } from '../../resource/query.ts'
import { useRelatedView } from '../../resource/related-views.tsx'
import { RowForm } from '../../resource/row-form.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import type { Row as EngineRow, View } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { residentRoleWords } from './room-words.ts'

/** More than ever live in one room. */
const MOST_STAYS = 50

/** Which of a stay's commands the panel offers; the others stand on the page of stays. */
const OFFERED: ReadonlySet<string> = new Set(['approve', 'reject', 'end'])

const useStayView = () => {
  const view = useRelatedView('occupancy')
  const may = useRights()
  return view && may('occupancy.read') ? view : undefined
}

const StaysContext = createContext<readonly EngineRow[]>([])

/** Who lives in the room, and under them who waits to be let in. */
export function Stays({ roomId, children }: { roomId: number; children: ReactNode }) {
  const view = useStayView()
  if (!view) return <Stack gap={3}>{children}</Stack>
  return (
    <Known view={view} roomId={roomId}>
      {children}
    </Known>
  )
}

function Known({ view, roomId, children }: { view: View; roomId: number; children: ReactNode }) {
  const { data } = useQuery(
    pageOptions(view.entity, {
      ...{ page: 1, size: MOST_STAYS, sort: view.entity.defaultSort },
      ...{ roomId, state: ['applied', 'active'] },
    }),
  )
  const stays = data?.list ?? []
  return (
    <ActionsProvider view={view}>
      <StaysContext value={stays}>
        <Stack gap={3}>
          {children}
          {stays
            .filter(({ state }) => state === 'applied')
            .map(stay => (
              <Applied key={stay.id} stay={stay} />
            ))}
        </Stack>
      </StaysContext>
    </ActionsProvider>
  )
}

function Applied({ stay }: { stay: EngineRow }) {
  const { i18n } = useLingui()
  const { nameOf } = useActions()
  const { role } = stay
  return (
    <Stack gap="half">
      <Text strong>
        <bdi>{nameOf(stay)}</bdi>{' '}
        {(role === 'owner' || role === 'tenant' || role === 'family') && (
          <Text plain>{i18n._(residentRoleWords[role])}</Text>
        )}
      </Text>
      <Muted>
        <Trans>Waits for approval</Trans>
      </Muted>
      <StayActions id={stay.id} />
    </Stack>
  )
}

/** What may be done with a stay now, as the page of stays offers it. */
export function StayActions({ id }: { id: number }) {
  const view = useStayView()
  const stay = useContext(StaysContext).find(each => each.id === id)
  return view && stay ? <Offered stay={stay} /> : null
}

function Offered({ stay }: { stay: EngineRow }) {
  const { actionsFor } = useActions()
  const offered = actionsFor([stay]).filter(action => OFFERED.has(action.id))
  if (offered.length === 0) return null
  return (
    <Row wrap gap={2}>
      <ActionButtons actions={offered} />
    </Row>
  )
}

/** Opens the form of a stay for the room. */
export function MoveIn({ roomId }: { roomId: number }) {
  const view = useStayView()
  const may = useRights()
  const online = useOnline()
  const [open, setOpen] = useState(false)
  if (!view || !may('occupancy.save')) return null
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="plus" />}
        disabled={!online}
        onClick={() => setOpen(true)}
      >
        <Trans>Move in</Trans>
      </Button>
      {open && <MoveInForm view={view} roomId={roomId} onClose={() => setOpen(false)} />}
    </>
  )
}

function MoveInForm({ view, roomId, onClose }: { view: View; roomId: number; onClose: () => void }) {
  const { t } = useLingui()
  const phone = useScreen() === 'phone'
  const ofRoom = useMemo(() => ({ ...view, initial: { ...view.initial, roomId } }), [view, roomId])
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 520}
      title={t`Move in`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <RowForm view={ofRoom} row={undefined} onCancel={onClose} onSaved={onClose} />
    </Drawer>
  )
}
