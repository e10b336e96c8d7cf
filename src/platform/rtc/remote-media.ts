// The other end's sound and picture: which tracks there are, and the element that plays them.

export interface RemoteMedia {
  add: (track: MediaStreamTrack) => void
  remove: (track: MediaStreamTrack) => void
  /** What the other end says it sends; a track alone does not tell a covered camera from a still picture. */
  onMedia: (media: { video: boolean; audio: boolean }) => void
  attach: (video: HTMLVideoElement | null) => void
  setVolume: (percent: number) => void
  tracks: () => MediaStreamTrack[]
  /** Frames shown where the picture is attached now. */
  framesShown: () => number
  close: () => void
}

interface Listener {
  onChange: (media: { video: boolean; audio: boolean }) => void
  /** Every track has ended. */
  onEnd: () => void
}

/** Gathers the tracks of the other end in one stream. */
export function createRemoteMedia({ onChange, onEnd }: Listener): RemoteMedia {
  const stream = new MediaStream()
  let element: HTMLVideoElement | null = null
  let volume = 1
  let says = { video: true, audio: true }
  let last = ''

  const flows = (kind: string) =>
    stream.getTracks().some(track => track.kind === kind && track.readyState === 'live' && !track.muted)
  const report = () => {
    const media = { video: says.video && flows('video'), audio: says.audio && flows('audio') }
    const key = JSON.stringify(media)
    if (key === last) return
    last = key
    onChange(media)
  }
  const letGo = () => {
    if (element?.srcObject === stream) element.srcObject = null
    element = null
  }
  return {
    add(track) {
      if (stream.getTrackById(track.id)) return
      stream.addTrack(track)
      for (const change of ['mute', 'unmute'] as const) track.addEventListener(change, report)
      track.addEventListener('ended', () => {
        report()
        if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) onEnd()
      })
      report()
    },
    remove(track) {
      stream.removeTrack(track)
      report()
    },
    onMedia(media) {
      says = media
      report()
    },
    attach(video) {
      if (video === element && video?.srcObject === stream) return
      letGo()
      element = video
      if (video) play(video, stream, volume)
    },
    setVolume(percent) {
      volume = Math.min(100, Math.max(0, percent)) / 100
      if (element) element.volume = volume
    },
    tracks: () => stream.getTracks(),
    framesShown: () => element?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
    close() {
      letGo()
      for (const track of stream.getTracks()) track.stop()
    },
  }
}

function play(video: HTMLVideoElement, stream: MediaStream, volume: number): void {
  video.autoplay = true
  video.playsInline = true
  video.volume = volume
  video.srcObject = stream
  video.play().catch((error: unknown) => {
    // Taken off before it began is no failure; sound without a gesture waits for one.
    if (error instanceof Error && error.name === 'NotAllowedError')
      addEventListener('pointerdown', () => void video.play().catch(() => {}), { once: true })
  })
}
