// The roll as a phone shows it, and what is said from it: at once, or kept with its time until the network is back.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { RowOf } from '../../domain/entity.ts'
import type { HeadCount } from '../../domain/muster/head-count.ts'
import type { AddPersonInput, muster, RollPerson } from '../../domain/muster/muster.ts'
import { foldRoll, type SightInput, type Standing, type Word } from '../../domain/muster/sighting.ts'
import { newKey } from '../../platform/http.ts'
import { queuedActions } from '../../platform/queue.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { runCommand, showFailure } from '../../resource/run-command.ts'
import { useSession } from '../../resource/surroundings.ts'
import type { Values } from '../../resource/view.ts'
import { musterView } from './muster.view.tsx'
import { rollOptions, type SaidHere, waitingOf, wordOf } from './roll-query.ts'

export type MusterRow = RowOf<typeof muster>

export interface ShownRoll {
  people: readonly RollPerson[]
  standings: ReadonlyMap<string, Standing>
  counts: readonly HeadCount[]
  /** Ids of what waits on this device; its size is their sum. */
  waiting: ReadonlySet<string>
}

export interface Saying {
  sight: (said: Omit<SightInput, 'sighting'>, name: string) => void
  addPerson: (said: Omit<AddPersonInput, 'sighting' | 'person'>) => void
  countHeads: (point: string, heads: number, name: string) => void
}

const NOTHING: SaidHere = { people: [], words: [], counts: [] }

/** Of each key the first. */
function once<Each>(all: readonly Each[], keyOf: (each: Each) => string): Each[] {
  return [...new Map(all.toReversed().map(each => [keyOf(each), each])).values()].toReversed()
}

export function useRoll(row: MusterRow) {
  const client = useQueryClient()
  const user = useSession()?.user
  const [id, name] = [user?.id ?? 0, user?.name ?? '']
  const isWarden = row.wardens.some(each => each.id === id)
  const query = useQuery(rollOptions(row.id, isWarden))
  const queued = useSyncExternalStore(queuedActions.subscribe, queuedActions.read)
  /** Said here a moment ago: stands at once, and goes when the server refuses it. */
  const [mine, setMine] = useState(NOTHING)

  const data = query.data
  const shown = useMemo<ShownRoll | undefined>(() => {
    if (!data) return undefined
    const waits = waitingOf(queued, row.id, { id, name })
    // What the server has goes before what was said here: it knows when it heard of it.
    const people = once([...data.people, ...waits.people, ...mine.people], ({ key }) => key)
    const words: Word[] = [...data.words, ...waits.words, ...mine.words]
    const arrived = new Set([...data.words, ...data.counts].map(each => each.id))
    return {
      people,
      standings: foldRoll(
        people.map(({ key }) => key),
        [...words, ...data.hints],
        data.closedAt,
      ),
      counts: once([...data.counts, ...waits.counts, ...mine.counts], each => each.id),
      waiting: new Set(
        [...waits.words, ...waits.counts].map(each => each.id).filter(each => !arrived.has(each)),
      ),
    }
  }, [data, queued, mine, row.id, id, name])

  const tell = async (command: string, input: Values, subject: string, here: Partial<SaidHere>) => {
    const said = { ...NOTHING, ...here }
    setMine(before => ({
      people: [...before.people, ...said.people],
      words: [...before.words, ...said.words],
      counts: [...before.counts, ...said.counts],
    }))
    const takeBack = () =>
      setMine(before => ({
        people: before.people.filter(each => !said.people.includes(each)),
        words: before.words.filter(each => !said.words.includes(each)),
        counts: before.counts.filter(each => !said.counts.includes(each)),
      }))
    try {
      const [refused] = await runCommand(client, {
        ...{ view: musterView, command, rows: [row], input, subject },
        // Twenty ticks in a minute need no twenty messages: the row itself says what has become of it.
        quiet: true,
      })
      if (refused) takeBack()
      else void invalidateEntity(client, { key: musterView.entity.key })
    } catch (error) {
      takeBack()
      showFailure(error)
    }
  }

  const saying: Saying = {
    sight: (said, subject) => {
      const input = { ...said, sighting: newKey() }
      void tell('sight', input, subject, { words: [wordOf(input, serverNow(), { id, name })] })
    },
    addPerson: said => {
      const input = { ...said, person: `walkUp:${newKey()}`, sighting: newKey() }
      const person: RollPerson = {
        ...{ key: input.person, name: said.name, detail: said.detail ?? null, point: said.point ?? null },
        ...{ signs: [], addedByName: name, addedAt: null },
      }
      void tell('addPerson', input, said.name, {
        people: [person],
        words: [wordOf(input, serverNow(), { id, name })],
      })
    },
    countHeads: (point, heads, subject) => {
      const input = { count: newKey(), point, heads }
      void tell('countHeads', input, subject, {
        counts: [{ id: input.count, point, heads, byId: id, by: name, at: serverNow(), recordedAt: null }],
      })
    },
  }
  return { query, shown, saying, isWarden }
}
