// The word for how live the picture is, from the network and the broker together.
import { describe, expect, it } from 'vitest'
import { liveOf } from '../../src/app/live-state.ts'

const online = { online: true, since: 1, reachedAt: 5 }

describe('the live word', () => {
  it('is not "live" while a line is silent', () => {
    expect(liveOf(online, { is: 'live', since: 2 })).toEqual({ is: 'live', since: undefined })
    expect(liveOf(online, { is: 'silent', since: 20, lostAt: 12 })).toEqual({ is: 'silent', since: 12 })
  })

  it('is offline once the server answers nowhere', () => {
    const away = { online: false, since: 21, reachedAt: 11 }
    expect(liveOf(away, { is: 'silent', since: 20, lostAt: 12 })).toEqual({ is: 'offline', since: 11 })
  })
})
