// What can be done with rows: which commands are valid, their questions and input, their results row by row.
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { markOf } from '../domain/entity.ts'
import { mayQueue } from '../platform/queue-row.ts'
import { Confirm } from '../ui/confirm.tsx'
import type { IconName } from '../ui/icons.tsx'
import { CommandDialog, Names, RefusedDialog, refusalOf } from './action-dialogs.tsx'
import { valueText } from './cells.tsx'
import { type Refused, removeRows, runCommand, tellFailure } from './run-command.ts'
import { useOnline, useRights } from './surroundings.ts'
import type { Row, Values, View } from './view.ts'

export interface Offer {
  id: string
  label: string
  icon?: IconName | undefined
  critical: boolean
  primary: boolean
  /** Why it cannot be done now, in words. */
  blocked: string | undefined
  run: () => void
}

export interface Actions {
  /** What can be done with all of these rows. */
  offersFor: (rows: readonly Row[]) => Offer[]
  /** True where at least one command could ever be given to several rows at once. */
  bulk: boolean
  /** Whether a form may be opened for a new row or this one. */
  maySave: boolean
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
  | { kind: 'command'; name: string; rows: readonly Row[] }
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
    if (first !== undefined) tellFailure(refusalOf(first))
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
      tellFailure(error)
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
  const start = (name: string, rows: readonly Row[]) => {
    const action = view.actions[name]
    if (action?.confirm || action?.input) setAsking({ kind: 'command', name, rows })
    else void runNamed(name, rows)
  }
  const away = t`No connection. This is not kept for later.`

  const offersFor = (rows: readonly Row[]): Offer[] => {
    const offers: Offer[] = []
    for (const [name, action] of Object.entries(view.actions)) {
      const command = entity.commands[name]
      if (!command || !may(command.permission)) continue
      if (rows.length > 1 && action.bulk === false) continue
      if (action.when && !rows.every(row => action.when?.(row))) continue
      offers.push({
        id: name,
        label: i18n._(action.label),
        icon: action.icon,
        critical: action.critical ?? false,
        primary: action.primary ?? false,
        blocked: online || mayQueue(command) ? undefined : away,
        run: () => start(name, rows),
      })
    }
    for (const [name, lead] of Object.entries(view.leads ?? {})) {
      if (!may(lead.permission) || !rows.every(row => lead.when?.(row) ?? true)) continue
      offers.push({
        id: name,
        label: i18n._(lead.label),
        icon: lead.icon,
        critical: false,
        primary: false,
        blocked: undefined,
        run: () => {
          globalThis.location.hash = lead.to(rows)
        },
      })
    }
    const [only] = rows
    const editable = only !== undefined && (view.editable?.(only) ?? true)
    if (editable && rows.length === 1 && onEdit && entity.write && may(markOf(entity, 'save'))) {
      offers.push({
        id: 'edit',
        label: t`Edit`,
        icon: 'edit',
        critical: false,
        primary: false,
        blocked: online ? undefined : away,
        run: () => onEdit(only),
      })
    }
    if (entity.removable && may(markOf(entity, 'remove'))) {
      offers.push({
        id: 'remove',
        label: t`Delete`,
        icon: 'trash',
        critical: true,
        primary: false,
        blocked: online ? undefined : away,
        run: () => setAsking({ kind: 'remove', rows }),
      })
    }
    return offers
  }
  const bulk =
    (entity.removable && may(markOf(entity, 'remove'))) ||
    Object.entries(view.actions).some(
      ([name, action]) => action.bulk !== false && may(entity.commands[name]?.permission ?? ''),
    )
  const actions = {
    offersFor,
    bulk,
    maySave: entity.write !== undefined && may(markOf(entity, 'save')),
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
          busy={busy}
          nameOf={nameOf}
          onRun={input => void runNamed(asking.name, asking.rows, input)}
          onCancel={close}
        />
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
