// The recording of a room, who is in it, and what is refused before anything is sent.
import { describe, expect, it } from 'vitest'
import { deedFault, type StartFacts, startFault } from '../../../src/domain/conference/faults.ts'
import {
  eventsBetween,
  inOrder,
  type MemberFacts,
  type Members,
  type MembersEffect,
  nobody,
  OWN_KEY,
  smallTiles,
  stepMembers,
} from '../../../src/domain/conference/members.ts'
import {
  type RecordingEffect,
  type RecordingEvent,
  type RoomRecording,
  setRecording,
  stepRecording,
} from '../../../src/domain/conference/recording.ts'

describe('recording', () => {
  const press: RecordingEvent = { on: 'press', inRoom: true, set: true }
  function walk(...events: RecordingEvent[]) {
    let state: RoomRecording = { is: 'idle' }
    const done: RecordingEffect[] = []
    for (const event of events) {
      const [next, effects] = stepRecording(state, event)
      state = next
      done.push(...effects)
    }
    return { state, done }
  }

  it('goes from idle over recording to stopped, and says so', () => {
    const { state, done } = walk(press, { on: 'began', at: 9 }, press, { on: 'ended', fileName: 'web_1' })
    expect(state).toEqual({ is: 'idle' })
    expect(done).toEqual([
      { do: 'record', to: true },
      { do: 'say', word: 'started' },
      { do: 'record', to: false },
      { do: 'say', word: 'stopped' },
      { do: 'tell', fileName: 'web_1' },
    ])
    expect(walk(press, { on: 'began', at: 9 }).state).toEqual({ is: 'recording', since: 9 })
  })

  it('says that it could not be started, and can be tried again', () => {
    const { state, done } = walk(press, { on: 'beganNot' })
    expect(state).toEqual({ is: 'idle' })
    expect(done.at(-1)).toEqual({ do: 'say', word: 'startFailed' })
    expect(walk(press, { on: 'beganNot', why: 'diskFull' }).done.slice(1)).toEqual([
      { do: 'say', word: 'startFailed' },
      { do: 'say', word: 'diskFull' },
    ])
  })

  it('says why it ended by itself', () => {
    const { state, done } = walk(press, { on: 'began', at: 9 }, { on: 'broken', why: 'diskFull' })
    expect(state).toEqual({ is: 'idle' })
    expect(done.at(-1)).toEqual({ do: 'say', word: 'diskFull' })
  })

  it('says that it could not be stopped, and goes on since when it began', () => {
    const { state, done } = walk(press, { on: 'began', at: 9 }, press, { on: 'endedNot' })
    expect(state).toEqual({ is: 'recording', since: 9 })
    expect(done.at(-1)).toEqual({ do: 'say', word: 'stopFailed' })
  })

  it('needs a room', () => {
    expect(walk({ on: 'press', inRoom: false, set: true }).done).toEqual([
      { do: 'say', word: 'noRoomJoined' },
    ])
  })

  it('needs what a recording takes, all of it and set before the room', () => {
    expect(walk({ on: 'press', inRoom: true, set: false }).done).toEqual([
      { do: 'say', word: 'recordingNotSet' },
    ])
    const config = {
      type: 2,
      video: true,
      bucketName: 'b',
      secretKey: 's',
      accessKey: 'a',
      fileName: 'web_1',
      name: 'n',
    }
    expect(setRecording(config, 'out')).toEqual({ config })
    for (const presence of ['entering', 'in'] as const)
      expect(setRecording(config, presence)).toEqual({ fault: 'recordingSetInRoom' })
    for (const field of Object.keys(config))
      expect(setRecording({ ...config, [field]: '' }, 'out'), field).toEqual({ fault: 'recordingIncomplete' })
    // The first kind of storage needs its end point as well.
    expect(setRecording({ ...config, type: 1 }, 'out')).toEqual({ fault: 'recordingIncomplete' })
    expect(setRecording(undefined, 'out')).toEqual({ fault: 'recordingIncomplete' })
  })

  it('is not ordered twice while it starts or stops', () => {
    expect(walk(press, press).done).toEqual([{ do: 'record', to: true }])
  })

  it('shows what another host runs, without a word', () => {
    expect(walk({ on: 'told', since: 4 })).toEqual({ state: { is: 'recording', since: 4 }, done: [] })
    expect(walk({ on: 'told', since: 4 }, { on: 'told', since: null }).state).toEqual({ is: 'idle' })
    // The own order says itself how it went.
    expect(walk(press, { on: 'told', since: null }).state).toEqual({ is: 'starting' })
  })

  it('ends with the room', () => {
    expect(walk({ on: 'told', since: 4 }, { on: 'left' }).state).toEqual({ is: 'idle' })
    expect(walk(press, { on: 'left' }, { on: 'began', at: 9 }).state).toEqual({ is: 'idle' })
  })
})

