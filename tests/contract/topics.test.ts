// Topics: what is built is understood, what is not ours is not.
import { describe, expect, it } from 'vitest'
import { parseTopic, topics } from '../../src/contract/topics.ts'

describe('parseTopic', () => {
  it('understands every topic that is built', () => {
    expect(parseTopic(topics.fromDevice('866040053214418'))).toEqual({
      to: 'server',
      imei: '866040053214418',
    })
    expect(parseTopic(topics.toDevice('866040053214418'))).toEqual({ to: 'device', imei: '866040053214418' })
    expect(parseTopic(topics.deviceAnswers('866040053214418'))).toEqual({
      to: 'client',
      imei: '866040053214418',
    })
    expect(parseTopic(topics.person(7))).toEqual({ to: 'person', userId: 7 })
    expect(parseTopic(topics.notice)).toEqual({ to: 'notice' })
    expect(parseTopic(topics.tenantState(3))).toEqual({ to: 'tenantState', tenantId: 3 })
  })

  it.each([
    '#',
    '+',
    'acm/+/web',
    'acm/#',
    '$SYS/broker',
    'acm/0/web',
    'acm/07/web',
    'acm/1/web/',
    'sfwatch/x/server',
    'sfwatch/866040053214418/server/x',
    'sfwatch/+/client',
    '$share/a/acm/notice/web',
    'acm/1\u0000/web',
    ' acm/notice/web',
    'acm/notice/web\n',
  ])('is none of ours: %j', topic => {
    expect(parseTopic(topic)).toBeUndefined()
  })
})
