// The part of Agora's SDK that calls need, made quiet: it neither logs nor reports home of its own accord.
import {
  checkSystemRequirements,
  createCameraVideoTrack,
  createClient,
  createMicrophoneAudioTrack,
  disableLogUpload,
  setLogLevel,
  setParameter,
} from 'agora-rtc-sdk-ng/esm'

/** A track that the SDK opened or received. */
export interface AgoraTrack {
  getMediaStreamTrack: () => MediaStreamTrack
}
export interface AgoraOwnTrack extends AgoraTrack {
  on(event: 'track-ended', listener: () => void): void
  close: () => void
}
export interface AgoraMicrophone extends AgoraOwnTrack {
  /** 0 to 1000; 100 is as captured. */
  setVolume: (volume: number) => void
}
export interface AgoraUser {
  uid: string | number
  hasAudio: boolean
  hasVideo: boolean
}

type Heard<Arguments extends unknown[]> = (...heard: Arguments) => void

export interface AgoraClient {
  on(event: 'user-published' | 'user-unpublished', listener: Heard<[user: AgoraUser, kind: string]>): void
  on(event: 'user-left', listener: Heard<[user: AgoraUser]>): void
  on(event: 'connection-state-change', listener: Heard<[now: string, before: string, reason?: string]>): void
  on(
    event: 'network-quality',
    listener: Heard<[quality: { uplinkNetworkQuality: number; downlinkNetworkQuality: number }]>,
  ): void
  removeAllListeners(): void
  join(appId: string, channel: string, token: string, uid: string | number): Promise<string | number>
  leave(): Promise<void>
  publish(tracks: AgoraOwnTrack[] | AgoraOwnTrack): Promise<void>
  unpublish(tracks?: AgoraOwnTrack[] | AgoraOwnTrack): Promise<void>
  subscribe(user: AgoraUser, kind: 'audio' | 'video'): Promise<AgoraTrack>
  getRTCStats(): { RTT: number }
  /** Rates are of 1, and not a number before the first packet. */
  getRemoteAudioStats(): Record<string, { packetLossRate: number }>
}

export interface AgoraSdk {
  supported: () => boolean
  createClient: () => AgoraClient
  openMicrophone: () => Promise<AgoraMicrophone>
  openCamera: () => Promise<AgoraOwnTrack>
}

disableLogUpload()
// 4: nothing.
setLogLevel(4)
// Not in its documentation, but what its own switches look at.
setParameter('ENABLE_EVENT_REPORT', false)
setParameter('UPLOAD_LOG', false)

/** Codec and mode: real-time specification, section 4. Making a client sends nothing yet. */
export const agoraSdk: AgoraSdk = {
  supported: checkSystemRequirements,
  createClient: () => createClient({ mode: 'rtc', codec: 'vp8' }),
  openMicrophone: () => createMicrophoneAudioTrack({ AEC: true, ANS: true, AGC: true }),
  openCamera: () => createCameraVideoTrack({ encoderConfig: { width: 1024, height: 576, frameRate: 24 } }),
}