const member = (key: string, facts: Partial<MemberFacts> = {}): MemberFacts => ({
  key,
  displayName: key.toUpperCase(),
  isVideo: false,
  screen: false,
  speaking: false,
  level: 0,
  handSince: null,
  ...facts,
})

describe('members', () => {
  /** The room after these tellings of all who are in it. */
  function following(...tellings: MemberFacts[][]) {
    let state: Members<MemberFacts> = nobody
    const said: MembersEffect[] = []
    tellings.forEach((now, at) => {
      for (const event of eventsBetween(state.list, now, at === 0)) {
        const [next, effects] = stepMembers(state, event)
        state = next
        said.push(...effects)
      }
    })
    return { state, said }
  }
  const self = member(OWN_KEY)

  it('are added, changed and removed, and each is said aloud once', () => {
    const { state, said } = following(
      [self, member('a')],
      [self, member('a'), member('b')],
      [self, member('b', { handSince: 3 })],
      [self, member('b', { handSince: 3 })],
    )
    expect(state.list.map(({ key }) => key)).toEqual([OWN_KEY, 'b'])
    expect(said.map(({ what, name }) => `${name} ${what}`)).toEqual(['B came', 'A left', 'B raisedHand'])
  })

  it('says nothing of those who were there before', () => {
    expect(following([self, member('a'), member('b')]).said).toEqual([])
  })

  it('is empty when all are gone', () => {
    expect(following([self, member('a')], []).state).toEqual({ list: [], big: undefined, pinned: undefined })
  })

  it('keeps the own entry first, and one of it', () => {
    expect(
      following([member('a'), self], [member('a'), { ...self, isVideo: true }]).state.list[0],
    ).toMatchObject({
      key: OWN_KEY,
      isVideo: true,
    })
  })

  it('nobody comes in under the key of the own entry', () => {
    const [state, effects] = stepMembers<MemberFacts>(nobody, {
      on: 'add',
      member: member(OWN_KEY),
      quiet: false,
    })
    expect(state.list).toEqual([])
    expect(effects).toEqual([])
  })

  it('nothing is said of a member that is not there', () => {
    expect(stepMembers<MemberFacts>(nobody, { on: 'edit', member: member('x') })[0]).toEqual(nobody)
    expect(stepMembers<MemberFacts>(nobody, { on: 'delete', key: 'x' })[0]).toEqual(nobody)
  })

  it('whoever speaks is the big one, and stays it until somebody else speaks', () => {
    const a = member('a')
    const b = member('b')
    const speaks = { speaking: true, level: 0.5 }
    expect(following([self, a, b]).state.big).toBe('a')
    expect(following([self, a, { ...b, ...speaks }]).state.big).toBe('b')
    expect(following([self, a, { ...b, ...speaks }], [self, a, b]).state.big).toBe('b')
    // Two at once do not swap with each syllable.
    const louder = { speaking: true, level: 0.9 }
    expect(
      following([self, a, { ...b, ...speaks }], [self, { ...a, ...louder }, { ...b, ...speaks }]).state.big,
    ).toBe('b')
    expect(following([self, a, { ...b, ...speaks }], [self, { ...a, ...louder }, b]).state.big).toBe('a')
    // One does not need to see oneself speak.
    expect(following([{ ...self, ...louder }, a]).state.big).toBe('a')
    expect(following([self]).state.big).toBe(OWN_KEY)
  })

  it('a shared screen comes before the speaker, and a held picture before both', () => {
    const { state } = following([self, member('a', { screen: true }), member('b', { speaking: true })])
    expect(state.big).toBe('a')
    const [held] = stepMembers(state, { on: 'pin', key: 'b' })
    expect(held.big).toBe('b')
    const [freed] = stepMembers(held, { on: 'delete', key: 'b' })
    expect(freed).toMatchObject({ big: 'a', pinned: undefined })
    expect(stepMembers(held, { on: 'pin', key: undefined })[0].big).toBe('a')
  })

  it('hands come first, the longest up before the others', () => {
    const { hands, rest } = inOrder([
      member('a', { handSince: 9 }),
      member('b'),
      member('c', { handSince: 4 }),
    ])
    expect(hands.map(({ key }) => key)).toEqual(['c', 'a'])
    expect(rest.map(({ key }) => key)).toEqual(['b'])
  })

  it('small tiles: hands, then pictures, and oneself always', () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(key => member(key))
    all[5] = member('f', { isVideo: true })
    all[6] = member('g', { handSince: 1 })
    const { state } = following([self, ...all])
    expect(smallTiles(state, 5).map(({ key }) => key)).toEqual(['g', 'f', 'b', 'c', OWN_KEY])
    expect(smallTiles(state, 0)).toEqual([])
    expect(smallTiles(following([self]).state, 5)).toEqual([])
  })
})

