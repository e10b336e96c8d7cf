// What people do with an emergency: judged by its log as it is, written down as a line of it.
import * as z from 'zod/mini'
import { emergency } from '../../../src/domain/emergency/emergency.ts'
import {
  type EmergencyRole,
  entriesOf,
  holdersOf,
  isAttached,
  itemsOf,
  type LogEntry,
  type LogFacts,
  openHandovers,
} from '../../../src/domain/emergency/emergency-log.ts'
import { type EmergencyAct, emergencyAfter } from '../../../src/domain/emergency/emergency-step.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Bus } from '../../bus.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Commanding, Table } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { labelOf, readThing, type StoreOf } from './attaching.ts'
import { addEntry, entriesOfEmergency } from './log-rows.ts'
import { type Reader, readersOf, refuseOthers } from './people.ts'
import { noteTold, tellPeople, waitingFor } from './telling.ts'
import { NO_TEXTS, noteFates, planTexts, sendTexts, type TextCarrier } from './texting.ts'

interface Given {
  bus: Bus
  texts: TextCarrier
  storeOf: StoreOf
}

/** A command with its input as its schema reads it; the wire has checked it before. */
const reading =
  <Input extends z.ZodMiniType>(
    { input }: { input: Input },
    work: (input: z.output<Input>, commanding: Commanding) => Promise<void>,
  ) =>
  (commanding: Commanding): Promise<void> =>
    work(z.parse(input, commanding.input), commanding)

const does = emergency.commands

/** Adds a line to the log of the row; answers its number. */
const write = ({ context, row, tenantId, at }: Commanding, facts: LogFacts, event?: string) =>
  addEntry(context.sql, {
    ...{ tenantId, emergencyId: row.id, person: context.person, at, facts },
    ...(event !== undefined && { event }),
  })

const logOf = ({ context, row }: Commanding): Promise<LogEntry[]> => entriesOfEmergency(context.sql, row.id)

function lineOf<Kind extends LogFacts['kind']>(entries: readonly LogEntry[], kind: Kind, id: number) {
  const found = entriesOf(entries, kind).find(each => each.id === id)
  if (!found) throw new Refused('field.reference', { field: 'input.entry' })
  return found
}

export function emergencyCommands(given: Given): NonNullable<Table['commands']> {
  return { ...steps(), ...contents(given), ...roles(given), ...messages(given) }
}

function steps(): NonNullable<Table['commands']> {
  const step = async (commanding: Commanding, act: EmergencyAct, text: string): Promise<void> => {
    const { context, row, at } = commanding
    const state = emergencyAfter(z.parse(emergency.schema.shape.state, row.state), act)
    if (!state) throw new Refused('state.transition', { field: 'state' })
    await rowsOf(
      context.sql,
      tables
        .updateTable('emergency')
        .set({
          state,
          closed_at: state === 'closed' ? at : null,
          // What was found once stays in the log; the row has what holds now.
          finding: state === 'closed' ? text : null,
        })
        .where('id', '=', row.id)
        .returning('id'),
    )
    await write(commanding, { kind: 'step', act, text })
  }
  return {
    stabilise: reading(does.stabilise, ({ text }, commanding) => step(commanding, 'stabilise', text)),
    close: reading(does.close, ({ finding }, commanding) => step(commanding, 'close', finding)),
    reopen: reading(does.reopen, ({ text }, commanding) => step(commanding, 'reopen', text)),
  }
}

function contents({ storeOf }: Given): NonNullable<Table['commands']> {
  return {
    note: reading(does.note, async ({ event, text }, commanding) => {
      await write(commanding, { kind: 'note', text }, event)
    }),
    know: reading(does.know, async (said, commanding) => {
      await write(commanding, { kind: 'statement', ...said })
    }),
    attach: reading(does.attach, async ({ of, subjectId }, commanding) => {
      const { context, tenantId } = commanding
      const row = await readThing(storeOf, { of, subjectId, tenantId }, context)
      if (isAttached(await logOf(commanding), of, subjectId))
        throw new Refused('field.duplicate', { field: 'input.subjectId' })
      await write(commanding, { kind: 'item', of, subjectId, label: labelOf(of, row) })
    }),
    strike: reading(does.strike, async ({ entry, reason }, commanding) => {
      const entries = await logOf(commanding)
      lineOf(entries, 'item', entry)
      if (itemsOf(entries).find(each => each.entry.id === entry)?.struck)
        throw new Refused('state.transition', { field: 'input.entry' })
      await write(commanding, { kind: 'struck', entry, text: reason })
    }),
  }
}

