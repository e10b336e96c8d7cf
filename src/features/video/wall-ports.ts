// The world of a wall: this session's server, the microphone, the notices.
import { camerasHealth, keepViews } from '../../contract/endpoints/cameras.ts'
import { cameraPermissions } from '../../domain/camera/camera.ts'
import { holds } from '../../domain/permission.ts'
import { onCameraChanges } from '../../platform/camera-changes.ts'
import { getConnection, subscribeConnection } from '../../platform/connection.ts'
import { sendRequest } from '../../platform/http.ts'
import { lineClock } from '../../platform/rtc/line-clock.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { getSession } from '../../platform/session-store.ts'
import { showToast } from '../../platform/toast.ts'
import { refusalWords, talkWords } from './video-words.ts'
import type { WallPorts } from './wall.driver.ts'

const maySpeak = () => holds(getSession()?.permissions ?? new Set(), cameraPermissions.talk)

/** A wall has no live changes: how its cameras stand it asks. */
const HEALTH_MS = 5_000

export const wallPorts: WallPorts = {
  live: () =>
    import('../../platform/video/live-line.ts').then(({ createLivePort }) => createLivePort(maySpeak)),
  keepViews: async viewIds => (await sendRequest(keepViews, { viewIds })).over,
  askHealth: () => sendRequest(camerasHealth, {}),
  onHealth: listener => onCameraChanges(({ health }) => listener(health)),
  onReached(listener) {
    let online = getConnection().online
    return subscribeConnection(() => {
      const now = getConnection().online
      if (now && !online) listener()
      online = now
    })
  },
  refuse: why => showToast({ kind: 'tip', message: refusalWords[why] }),
  sayTalk: fault => showToast({ kind: 'tip', message: talkWords(fault) }),
  serverNow,
  clock: lineClock,
}

/** The same for a screen that hangs in a room and is nobody. */
export const screenPorts: WallPorts = {
  ...wallPorts,
  onHealth(listener) {
    const timer = setInterval(() => {
      sendRequest(camerasHealth, {}).then(
        list => {
          for (const each of list) listener(each)
        },
        () => {
          // The screen says by itself that the server is away.
        },
      )
    }, HEALTH_MS)
    return () => clearInterval(timer)
  },
}
