// The spoken notices in the browser: the socket that runs the heartbeat, the voice, and what stands on the screen.
import { beforeEach, describe, expect, it } from 'vitest'
import type { SpokenNotice } from '../../src/contract/spoken-notices.ts'
import { createSpokenBoard } from '../../src/features/spoken-notices/spoken.driver.ts'
import { createSpeech, type Speech } from '../../src/platform/speech.ts'
import { createSpokenSocket, readSpoken, type SpokenSocket } from '../../src/platform/spoken-socket.ts'

/** Virtual time. */
function clock() {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    after(milliseconds: number, run: () => void) {
      const timer = { at: now + milliseconds, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(each => each !== timer)
      }
    },
    async pass(seconds: number) {
      const until = now + seconds * 1000
      for (;;) {
        await new Promise(resolve => setTimeout(resolve))
        const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        now = next.at
        timers = timers.filter(each => each !== next)
        next.run()
      }
      now = until
    },
  }
}

describe('reading', () => {
  it.each([
    ['{"type":"notice","msgContent":"你好","at":5,"id":"a","author":null}', '你好'],
    ['{"msgContent":"你好"}', '你好'],
    ['pong?', 'notJson'],
    ['{}', 'noText'],
    ['{"msgContent":""}', 'noText'],
    ['{"msgContent":"  "}', 'noText'],
    ['{"msgContent":7}', 'noText'],
    ['null', 'noText'],
  ])('%s', (text, result) => {
    const read = readSpoken(text)
    expect(typeof read === 'string' ? read : read.msgContent).toBe(result)
  })
})

describe('the socket', () => {
  let time: ReturnType<typeof clock>
  let log: string[]
  let lines: { opened(): void; heard(text: string): void; lost(): void }[]
  let notices: string[]
  let offline: boolean
  let socket: SpokenSocket
  beforeEach(() => {
    time = clock()
    log = []
    lines = []
    notices = []
    offline = false
    let tickets = 0
    socket = createSpokenSocket(
      {
        now: time.now,
        after: time.after,
        ticket: async () => {
          tickets += 1
          if (offline) throw new Error('offline')
          return { userId: 7, ticket: `t+${tickets}`, spokenUrl: '/ws/spoken' }
        },
        open: (url, on) => {
          lines.push(on)
          log.push(`${time.now() / 1000} open ${url}`)
          return {
            send: text => log.push(`${time.now() / 1000} send ${text}`),
            close: () => log.push(`${time.now() / 1000} close`),
          }
        },
      },
      {
        onNotice: ({ msgContent }) => notices.push(msgContent),
        onIgnored: reason => notices.push(`ignored: ${reason}`),
      },
    )
    socket.start()
  })

  it('opens with a ticket, pings in the quiet, gives up in the silence, comes back with another ticket', async () => {
    await time.pass(0)
    lines[0]?.opened()
    expect(socket.read()).toBe('open')
    await time.pass(60)
    expect(log).toEqual([
      '0 open /ws/spoken?userId=7&ticket=t%2B1',
      '25 send {"type":"ping"}',
      '50 close',
      '56 open /ws/spoken?userId=7&ticket=t%2B2',
    ])
  })

  it('hands on what is said, ignores the rest with a reason, and keeps the pong to itself', async () => {
    await time.pass(0)
    lines[0]?.opened()
    for (const text of ['pong', '{"msgContent":"一"}', '{', '{"x":1}', 'pong', '{"msgContent":"二"}'])
      lines[0]?.heard(text)
    expect(notices).toEqual(['一', 'ignored: notJson', 'ignored: noText', '二'])
  })

  it('an error and the close after it are one loss, and without a ticket it waits the same 6 s', async () => {
    await time.pass(0)
    offline = true
    lines[0]?.lost()
    lines[0]?.lost()
    await time.pass(20)
    offline = false
    await time.pass(6)
    expect(log.filter(entry => entry.includes('open'))).toEqual([
      '0 open /ws/spoken?userId=7&ticket=t%2B1',
      '24 open /ws/spoken?userId=7&ticket=t%2B5',
    ])
  })

  it('stopped, nothing comes any more', async () => {
    await time.pass(0)
    lines[0]?.opened()
    socket.stop()
    lines[0]?.heard('{"msgContent":"late"}')
    lines[0]?.lost()
    await time.pass(100)
    expect([notices, log.at(-1), lines.length]).toEqual([[], '0 close', 1])
  })

  it('stopped while the ticket is on its way, it does not open', async () => {
    await time.pass(0)
    for (const act of [socket.stop, socket.start, socket.stop]) act()
    await time.pass(100)
    expect(lines).toHaveLength(1)
  })
})

