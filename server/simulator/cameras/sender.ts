// A simulated device that sends its picture and sound by WHIP (RFC 9725): the recorded visitor, over and over.
import type { Player } from '../door-unit/player.ts'
import { openPeer } from '../peer.ts'

export interface Sending {
  stop(): Promise<void>
}

/** Resolves once the server has taken it; rejects with its status. */
export async function sendByWhip(options: {
  /** Absolute. */
  url: string
  token: string
  onEnd(): void
}): Promise<Sending> {
  const { url, token, onEnd } = options
  const { peer, microphone, camera, play } = await openPeer()
  const sight = peer.addTransceiver(camera, { direction: 'sendonly' })
  peer.addTransceiver(microphone, { direction: 'sendonly' })
  let player: Player | undefined
  let over = false
  const end = () => {
    if (over) return
    over = true
    player?.stop()
    peer.close().catch(() => {})
    onEnd()
  }
  sight.sender.onPictureLossIndication.subscribe(() => player?.refresh())
  peer.connectionStateChange.subscribe(state => {
    if (state === 'failed' || state === 'closed' || state === 'disconnected') return end()
    if (state !== 'connected' || player) return
    player = play()
  })
  await peer.setLocalDescription(await peer.createOffer())
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${token}` },
    body: peer.localDescription?.sdp ?? '',
  })
  if (response.status !== 201) {
    end()
    throw new Error(`refused: ${response.status}`)
  }
  await peer.setRemoteDescription({ type: 'answer', sdp: await response.text() })
  const session = new URL(response.headers.get('location') ?? '', url)
  return {
    async stop() {
      end()
      await fetch(session, { method: 'DELETE' }).catch(() => undefined)
    },
  }
}