function roles({ bus }: Given): NonNullable<Table['commands']> {
  return {
    assign: reading(does.assign, async ({ role, userId }, commanding) => {
      const { sql } = commanding.context
      const [person] = await refuseOthers(sql, commanding.row.id, [userId], 'input.userId', 'emergency.work')
      if (person) await write(commanding, { kind: 'role', role, userId, name: person.name })
    }),
    handOver: reading(does.handOver, async ({ part, userId, note }, commanding) => {
      const { context, row, tenantId } = commanding
      const { sql, person } = context
      // One hands over what one has, or leads everybody.
      if (!holds(person.permissions, 'emergency.lead'))
        refuseUnlessHeld(await logOf(commanding), part, person)
      const [to] = await refuseOthers(sql, row.id, [userId], 'input.userId', 'emergency.work')
      if (!to) return
      await write(commanding, { kind: 'handover', part, userId, name: to.name, text: note })
      await tellPeople(sql, bus, {
        ...{ tenantId, emergencyId: row.id, title: String(row.title), author: person.name },
        ...{ text: note, spoken: false, accountIds: [userId] },
      })
    }),
    accept: reading(does.accept, async ({ entry }, commanding) => {
      const { context, row } = commanding
      const entries = await logOf(commanding)
      const { facts } = lineOf(entries, 'handover', entry)
      // Nobody else can say that they know what they take over.
      if (facts.userId !== context.person.accountId) throw new Refused('forbidden')
      if (!openHandovers(entries).some(each => each.id === entry))
        throw new Refused('state.transition', { field: 'input.entry' })
      await write(commanding, { kind: 'accepted', entry, part: facts.part })
      if (facts.part !== 'whole') return
      await rowsOf(
        context.sql,
        tables
          .updateTable('emergency')
          .set({ owner_id: facts.userId, owner_name: facts.name })
          .where('id', '=', row.id)
          .returning('id'),
      )
    }),
  }
}

function refuseUnlessHeld(
  entries: readonly LogEntry[],
  part: 'whole' | EmergencyRole,
  { accountId }: { accountId: number },
): void {
  const holder = holdersOf(entries).get(part === 'whole' ? 'lead' : part)
  if (holder?.userId !== accountId) throw new Refused('forbidden')
}

function messages({ bus, texts: carrier }: Given): NonNullable<Table['commands']> {
  const about = ({ context, row, tenantId }: Commanding) => ({
    ...{ tenantId, emergencyId: row.id, title: String(row.title), author: context.person.name },
    drill: row.kind === 'drill',
  })
  const planned = (
    { context, tenantId }: Commanding,
    people: readonly Reader[],
    agreed: number | undefined,
  ) => (agreed === undefined ? NO_TEXTS : planTexts(context.sql, carrier, { tenantId, people, agreed }))
  return {
    tell: reading(does.tell, async ({ text, userIds, spoken, texts }, commanding) => {
      const { sql } = commanding.context
      const people = await refuseOthers(sql, commanding.row.id, userIds, 'input.userIds')
      const plan = await planned(commanding, people, texts)
      const entryId = await write(commanding, {
        ...{ kind: 'message', text, people: people.length, spoken },
        ...(texts !== undefined && { texts: plan.to.length }),
      })
      if (entryId === undefined) return
      await noteTold(sql, { ...about(commanding), entryId, spoken }, people, plan.fates)
      await sendTexts(sql, carrier, { ...about(commanding), entryId, text }, plan)
      await tellPeople(sql, bus, { ...about(commanding), text, spoken, accountIds: userIds })
    }),
    remind: reading(does.remind, async ({ entry, texts }, commanding) => {
      const { sql } = commanding.context
      const { facts } = lineOf(await logOf(commanding), 'message', entry)
      const waiting = await waitingFor(sql, entry)
      if (waiting.length === 0) throw new Refused('state.transition', { field: 'input.entry' })
      // Who may no longer see it is not told more of it.
      const wanted = new Set(waiting.map(({ accountId }) => accountId))
      const people = (await readersOf(sql, commanding.row.id)).filter(({ id }) => wanted.has(id))
      const accountIds = people.map(({ id }) => id)
      const plan = await planned(commanding, people, texts)
      await write(commanding, {
        ...{ kind: 'reminded', entry, people: accountIds.length },
        ...(texts !== undefined && { texts: plan.to.length }),
      })
      await noteFates(sql, entry, plan)
      await sendTexts(sql, carrier, { ...about(commanding), entryId: entry, text: facts.text }, plan)
      await rowsOf(
        sql,
        tables
          .updateTable('emergency_told')
          .set(({ eb }) => ({ times: eb('times', '+', 1) }))
          .where('entry_id', '=', entry)
          .where('confirmed_at', 'is', null)
          .returning('entry_id'),
      )
      await tellPeople(sql, bus, {
        ...about(commanding),
        ...{ text: facts.text, spoken: facts.spoken, accountIds },
      })
    }),
    confirm: reading(does.confirm, async ({ entry }, commanding) => {
      const { sql, person } = commanding.context
      lineOf(await logOf(commanding), 'message', entry)
      const [told] = await rowsOf(
        sql,
        tables
          .selectFrom('emergency_told')
          .select('confirmed_at')
          .where('entry_id', '=', entry)
          .where('account_id', '=', person.accountId),
      )
      // One confirms what one was told, for oneself.
      if (!told) throw new Refused('forbidden')
      if (told.confirmed_at !== null) return
      await rowsOf(
        sql,
        tables
          .updateTable('emergency_told')
          .set({ confirmed_at: commanding.at })
          .where('entry_id', '=', entry)
          .where('account_id', '=', person.accountId)
          .returning('entry_id'),
      )
      await write(commanding, { kind: 'confirmed', entry })
    }),
  }
}
