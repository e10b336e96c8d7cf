// What can be done with rows: which commands are valid, their questions and input, their results row by row.
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import type { PageQuery } from '../contract/entity-endpoints.ts'
import { mayGiveToAll, permissionFor } from '../domain/entity.ts'
import { mayQueue } from '../platform/queue-row.ts'
import { Confirm } from '../ui/confirm.tsx'
import type { IconName } from '../ui/icons.tsx'
import { CommandDialog, Names, RefusedDialog, refusalOf, SkippedRows } from './action-dialogs.tsx'
import { valueText } from './cells.tsx'
import { type Refused, removeRows, runCommand, showFailure } from './run-command.ts'
import { giverOf, parted, type Skipped } from './skipped.ts'
import { useOnline, useRights, useSession } from './surroundings.ts'
import type { Row, Values, View } from './view.ts'

/** What gives a command to thousands loads when somebody does. */
const FoundDialog = lazy(() => import('./found-dialog.tsx'))

export interface RowAction {
  id: string
  label: string
  icon?: IconName | undefined
  critical: boolean
  primary: boolean
  /** Why it cannot be done now, in words. */
  blocked: string | undefined
  run: () => void
}

/** All rows that a filter finds. */
export interface FoundRows {
  query: PageQuery
  total: number
}

export interface Actions {
  /** What can be done with these rows, or with some of them: the label says with how many. */
  actionsFor: (rows: readonly Row[]) => RowAction[]
  /** What can be done with all that a filter finds. */
  actionsForFound: (found: FoundRows) => RowAction[]
  /** True where at least one command could ever be given to several rows at once. */
  bulk: boolean
  /** Whether a form may be opened for a row. */
  maySave: boolean
  /** Whether one may be opened for a new row. */
  mayAdd: boolean
  nameOf: (row: Row) => string
  /** Gives a command whose input is known already; resolves with whether it was taken, or kept for later. */
  give: (command: string, rows: readonly Row[], input?: Values) => Promise<boolean>
}

const ActionsContext = createContext<Actions | undefined>(undefined)

/** The actions of the view around. */
export function useActions(): Actions {
  const actions = useContext(ActionsContext)
  if (!actions) throw new Error('no ActionsProvider around')
  return actions
}

type Asking =
  | { kind: 'command'; name: string; rows: readonly Row[]; skipped: readonly Skipped[] }
  | { kind: 'destination'; name: string; rows: readonly Row[]; skipped: readonly Skipped[] }
  | { kind: 'found'; name: string; found: FoundRows }
  | { kind: 'remove'; rows: readonly Row[] }
  | { kind: 'refused'; refused: readonly Refused[]; rows: readonly Row[]; title: string }

interface ActionsProviderProps {
  view: View
  onEdit?: ((row: Row) => void) | undefined
  /** Rows that were worked on, so that a selection of them can end. */
  onDone?: (rows: readonly Row[]) => void
  /** Rows that are gone, so that a screen about one of them can close. */
  onRemoved?: (rows: readonly Row[]) => void
  children: ReactNode
}

