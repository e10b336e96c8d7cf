// Who is connected: people by account and session, devices by IMEI, and which of those listen to their orders.
import type { Client } from 'aedes'
import type { Live } from '../person.ts'
import type { Peer } from './access.ts'
import { deviceName, ordersName, personName } from './elsewhere.ts'
import type { ConnectingDevice } from './ports.ts'

export interface Connections {
  /** Also of one that is just going: its last words are its own. */
  peerOf(client: Client | null): Peer | undefined
  isHere(client: Client): boolean
  /** Takes a connection in. One that has the same client id is closed, and is nowhere from now on. */
  add(client: Client, peer: Peer): void
  remove(client: Client): void
  /** A device has subscribed to its orders; false when it is gone already. */
  beginsToListen(client: Client): boolean
  stopsListening(client: Client): void
  listens(imei: string): boolean
  /** Calls back when some device has begun or ceased to listen. Answers the function that stops it. */
  onListening(listener: () => void): () => void
  /** Calls back with the name of each connection that comes or goes, and of each that begins or ceases to listen. */
  onHere(listener: (name: string, by: 1 | -1) => void): void
  /** Closes what is left of a device here that has connected to another process. */
  closeGhost(imei: string, clientId: string): void
  /** Whether the device of a connection is here by another one. */
  hasAnother(client: Client): boolean
  people(): ReadonlySet<number>
  counts(): { people: number; devices: number }
  /** Closes the connections of these sessions. */
  endSessions(tokenHashes: readonly string[]): void
  /** People stay as long as their session lives, with the rights it has now. */
  reviewPeople(findSession: (tokenHash: string) => Promise<Live | undefined>): Promise<void>
  /** Devices stay as long as they may connect; `refused` hears of each that must go. */
  reviewDevices(
    ids: readonly number[],
    fresh: (imei: string) => Promise<ConnectingDevice | undefined>,
    refused: (client: Client) => void,
  ): Promise<void>
  closeDevices(ids: readonly number[]): void
  /** Closes the connections of all people; they come back by themselves. */
  closePeople(): void
  /** Closes connections of devices whose certificate ends by then. */
  closeCertified(until: number): void
}

export function createConnections(): Connections {
  const peers = new WeakMap<Client, Peer>()
  const here = new Map<Client, Peer>()
  const byClientId = new Map<string, Client>()
  /** Most have one connection. */
  const byImei = new Map<string, readonly Client[]>()
  const listening = new Set<Client>()
  const listeners = new Set<() => void>()
  const onHere = new Set<(name: string, by: 1 | -1) => void>()
  const tell = (name: string, by: 1 | -1) => {
    for (const listener of onHere) listener(name, by)
  }
  const nameOf = (client: Client, peer: Peer) =>
    peer.is === 'person' ? personName(peer.person.accountId) : deviceName(peer.imei, client.id)
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const deafen = (client: Client) => {
    if (!listening.delete(client)) return
    const peer = peers.get(client)
    if (peer?.is === 'device') tell(ordersName(peer.imei), -1)
    changed()
  }
  const devicesOf = (imei: string): readonly Client[] => byImei.get(imei) ?? []
  const remove = (client: Client) => {
    const peer = here.get(client)
    if (!peer) return
    here.delete(client)
    if (byClientId.get(client.id) === client) byClientId.delete(client.id)
    if (peer.is === 'device') {
      const others = devicesOf(peer.imei).filter(other => other !== client)
      if (others.length > 0) byImei.set(peer.imei, others)
      else byImei.delete(peer.imei)
    }
    deafen(client)
    tell(nameOf(client, peer), -1)
  }

  return {
    peerOf: client => (client ? peers.get(client) : undefined),
    isHere: client => here.has(client),
    add: (client, peer) => {
      const before = byClientId.get(client.id)
      peers.set(client, peer)
      here.set(client, peer)
      byClientId.set(client.id, client)
      if (peer.is === 'device') byImei.set(peer.imei, [...devicesOf(peer.imei), client])
      tell(nameOf(client, peer), 1)
      if (!before) return
      remove(before)
      before.close()
    },
    remove,
    beginsToListen: client => {
      if (!here.has(client)) return false
      const peer = here.get(client)
      if (!listening.has(client) && peer?.is === 'device') tell(ordersName(peer.imei), 1)
      listening.add(client)
      changed()
      return true
    },
    stopsListening: deafen,
    listens: imei => devicesOf(imei).some(client => listening.has(client)),
    onListening: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onHere: listener => void onHere.add(listener),
    closeGhost: (imei, clientId) => {
      const client = byClientId.get(clientId)
      const peer = client && here.get(client)
      if (client && peer?.is === 'device' && peer.imei === imei) client.close()
    },
    hasAnother: client => {
      const peer = peers.get(client)
      return peer?.is === 'device' && devicesOf(peer.imei).some(other => other !== client)
    },
    people: () =>
      new Set([...here.values()].flatMap(peer => (peer.is === 'person' ? [peer.person.accountId] : []))),
    counts: () => {
      const people = [...here.values()].filter(peer => peer.is === 'person').length
      return { people, devices: here.size - people }
    },
    endSessions: tokenHashes => {
      for (const [client, peer] of here)
        if (peer.is === 'person' && tokenHashes.includes(peer.tokenHash)) client.close()
    },
    reviewPeople: async findSession => {
      for (const [client, peer] of here) {
        if (peer.is !== 'person') continue
        const live = await findSession(peer.tokenHash)
        if (!live) client.close()
        // A topic that is no longer theirs goes silent by itself: every delivery asks again.
        else peer.person = live.person
      }
    },
    reviewDevices: async (ids, fresh, refused) => {
      for (const [client, peer] of here) {
        if (peer.is !== 'device' || !ids.includes(peer.id)) continue
        const device = await fresh(peer.imei)
        if (device?.allowed && device.id === peer.id) continue
        refused(client)
        client.close()
      }
    },
    closePeople: () => {
      for (const [client, peer] of here) if (peer.is === 'person') client.close()
    },
    closeCertified: until => {
      for (const [client, peer] of here)
        if (peer.is === 'device' && peer.certifiedUntil !== undefined && peer.certifiedUntil <= until)
          client.close()
    },
    closeDevices: ids => {
      for (const [client, peer] of here) if (peer.is === 'device' && ids.includes(peer.id)) client.close()
    },
  }
}
