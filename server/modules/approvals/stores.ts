// How approval nodes, stand-ins and cases are stored.
import * as z from 'zod/mini'
import type { ErrorId } from '../../../src/contract/errors.ts'
import { approvalCase } from '../../../src/domain/approval/approval-case.ts'
import { approvalFlow, approvalFlowForm, levelsOf } from '../../../src/domain/approval/approval-flow.ts'
import { type FlowFault, flowFault } from '../../../src/domain/approval/flow-rule.ts'
import { standIn, standInForm } from '../../../src/domain/approval/stand-in.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import type { Changing, Saving, Table } from '../../entity/table.ts'
import { refusalOf } from '../../http/issues.ts'
import { Refused } from '../../http/refusal.ts'
import type { Person } from '../../person.ts'
import { ADMINISTERS } from '../notices/public.ts'
import { type ApprovalHandler, decideBy } from './deciding.ts'

const list = (column: string) => `to_json(t.${column})`
const names = (table: string, column: string) =>
  `(select coalesce(json_agg(x.name order by x.id), '[]') from ${table} x where x.id = any(t.${column}) and x.removed_at is null)`

const perLevel = Object.fromEntries(
  [1, 2, 3].flatMap(level => [
    [`userIds${level}`, list(`user_ids${level}`)],
    [`roleIds${level}`, list(`role_ids${level}`)],
    [`userNames${level}`, names('account', `user_ids${level}`)],
    [`roleNames${level}`, names('role', `role_ids${level}`)],
  ]),
)

const inUse = (level: number) =>
  `(cardinality(t.user_ids${level}) + cardinality(t.role_ids${level}) > 0)::int`

const faults: Readonly<Record<FlowFault['fault'], ErrorId>> = {
  tooFew: 'approval.tooFew',
  sameTwice: 'approval.sameTwice',
  gap: 'approval.gap',
}

const flowTable: Table = {
  name: 'approval_flow',
  columns: { ...perLevel, levels: [1, 2, 3].map(inUse).join(' + ') },
  unique: { approval_flow_kind: 'kind' },
  changedBy: 'changedByName',
  beforeSave: async ({ input, before, context }) => {
    const found = flowFault(levelsOf(z.parse(approvalFlowForm, { ...before, ...input })))
    if (found) throw new Refused(faults[found.fault], { field: `userIds${found.level}` })
    return { changed_by_name: context.person.name }
  },
}

const AWAY = {
  state: `case when t.starts_at > (extract(epoch from now()) * 1000)::bigint then 'planned'
    when t.ends_at <= (extract(epoch from now()) * 1000)::bigint then 'ended' else 'running' end`,
}

const mayForOthers = ({ permissions }: Person) => holds(permissions, ADMINISTERS)

/** Everybody names who stands in for themselves; administrators for anybody who is away without having said so. */
function refuseForOthers(person: Person, userId: unknown): void {
  if (userId !== person.accountId && !mayForOthers(person)) throw new Refused('forbidden')
}

const standInTable: Table = {
  name: 'stand_in',
  columns: { ...AWAY, kinds: list('kinds') },
  visible: ({ person }, bind) =>
    mayForOthers(person)
      ? undefined
      : `(t.user_id = ${bind(person.accountId)} or t.deputy_id = ${bind(person.accountId)})`,
  beforeSave: async ({ input, before, context }: Saving) => {
    const whole = { ...before, ...input }
    whole.userId ??= context.person.accountId
    refuseForOthers(context.person, whole.userId)
    if (before) refuseForOthers(context.person, before.userId)
    if (whole.userId === whole.deputyId) throw new Refused('approval.ownDeputy', { field: 'deputyId' })
    const checked = standInForm.safeParse(whole)
    if (!checked.success) throw refusalOf(checked.error.issues, whole)
    return { user_id: checked.data.userId }
  },
  beforeRemove: async ({ context, row }: Changing) => refuseForOthers(context.person, row.userId),
}

/** People see what they asked for, what they are or were asked, for themselves or for others; administrators see all. */
const caseTable = (bus: Bus, handlers: readonly ApprovalHandler[]): Table => {
  const byKind = new Map(handlers.map(handler => [handler.kind, handler]))
  return {
    name: 'approval_case',
    columns: { levels: 'jsonb_array_length(t.kept_levels)' },
    changedBy: 'lastByName',
    visible: ({ person }, bind) => {
      if (mayForOthers(person)) return undefined
      const me = bind(person.accountId)
      const principals = `(select approval_principals(${me}::bigint, ${bind(Date.now())}::bigint))`
      return `(t.applicant_id = ${me}
        or exists (select from approval_decision d where d.case_id = t.id and d.actor_id = ${me})
        or t.user_ids && ${principals}
        or t.role_ids && (select coalesce(array_agg(ar.role_id), '{}') from account_role ar
          where ar.account_id = any(${principals}::bigint[])))`
    },
    commands: {
      approve: decideBy(byKind, bus, 'approve'),
      return: decideBy(byKind, bus, 'return'),
      reject: decideBy(byKind, bus, 'reject'),
    },
  }
}

/** `handlers`: the owners of what is approved, one a kind. */
export const approvalStores = (bus: Bus, handlers: readonly ApprovalHandler[]): Store[] => [
  { entity: approvalFlow, table: flowTable },
  { entity: standIn, table: standInTable },
  { entity: approvalCase, table: caseTable(bus, handlers) },
]
