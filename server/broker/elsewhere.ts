// Who is connected at the other server processes: devices, those of them that listen to their orders, and people. Each
// process tells what changes, numbered; whoever misses a number asks for all of it.
import * as z from 'zod/mini'
import { type Downlink, downlink } from '../../src/contract/device-messages.ts'
import { PROCESS_GONE_MS } from '../process-gone.ts'
import type { Peers } from './fan-out.ts'

/** `device IMEI CLIENT`, `orders IMEI` for one that listens, `person ID`. */
type Name = string
export const deviceName = (imei: string, clientId: string): Name => `device ${imei} ${clientId}`
export const ordersName = (imei: string): Name => `orders ${imei}`
export const personName = (accountId: number): Name => `person ${accountId}`

const BEAT_MS = 10_000
/** Changes within so many milliseconds are one word. */
const GATHER_MS = 30

const no = z.int().check(z.nonnegative())
const names = z.array(z.string())
const betweenPeers = z.discriminatedUnion('about', [
  /** Everybody, in answer to a question. */
  z.object({ about: z.literal('lines.all'), no, names }),
  z.object({ about: z.literal('lines.changed'), no, here: names, gone: names }),
  z.object({ about: z.literal('lines.beat'), no }),
  z.object({ about: z.literal('lines.asked') }),
  z.object({ about: z.literal('lines.gone') }),
  z.object({
    about: z.literal('lines.say'),
    imei: z.string(),
    message: downlink,
    qos: z.union([z.literal(0), z.literal(1)]),
  }),
])

export interface Elsewhere {
  /** Whether a device is connected to another process. */
  isThere(imei: string): boolean
  listens(imei: string): boolean
  /** Calls back when somebody has come or gone there. Answers the function that stops it. */
  onChange(listener: () => void): () => void
  people(): Iterable<number>
  /** Leaves an order with the process where the device listens; false where it listens nowhere. */
  toDevice(imei: string, message: Downlink, qos: 0 | 1): boolean
  stop(): void
}

interface Options {
  peers: Peers
  /** Calls back with each name that came here, or went: once for each connection that has it. */
  onHere(listener: (name: Name, by: 1 | -1) => void): void
  /** A device that was here has connected elsewhere with the same client id: what is left of it here is a ghost. */
  moved(imei: string, clientId: string): void
  /** An order for a device that is connected here. */
  deliver(imei: string, message: Downlink, qos: 0 | 1): void
}

/** Several connections may have one name. */
function add(count: Map<Name, number>, name: Name, by: 1 | -1): void {
  const left = (count.get(name) ?? 0) + by
  if (left > 0) count.set(name, left)
  else count.delete(name)
}

export function followLines({ peers, onHere, moved, deliver }: Options): Elsewhere {
  const processes = new Map<string, { at: number; no: number; names: Set<Name> }>()
  const count = new Map<Name, number>()
  const imeiOf = (name: Name) => (name.startsWith('device ') ? (name.split(' ', 2)[1] ?? '') : undefined)
  /** A device counts by its IMEI too, whatever its client id. */
  const change = (name: Name, by: 1 | -1) => {
    add(count, name, by)
    const imei = imeiOf(name)
    if (imei !== undefined) add(count, `device ${imei}`, by)
  }
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const forget = (process: string) => {
    for (const name of processes.get(process)?.names ?? []) change(name, -1)
    processes.delete(process)
  }

  const here = new Map<Name, number>()
  /** Names of which the others do not know yet how they stand now. */
  const untold = new Set<Name>()
  const told = new Set<Name>()
  let said = 0
  let gathering: NodeJS.Timeout | undefined
  const tellChanges = () => {
    clearTimeout(gathering)
    gathering = undefined
    const changes = [...untold].filter(name => here.has(name) !== told.has(name))
    untold.clear()
    const came = changes.filter(name => here.has(name))
    const gone = changes.filter(name => !here.has(name))
    for (const name of came) told.add(name)
    for (const name of gone) told.delete(name)
    if (changes.length > 0) peers.tell({ about: 'lines.changed', no: ++said, here: came, gone })
  }
  const tellAll = () => {
    tellChanges()
    peers.tell({ about: 'lines.all', no: said, names: [...told] })
  }
  let stopped = false
  onHere((name, by) => {
    if (stopped) return
    add(here, name, by)
    untold.add(name)
    gathering ??= setTimeout(tellChanges, GATHER_MS)
  })

  const ask = () => peers.tell({ about: 'lines.asked' })
  peers.hear((what, from) => {
    const read = z.safeParse(betweenPeers, what)
    if (!read.success) return
    const word = read.data
    const known = processes.get(from)
    switch (word.about) {
      case 'lines.asked':
        return tellAll()
      case 'lines.gone':
        forget(from)
        return changed()
      case 'lines.say':
        return deliver(word.imei, word.message, word.qos)
      case 'lines.beat':
        if (known) known.at = Date.now()
        if (known?.no !== word.no) ask()
        return
      case 'lines.all':
        if (known && known.no > word.no) return
        forget(from)
        processes.set(from, { at: Date.now(), no: word.no, names: new Set(word.names) })
        for (const name of word.names) change(name, 1)
        return changed()
      case 'lines.changed': {
        if (known ? known.no + 1 !== word.no : word.no !== 1) {
          // What was missed may be in here already.
          if (!known || known.no < word.no) ask()
          return
        }
        const process = known ?? { at: 0, no: 0, names: new Set<Name>() }
        Object.assign(process, { at: Date.now(), no: word.no })
        processes.set(from, process)
        for (const name of word.gone) if (process.names.delete(name)) change(name, -1)
        for (const name of word.here) {
          if (process.names.has(name)) continue
          process.names.add(name)
          change(name, 1)
          const imei = imeiOf(name)
          if (imei !== undefined) moved(imei, name.slice(`device ${imei} `.length))
        }
        changed()
      }
    }
  })
  // Who was told something that was lost finds the gap by the next number; who lost something asks.
  peers.onBack(() => {
    ask()
    tellAll()
  })
  const beats = setInterval(() => {
    peers.tell({ about: 'lines.beat', no: said })
    const lost = [...processes].filter(([, { at }]) => Date.now() - at > PROCESS_GONE_MS)
    for (const [process] of lost) forget(process)
    if (lost.length > 0) changed()
  }, BEAT_MS)
  beats.unref()
  ask()

  const has = (name: Name) => count.has(name)
  return {
    isThere: imei => has(`device ${imei}`),
    listens: imei => has(ordersName(imei)),
    onChange: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    people: function* () {
      for (const name of count.keys()) if (name.startsWith('person ')) yield Number(name.slice(7))
    },
    toDevice: (imei, message, qos) => {
      if (!has(ordersName(imei))) return false
      peers.tell({ about: 'lines.say', imei, message, qos })
      return true
    },
    stop: () => {
      stopped = true
      clearInterval(beats)
      clearTimeout(gathering)
      peers.tell({ about: 'lines.gone' })
    },
  }
}
