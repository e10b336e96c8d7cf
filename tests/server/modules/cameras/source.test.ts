// One stream of a camera and those who take its pictures: what one of them throws is its own end, and nobody else's.
import { expect, test, vi } from 'vitest'
import type { Feed, FeedEvents } from '../../../../server/modules/cameras/engine/feeds.ts'
import { createSource, type Sink } from '../../../../server/modules/cameras/engine/source.ts'

const sink = (more: Partial<Sink> = {}): Sink => ({
  onFormat: () => {},
  onFrame: () => {},
  onGap: () => {},
  onEnd: vi.fn(() => undefined),
  ...more,
})

test('who throws is ended and leaves nothing running, the others go on', async () => {
  let events: FeedEvents | undefined
  const feed: Feed = {
    video: 'H264',
    sound: undefined,
    takes: undefined,
    say: () => {},
    parameters: [],
    waitMs: 0,
    refresh: () => {},
    stop: () => {},
  }
  const source = createSource({
    stream: 'main',
    async open(told) {
      events = told
      return feed
    },
    onChange: () => {},
    onIdle: () => {},
  })
  const gaps = vi.fn()
  const broken = sink({
    onGap() {
      throw new Error('the disk is full')
    },
    onEnd: vi.fn(() => Promise.reject(new Error('still full'))),
  })
  const sound = sink({ onGap: gaps })
  source.join(broken)
  source.join(sound)
  await source.ready()
  events?.onEnd('unreachable')
  expect(gaps).toHaveBeenCalledTimes(1)
  expect(broken.onEnd).toHaveBeenCalledTimes(1)
  expect(sound.onEnd).not.toHaveBeenCalled()
  expect(source.facts().viewers).toBe(1)
  source.end('off')
  expect(broken.onEnd).toHaveBeenCalledTimes(1)
  expect(sound.onEnd).toHaveBeenCalledTimes(1)
})
