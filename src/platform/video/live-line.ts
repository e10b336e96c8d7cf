// Live pictures over WebRTC: one offer to the server, one answer, and what the browser counts.
import { leaveView, talkThroughCamera, videoSetup, watchCamera } from '../../contract/endpoints/cameras.ts'
import { cameraFault } from '../../domain/camera/camera.ts'
import type { WatchFault } from '../../domain/video/player.ts'
import { sendRequest } from '../http.ts'
import { RequestError } from '../request-error.ts'
import { problemOfCapture, problemOfMicrophone } from '../rtc/media-check.ts'
import { type Microphone, openMicrophone } from '../rtc/microphone.ts'
import { healthBetween, type PictureCounters, pictureCounters } from './picture-health.ts'
import { type LiveLine, type LivePort, TalkError, WatchError } from './port.ts'

/** Credentials of relays end some time after they were handed out. */
const SETUP_KEPT_MS = 600_000

/** `maySpeak`: asked of the person's rights, so that the line is made ready for it. */
export function createLivePort(maySpeak: () => boolean): LivePort {
  let setup: { at: number; iceServers: Promise<RTCIceServer[]> } | undefined
  const servers = () => {
    const now = performance.now()
    if (!setup || now - setup.at > SETUP_KEPT_MS) {
      const iceServers = sendRequest(videoSetup, {}).then(answer => answer.iceServers)
      const mine = { at: now, iceServers }
      setup = mine
      iceServers.catch(() => {
        if (setup === mine) setup = undefined
      })
    }
    return setup.iceServers
  }
  return {
    async open({ cameraId, stream, abort, onBroken }) {
      if (typeof RTCPeerConnection !== 'function') throw new WatchError('codec')
      const iceServers = await servers().catch(refused)
      abort.throwIfAborted()
      const peer = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' })
      const media = new MediaStream()
      peer.addEventListener('track', ({ track }) => media.addTrack(track))
      peer.addTransceiver('video', { direction: 'recvonly' })
      const sound = peer.addTransceiver('audio', { direction: maySpeak() ? 'sendrecv' : 'recvonly' })
      try {
        await peer.setLocalDescription(await peer.createOffer())
        const { sdp, facts, ...view } = await sendRequest(
          watchCamera,
          { cameraId, stream, sdp: peer.localDescription?.sdp ?? '' },
          { signal: abort },
        ).catch(refused)
        if (abort.aborted) {
          // Given up while the server opened it.
          leave(view.viewId)
          abort.throwIfAborted()
        }
        await peer.setRemoteDescription({ type: 'answer', sdp }).catch((error: unknown) => {
          leave(view.viewId)
          throw new WatchError('codec', error)
        })
        peer.addEventListener('connectionstatechange', () => {
          if (peer.connectionState === 'failed') onBroken()
        })
        return lineOf({ peer, media, sender: sound.sender, facts: { ...view, stream: facts } })
      } catch (error) {
        peer.close()
        throw error
      }
    },
  }
}

interface Opened {
  peer: RTCPeerConnection
  media: MediaStream
  sender: RTCRtpSender
  facts: LiveLine['facts']
}

function lineOf({ peer, media, sender, facts }: Opened): LiveLine {
  const { viewId } = facts
  let before: PictureCounters | undefined
  let microphone: Microphone | undefined
  const silence = () => {
    microphone?.close()
    microphone = undefined
    sender.replaceTrack(null).catch(() => {
      // A sender of a line that has just closed.
    })
  }
  return {
    facts,
    media,
    async report() {
      const now = pictureCounters(await peer.getStats(), performance.now())
      const health = healthBetween(before, now)
      before = now
      return { health, frames: now.frames }
    },
    async talk(on) {
      if (!on) {
        silence()
        await sendRequest(talkThroughCamera, { viewId, on })
        return
      }
      const opened = await openMicrophone().catch(async (error: unknown) => {
        throw new TalkError(await problemOfMicrophone(problemOfCapture(error)), error)
      })
      try {
        await sendRequest(talkThroughCamera, { viewId, on })
        await sender.replaceTrack(opened.track)
        microphone = opened
      } catch (error) {
        opened.close()
        throw new TalkError(talkFaultOf(error), error)
      }
    },
    close() {
      silence()
      peer.close()
      leave(viewId)
    },
  }
}

function leave(viewId: string): void {
  sendRequest(leaveView, { viewId }).catch(() => {
    // A view that nobody keeps ends by itself.
  })
}

const talkFaultOf = (error: unknown) => {
  const id = error instanceof RequestError ? error.id : undefined
  return id === 'camera.talkBusy' ? 'busy' : id === 'camera.cannotTalk' ? 'cannot' : 'line'
}

function refused(error: unknown): never {
  throw new WatchError(watchFaultOf(error), error)
}

/** Why the server did not open a picture. */
export function watchFaultOf(error: unknown): WatchFault {
  if (!(error instanceof RequestError)) return 'line'
  const { id = '' } = error
  if (id === 'forbidden' || id === 'session.ended') return 'forbidden'
  if (id === 'row.unknown') return 'gone'
  if (id === 'camera.tooMany') return 'tooMany'
  if (id === 'camera.description') return 'codec'
  return cameraFault.options.find(fault => id === `camera.${fault}`) ?? 'line'
}
