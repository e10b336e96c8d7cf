// Who is connected: people by account and session, devices by IMEI, and which of those listen to their orders.
import type { Client } from 'aedes'
import type { KnownDevice } from '../modules/ingest/devices.ts'
import type { Live } from '../modules/session/sessions.ts'
import type { Peer } from './access.ts'

export interface Connections {
  peerOf(client: Client | null): Peer | undefined
  add(client: Client, peer: Peer): void
  remove(client: Client): void
  /** A device has subscribed to its orders. */
  beginsToListen(client: Client): void
  listens(imei: string): boolean
  people(): ReadonlySet<number>
  counts(): { people: number; devices: number }
  /** Closes the connections of these sessions. */
  endSessions(tokenHashes: readonly string[]): void
  /** People stay as long as their session lives, with the rights it has now. */
  reviewPeople(findSession: (tokenHash: string) => Promise<Live | undefined>): Promise<void>
  /** Devices stay as long as they may connect; `refused` hears of each that must go. */
  reviewDevices(
    ids: readonly number[],
    fresh: (imei: string) => Promise<KnownDevice | undefined>,
    refused: (client: Client) => void,
  ): Promise<void>
  closeDevices(ids: readonly number[]): void
}

export function createConnections(): Connections {
  const peers = new Map<Client, Peer>()
  const byImei = new Map<string, Set<Client>>()
  const listening = new Set<Client>()
  return {
    peerOf: client => (client ? peers.get(client) : undefined),
    add: (client, peer) => {
      peers.set(client, peer)
      if (peer.is === 'device')
        byImei.set(peer.imei, (byImei.get(peer.imei) ?? new Set<Client>()).add(client))
    },
    remove: client => {
      const peer = peers.get(client)
      peers.delete(client)
      listening.delete(client)
      if (peer?.is !== 'device') return
      const set = byImei.get(peer.imei)
      set?.delete(client)
      if (set?.size === 0) byImei.delete(peer.imei)
    },
    beginsToListen: client => void listening.add(client),
    listens: imei => [...(byImei.get(imei) ?? [])].some(client => listening.has(client)),
    people: () =>
      new Set([...peers.values()].flatMap(peer => (peer.is === 'person' ? [peer.person.accountId] : []))),
    counts: () => {
      const people = [...peers.values()].filter(peer => peer.is === 'person').length
      return { people, devices: peers.size - people }
    },
    endSessions: tokenHashes => {
      for (const [client, peer] of peers)
        if (peer.is === 'person' && tokenHashes.includes(peer.tokenHash)) client.close()
    },
    reviewPeople: async findSession => {
      for (const [client, peer] of peers) {
        if (peer.is !== 'person') continue
        const live = await findSession(peer.tokenHash)
        if (!live) client.close()
        // A topic that is no longer theirs goes silent by itself: every delivery asks again.
        else peer.person = live.person
      }
    },
    reviewDevices: async (ids, fresh, refused) => {
      for (const [client, peer] of peers) {
        if (peer.is !== 'device' || !ids.includes(peer.id)) continue
        const device = await fresh(peer.imei)
        if (device?.allowed && device.id === peer.id) continue
        refused(client)
        client.close()
      }
    },
    closeDevices: ids => {
      for (const [client, peer] of peers) if (peer.is === 'device' && ids.includes(peer.id)) client.close()
    },
  }
}