describe('what is refused before anything is sent', () => {
  const facts: StartFacts = {
    userId: 7,
    userName: 'mei',
    password: 'p',
    service: '/api/conference',
    appKey: 'k',
    sourceId: 'https://console',
  }

  it('starts with all of it', () => {
    expect(startFault(facts)).toBeUndefined()
    expect(startFault({ ...facts, sourceId: undefined })).toBeUndefined()
  })

  it.each([
    [{ userId: '7' }, 'noUserId'],
    [{ userId: Number.NaN }, 'noUserId'],
    [{ userId: undefined, userName: '' }, 'noUserId'],
    [{ userName: ' ' }, 'noUserName'],
    [{ password: '' }, 'noPassword'],
    [{ service: undefined }, 'noService'],
    [{ appKey: '' }, 'noAppKey'],
    [{ sourceId: 'http://console' }, 'noSourceId'],
    [{ sourceId: 7 }, 'noSourceId'],
  ] as const)('%j: %s', (part, fault) => {
    expect(startFault({ ...facts, ...part })).toBe(fault)
  })

  it.each([
    ['act', 'out', 'notInRoom'],
    ['act', 'entering', 'notYetInRoom'],
    ['act', 'in', undefined],
    ['leave', 'out', 'notInTheRoom'],
    ['leave', 'entering', undefined],
    ['leave', 'in', undefined],
  ] as const)('%s while %s: %s', (to, presence, fault) => {
    expect(deedFault({ to }, presence, new Set())).toBe(fault)
  })

  it('has nothing anew of who sends nothing, and keeps no picture that is nowhere', () => {
    const of = (needs: 'picture' | 'place', there: boolean) =>
      deedFault({ to: 'member', key: 'a', needs, there }, 'in', new Set(['a']))
    expect(of('picture', false)).toBe('noData')
    expect(of('place', false)).toBe('noElement')
    expect(of('picture', true)).toBeUndefined()
    expect(of('place', true)).toBeUndefined()
  })

  it('asks only members that are there', () => {
    expect(deedFault({ to: 'member', key: 'x' }, 'in', new Set(['a']))).toBe('noSuchMember')
    expect(deedFault({ to: 'member', key: 'a' }, 'in', new Set(['a']))).toBeUndefined()
    expect(deedFault({ to: 'member', key: 'a' }, 'out', new Set(['a']))).toBe('notInRoom')
  })
})