describe('the voice', () => {
  type Utterance = Pick<SpeechSynthesisUtterance, 'text' | 'lang' | 'volume' | 'rate' | 'pitch'> & {
    onend: (() => void) | null
    onerror: ((event: { error: string }) => void) | null
  }
  let time: ReturnType<typeof clock>
  let spoken: Utterance[]
  let voices: { lang: string }[]
  let cancelled: number
  let gestures: (() => void)[]
  let voicesChanged: () => void

  const make = (given: { gesture?: boolean; none?: boolean } = {}): Speech =>
    createSpeech({
      now: time.now,
      after: time.after,
      hasGesture: () => given.gesture ?? true,
      onGesture: run => {
        gestures.push(run)
        return () => {}
      },
      utter: text => ({ text, onend: null, onerror: null }) as unknown as SpeechSynthesisUtterance,
      synthesis: given.none
        ? undefined
        : {
            speak: utterance => void spoken.push(utterance as unknown as Utterance),
            cancel: () => {
              cancelled += 1
            },
            getVoices: () => voices as SpeechSynthesisVoice[],
            addEventListener: (_: string, run: unknown) => {
              voicesChanged = run as () => void
            },
            removeEventListener: () => {},
          },
    })
  const texts = () => spoken.map(({ text }) => text)

  beforeEach(() => {
    time = clock()
    spoken = []
    voices = [{ lang: 'en-US' }, { lang: 'zh-CN' }]
    cancelled = 0
    gestures = []
  })

  it('speaks Chinese at volume 0.6, rate 2, pitch 1', () => {
    make().say('你好')
    expect(spoken[0]).toMatchObject({ text: '你好', lang: 'zh-CN', volume: 0.6, rate: 2, pitch: 1 })
    expect(spoken[0]).toMatchObject({ voice: { lang: 'zh-CN' } })
  })

  it('one after the other', () => {
    const speech = make()
    for (const text of ['一', '二', '三']) speech.say(text)
    expect(texts()).toEqual(['一'])
    spoken[0]?.onend?.()
    spoken[0]?.onend?.()
    expect(texts()).toEqual(['一', '二'])
  })

  it('goes on when the browser never says that it is done', async () => {
    const speech = make()
    speech.say('一')
    speech.say('二')
    await time.pass(10)
    expect([texts(), cancelled > 0]).toEqual([['一', '二'], true])
  })

  it('silence stops it in the middle and forgets what waits', () => {
    const speech = make()
    speech.say('一')
    speech.say('二')
    speech.silence()
    expect(cancelled).toBe(1)
    speech.say('三')
    expect(texts()).toEqual(['一', '三'])
  })

  it('without speech, and without a Chinese voice, it says so and stays silent', async () => {
    expect(make({ none: true }).read()).toBe('unsupported')
    voices = [{ lang: 'en-US' }]
    const speech = make()
    expect(speech.read()).toBe('noVoice')
    speech.say('一')
    voices.push({ lang: 'zh_CN' })
    voicesChanged()
    expect(speech.read()).toBe('ready')
  })

  it('waits a little for voices, then takes it that there are none', async () => {
    voices = []
    const speech = make()
    expect(speech.read()).toBe('ready')
    await time.pass(3)
    expect(speech.read()).toBe('noVoice')
  })

  it('before a gesture it is blocked; what is not too old is said at the gesture', async () => {
    const speech = make({ gesture: false })
    expect(speech.read()).toBe('blocked')
    speech.say('old')
    await time.pass(61)
    speech.say('new')
    expect(texts()).toEqual([])
    for (const run of gestures) run()
    expect([speech.read(), texts()]).toEqual(['ready', ['new']])
  })

  it('refused in spite of a gesture, it says so and tries at the next one', () => {
    const speech = make()
    speech.say('一')
    spoken[0]?.onerror?.({ error: 'not-allowed' })
    expect([speech.read(), texts()]).toEqual(['blocked', ['一']])
    for (const run of gestures) run()
    expect([speech.read(), texts()]).toEqual(['ready', ['一', '一']])
  })
})

describe('what stands on the screen', () => {
  let time: ReturnType<typeof clock>
  let hidden: boolean
  let board: ReturnType<typeof createSpokenBoard>
  const notice = (id: string): SpokenNotice => ({ id, msgContent: id, author: 'Li', at: 1 })
  const shown = () => board.read().map(({ text }) => text)
  beforeEach(() => {
    time = clock()
    hidden = false
    board = createSpokenBoard({ now: time.now, after: time.after, hidden: () => hidden })
  })

  it('goes after ten seconds', async () => {
    board.take(notice('a'))
    await time.pass(9)
    expect(shown()).toEqual(['a'])
    await time.pass(1)
    expect(shown()).toEqual([])
  })

  it('stays until it is read when nobody looked', async () => {
    hidden = true
    board.take(notice('a'))
    await time.pass(1000)
    expect(board.read()).toMatchObject([{ text: 'a', stays: true }])
    board.dismiss('a')
    expect(shown()).toEqual([])
  })

  it('shows the same one once, and the newest four', () => {
    for (const id of ['a', 'a', 'b', 'c', 'd', 'e']) board.take(notice(id))
    expect(shown()).toEqual(['b', 'c', 'd', 'e'])
    expect(board.take(notice('a'))).toBe(false)
    expect(board.take({ msgContent: 'x' })).toBe(true)
    expect(board.take({ msgContent: 'x' })).toBe(true)
  })

  it('is empty after the session', async () => {
    board.take(notice('a'))
    board.clear()
    expect(shown()).toEqual([])
    board.take(notice('a'))
    await time.pass(9)
    expect(shown()).toEqual(['a'])
  })
})
