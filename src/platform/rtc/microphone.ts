// The microphone of a call: captured with echo cancellation, made louder, kept from clipping, silenced on mute.

/** Volumes in per cent (real-time specification, section 9): when first published, after unmuting, muted. */
export const FIRST_VOLUME = 400
export const UNMUTED_VOLUME = 200
export const MUTED_VOLUME = 0

const RESUME_MS = 1_000

export interface Microphone {
  /** What goes out. */
  track: MediaStreamTrack
  /** Per cent of what was captured. */
  setVolume: (percent: number) => void
  close: () => void
}

/** Opens the microphone; rejects as `getUserMedia` does. */
export async function openMicrophone(): Promise<Microphone> {
  const captured = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
  const [source] = captured.getAudioTracks()
  if (!source) throw new DOMException('The microphone has no track', 'NotFoundError')
  const amplified = await amplify(captured).catch(() => undefined)
  return {
    track: amplified?.track ?? source,
    setVolume(percent) {
      // Both: what is muted must not even reach the amplifier.
      source.enabled = percent > 0
      amplified?.setVolume(percent)
    },
    close() {
      source.stop()
      amplified?.close()
    },
  }
}

/** A louder copy of the captured sound, or undefined where the browser will not run one. */
async function amplify(captured: MediaStream) {
  const context = new AudioContext()
  // Without a gesture this promise stays open for ever; a suspended context would send silence.
  await Promise.race([context.resume(), new Promise(resolve => setTimeout(resolve, RESUME_MS))])
  if (context.state !== 'running') {
    await context.close()
    return undefined
  }
  const source = context.createMediaStreamSource(captured)
  const gain = context.createGain()
  const out = context.createMediaStreamDestination()
  out.channelCount = 1
  gain.gain.value = FIRST_VOLUME / 100
  source.connect(gain).connect(limiter(context)).connect(out)
  const [track] = out.stream.getAudioTracks()
  if (!track) throw new Error('The amplifier has no track')
  return {
    track,
    setVolume: (percent: number) => gain.gain.setValueAtTime(percent / 100, context.currentTime),
    close() {
      track.stop()
      source.disconnect()
      void context.close()
    },
  }
}

// Four times as loud would cut off the tops of a near voice.
function limiter(context: AudioContext): DynamicsCompressorNode {
  const node = context.createDynamicsCompressor()
  node.threshold.value = -6
  node.knee.value = 3
  node.ratio.value = 20
  node.attack.value = 0.002
  node.release.value = 0.15
  return node
}
