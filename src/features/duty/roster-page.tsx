// The roster: who is on duty now, the week by posts, and what is wrong with it.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { weekOf } from '../../domain/duty/coverage.ts'
import { dutyShift } from '../../domain/duty/duty-shift.ts'
import { ActionsProvider } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { FormDrawer } from '../../resource/form-drawer.tsx'
import { useListAddress } from '../../resource/list-search.ts'
import { useRights } from '../../resource/surroundings.ts'
import type { Values } from '../../resource/view.ts'
import { tenantZone } from '../../resource/zone.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { dutyShiftView } from './duty-shift.view.tsx'
import { OnDutyNow } from './on-duty-now.tsx'
import { RosterDays } from './roster-days.tsx'
import { RosterHead } from './roster-head.tsx'
import { RosterProblems } from './roster-problems.tsx'
import { openSwaps, postsOf, rosterPosts, shiftsOptions } from './roster-query.ts'
import { RosterWeek } from './roster-week.tsx'
import { ShiftDialog } from './shift-dialog.tsx'
import { rosterOf } from './shown-roster.ts'
import { SwapDrawer } from './swap-drawer.tsx'
import { useNow } from './use-now.ts'

export function RosterPage() {
  const may = useRights()
  return may('dutyShift.read') ? <Roster /> : <Forbidden />
}

function Roster() {
  const { i18n } = useLingui()
  const phone = useScreen() === 'phone'
  const now = useNow()
  const address = useListAddress(dutyShift)
  const [later, setLater] = useState(0)
  const [initial, setInitial] = useState<Values>({})
  const [openId, setOpenId] = useState<number>()
  const [swapOf, setSwapOf] = useState<number>()
  const week = weekOf(tenantZone(), now, later)
  const present = weekOf(tenantZone(), now)
  const shifts = useQuery(shiftsOptions(week))
  const around = useQuery(shiftsOptions(present))
  const posts = useQuery(rosterPosts)
  const swaps = useQuery(openSwaps)
  const view = useMemo(
    () => ({ ...dutyShiftView, initial: { ...dutyShiftView.initial, ...initial } }),
    [initial],
  )
  const failed = [shifts, posts].find(each => each.isError && each.data === undefined)
  if (failed)
    return (
      <PageFrame scrolls>
        <ErrorState what={i18n._(wordsForError(failed.error))} onRetry={() => void failed.refetch()} />
      </PageFrame>
    )
  if (!shifts.data || !posts.data)
    return (
      <PageFrame scrolls>
        <Loading variant="cards" count={5} />
      </PageFrame>
    )
  const named = postsOf(posts.data.list, [...shifts.data, ...(around.data ?? [])])
  const roster = rosterOf({
    week,
    now,
    shifts: shifts.data,
    posts: named,
    swaps: swaps.data?.list ?? [],
  })
  const add = (values: Values) => {
    setInitial(values)
    address.change({ form: 'new' })
  }
  const edit = (id: number) => {
    setOpenId(undefined)
    address.change({ form: id })
  }
  const open = shifts.data.find(({ id }) => id === openId) ?? around.data?.find(({ id }) => id === openId)
  return (
    <ActionsProvider view={view} onEdit={row => edit(row.id)} onRemoved={() => setOpenId(undefined)}>
      <PageFrame scrolls>
        <RosterHead roster={roster} later={later} onLater={setLater} onAdd={() => add({})} />
        {shifts.isError && <StaleBadge at={shifts.dataUpdatedAt} />}
        <OnDutyNow posts={named} shifts={around.data ?? []} now={now} onOpen={setOpenId} />
        {phone ? (
          <RosterDays roster={roster} now={now} onOpen={setOpenId} />
        ) : (
          <RosterWeek roster={roster} now={now} onOpen={setOpenId} onAdd={add} />
        )}
        <RosterProblems roster={roster} now={now} onAdd={add} onEdit={edit} />
      </PageFrame>
      {open && (
        <ShiftDialog
          shift={open}
          onClose={() => setOpenId(undefined)}
          onSwap={() => {
            setOpenId(undefined)
            setSwapOf(open.id)
          }}
        />
      )}
      {swapOf !== undefined && <SwapDrawer shiftId={swapOf} onClose={() => setSwapOf(undefined)} />}
      <FormDrawer view={view} address={address} />
    </ActionsProvider>
  )
}
