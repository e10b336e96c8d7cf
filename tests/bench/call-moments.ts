// When a page did what in a call, noted by the page itself: clicked, decoded, shown, dialog open.
import type { Page } from 'playwright'
import { DRAWER } from './door.ts'

/** By the page's clock, epoch milliseconds. */
export interface Moments {
  clicked: number
  /** The browser has decoded the first frame, whether or not anything shows it. */
  decoded: number
  /** A frame of the door is on the screen, in the drawer or in the dialog. */
  shown: number
  /** The dialog is open. */
  dialog: number
}

declare global {
  interface Window {
    moments?: Partial<Moments>
    /** Chromium's reader of decoded frames, which TypeScript lists for workers alone. */
    MediaStreamTrackProcessor?: new (source: {
      track: MediaStreamTrack
    }) => { readable: ReadableStream<{ close(): void }> }
  }
}

const PATIENCE_MS = 20_000

/** Notes the moments of every call of a page that is opened later. */
export async function noteMoments(page: Page): Promise<void> {
  await page.addInitScript(noteDecoded)
  await page.addInitScript(noteScreen)
}

/** Answers the call that rings; gives its moments when the last of them has come. */
export async function answerRinging(page: Page): Promise<Moments> {
  await page.evaluate(() => {
    window.moments = {}
  })
  await page.click(`${DRAWER} [data-initial-focus]`)
  const whole = await page.waitForFunction(
    () => {
      const { clicked, decoded, shown, dialog } = window.moments ?? {}
      return clicked && decoded && shown && dialog && { clicked, decoded, shown, dialog }
    },
    undefined,
    { timeout: PATIENCE_MS },
  )
  const moments = await whole.jsonValue()
  if (!moments) throw new Error('A call has not come to its dialog')
  return moments
}

/** Runs in the page: reads the first frame that each line decodes. */
function noteDecoded(): void {
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(options?: RTCConfiguration) {
      super(options)
      this.addEventListener('track', ({ track }) => {
        const Reader = window.MediaStreamTrackProcessor
        if (track.kind !== 'video' || !Reader) return
        const reader = new Reader({ track }).readable.getReader()
        void reader.read().then(({ value }) => {
          if (window.moments) window.moments.decoded ??= Date.now()
          value?.close()
          return reader.cancel()
        })
      })
    }
  }
}

/** Runs in the page: the click, the dialog, and the first frame of whatever picture is not the own one. */
function noteScreen(): void {
  const note = (what: 'clicked' | 'shown' | 'dialog') => {
    if (window.moments) window.moments[what] ??= Date.now()
  }
  addEventListener(
    'click',
    ({ target }) => target instanceof Element && target.closest('[data-phase="ringing"]') && note('clicked'),
    true,
  )
  const known = new WeakSet<HTMLVideoElement>()
  new MutationObserver(() => {
    if (document.querySelector('[data-phase="talking"]')?.getClientRects().length) note('dialog')
    for (const video of document.querySelectorAll<HTMLVideoElement>('dialog video')) {
      if (known.has(video)) continue
      known.add(video)
      video.requestVideoFrameCallback(() => {
        // The own picture is muted, or else one would hear oneself.
        if (!video.muted) note('shown')
      })
    }
  }).observe(document, { subtree: true, childList: true, attributes: true })
}