export function ActionsProvider({ view, onEdit, onDone, onRemoved, children }: ActionsProviderProps) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const may = useRights()
  const online = useOnline()
  const giver = giverOf(useSession())
  const [asking, setAsking] = useState<Asking>()
  /** The dialog whose work is under way. */
  const [working, setWorking] = useState<Asking>()
  const { entity } = view
  const nameOf = (row: Row) => valueText(view, { of: view.nameOf }, row, i18n) || `#${row.id}`

  const finish = (
    own: Asking | undefined,
    rows: readonly Row[],
    refused: readonly Refused[],
    title: string,
  ) => {
    const [first] = refused
    if (first !== undefined && rows.length > 1) return setAsking({ kind: 'refused', refused, rows, title })
    // Somebody quick has opened the next dialog meanwhile: that one stays.
    setAsking(now => (now === own ? undefined : now))
    if (first !== undefined) showFailure(refusalOf(first))
    onDone?.(rows)
  }
  const attempt = async (rows: readonly Row[], title: string, work: () => Promise<Refused[]>) => {
    const own = asking
    setWorking(own)
    try {
      const refused = await work()
      finish(own, rows, refused, title)
      return refused.length < rows.length
    } catch (error) {
      showFailure(error)
      return false
    } finally {
      setWorking(now => (now === own ? undefined : now))
    }
  }
  const busy = working !== undefined && working === asking
  const remove = async (rows: readonly Row[]) => {
    const refused = await removeRows(client, view, rows)
    const kept = new Set(refused.map(({ id }) => id))
    onRemoved?.(rows.filter(({ id }) => !kept.has(id)))
    return refused
  }
  const runNamed = (name: string, rows: readonly Row[], input?: Values) => {
    const subject = rows.map(nameOf).slice(0, 3).join(', ')
    const label = view.actions[name]?.label
    return attempt(rows, label ? i18n._(label) : name, () =>
      runCommand(client, { view, command: name, rows, subject, ...(input && { input }) }),
    )
  }
  const start = (name: string, rows: readonly Row[], skipped: readonly Skipped[]) => {
    const action = view.actions[name]
    if (action?.confirm || action?.input || skipped.length > 0)
      setAsking({ kind: 'command', name, rows, skipped })
    else void runNamed(name, rows)
  }
  const goTo = (name: string, rows: readonly Row[]) => {
    const to = view.destinations?.[name]?.to(rows)
    if (to !== undefined) globalThis.location.hash = to
  }
  const counted = (label: MessageDescriptor, rows: readonly Row[], skipped: readonly Skipped[]) => {
    const words = i18n._(label)
    const [count, total] = [rows.length, rows.length + skipped.length]
    return skipped.length === 0 ? words : t`${words} (${count} of ${total})`
  }
  const away = t`No connection. This is not kept for later.`

  const actionsFor = (rows: readonly Row[]): RowAction[] => {
    const rowActions: RowAction[] = []
    for (const [name, action] of Object.entries(view.actions)) {
      const command = entity.commands[name]
      if (!command || !may(command.permission)) continue
      if (rows.length > 1 && action.bulk === false) continue
      const { able, skipped } = parted(view, rows, command, giver)
      if (able.length === 0 && rows.length > 0) continue
      rowActions.push({
        id: name,
        label: counted(action.label, able, skipped),
        icon: action.icon,
        critical: action.critical ?? false,
        primary: action.primary ?? false,
        blocked: online || mayQueue(command) ? undefined : away,
        run: () => start(name, able, skipped),
      })
    }
    for (const [name, destination] of Object.entries(view.destinations ?? {})) {
      if (!may(destination.permission)) continue
      const { able, skipped } = parted(view, rows, destination, giver)
      if (able.length === 0 && rows.length > 0) continue
      rowActions.push({
        id: name,
        label: counted(destination.label, able, skipped),
        icon: destination.icon,
        critical: false,
        primary: false,
        blocked: undefined,
        run: () => {
          if (skipped.length > 0) setAsking({ kind: 'destination', name, rows: able, skipped })
          else goTo(name, able)
        },
      })
    }
    const [only] = rows
    const editable = only !== undefined && (view.editable?.(only) ?? true)
    if (editable && rows.length === 1 && onEdit && entity.write && may(permissionFor(entity, 'save'))) {
      rowActions.push({
        id: 'edit',
        label: t`Edit`,
        icon: 'edit',
        critical: false,
        primary: false,
        blocked: online ? undefined : away,
        run: () => onEdit(only),
      })
    }
    if (entity.removable && may(permissionFor(entity, 'remove'))) {
      rowActions.push({
        id: 'remove',
        label: t`Delete`,
        icon: 'trash',
        critical: true,
        primary: false,
        blocked: online ? undefined : away,
        run: () => setAsking({ kind: 'remove', rows }),
      })
    }
    return rowActions
  }
  const actionsForFound = (found: FoundRows): RowAction[] => {
    const rowAction = (id: string, label: string, more: Pick<RowAction, 'icon' | 'critical'>): RowAction => ({
      id,
      label,
      ...more,
      primary: false,
      blocked: online ? undefined : away,
      run: () => setAsking({ kind: 'found', name: id, found }),
    })
    const rowActions: RowAction[] = []
    for (const [name, { label, icon, critical = false, bulk: several }] of Object.entries(view.actions)) {
      const command = entity.commands[name]
      if (command && may(command.permission) && several !== false && mayGiveToAll(entity, name))
        rowActions.push(rowAction(name, i18n._(label), { icon, critical }))
    }
    for (const [name, { label, icon, permission, toFound }] of Object.entries(view.destinations ?? {})) {
      if (!toFound || !may(permission)) continue
      const go = () => {
        globalThis.location.hash = toFound(found.query)
      }
      rowActions.push({
        ...rowAction(name, i18n._(label), { icon, critical: false }),
        blocked: undefined,
        run: go,
      })
    }
    if (entity.removable && may(permissionFor(entity, 'remove')))
      rowActions.push(rowAction('remove', t`Delete`, { icon: 'trash', critical: true }))
    return rowActions
  }
  const bulk =
    (entity.removable && may(permissionFor(entity, 'remove'))) ||
    Object.entries(view.actions).some(
      ([name, action]) => action.bulk !== false && may(entity.commands[name]?.permission ?? ''),
    )
  const maySave = entity.write !== undefined && may(permissionFor(entity, 'save'))
  const actions = {
    actionsFor,
    actionsForFound,
    bulk,
    maySave,
    mayAdd: maySave && entity.addable !== false && view.sections.length > 0,
    nameOf,
    give: runNamed,
  }
  const close = () => setAsking(undefined)
  return (
    <ActionsContext value={actions}>
      {children}
      {asking?.kind === 'command' && (
        <CommandDialog
          view={view}
          name={asking.name}
          rows={asking.rows}
          skipped={asking.skipped}
          busy={busy}
          nameOf={nameOf}
          onRun={input => void runNamed(asking.name, asking.rows, input)}
          onCancel={close}
        />
      )}
      {asking?.kind === 'destination' && (
        <Confirm
          opened
          title={i18n._(view.destinations?.[asking.name]?.label ?? view.title)}
          confirmLabel={t`Continue`}
          onCancel={close}
          onConfirm={() => {
            close()
            goTo(asking.name, asking.rows)
          }}
        >
          <Names rows={asking.rows} nameOf={nameOf} />
          <SkippedRows skipped={asking.skipped} nameOf={nameOf} />
        </Confirm>
      )}
      {asking?.kind === 'found' && (
        <Suspense fallback={null}>
          <FoundDialog view={view} name={asking.name} found={asking.found} onClose={close} />
        </Suspense>
      )}
      {asking?.kind === 'remove' && (
        <Confirm
          opened
          critical
          busy={busy}
          title={view.removeQuestion ? i18n._(view.removeQuestion) : t`Delete?`}
          confirmLabel={t`Delete`}
          onCancel={close}
          onConfirm={() => void attempt(asking.rows, t`Delete`, () => remove(asking.rows))}
        >
          <Names rows={asking.rows} nameOf={nameOf} />
          {view.slots.leaves?.({ rows: asking.rows })}
        </Confirm>
      )}
      {asking?.kind === 'refused' && (
        <RefusedDialog
          {...asking}
          nameOf={nameOf}
          onClose={() => {
            close()
            onDone?.(asking.rows)
          }}
        />
      )}
    </ActionsContext>
  )
}
