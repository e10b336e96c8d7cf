// Which topics are listened to: the person's own ones and those that somebody holds for a while, counted.

export interface Subscription {
  topic: string
  /** Asked for, granted, or refused by the broker; `waits` for a connection. */
  is: 'waits' | 'asked' | 'granted' | 'refused'
  /** How many hold it; the session's own topics have one more. */
  holders: number
  messages: number
  lastAt: number | undefined
}

export interface Subscriptions {
  /** The session's own topics: replaces the former ones. Answers all that is to be asked for. */
  own: (topics: readonly string[]) => string[]
  /** One more holder. True when the topic is new. */
  hold: (topic: string) => boolean
  /** One holder less. True when it was the last one. */
  release: (topic: string) => boolean
  mark: (topics: readonly string[], is: Subscription['is']) => void
  /** The connection is gone: all of them wait. */
  lose: () => void
  count: (topic: string, at: number) => void
  list: () => readonly Subscription[]
  clear: () => void
}

interface Held extends Subscription {
  own: boolean
}

/** Makes an empty set. */
export function createSubscriptions(): Subscriptions {
  const held = new Map<string, Held>()
  const enter = (topic: string): Held => {
    const made = held.get(topic) ?? {
      topic,
      is: 'waits',
      holders: 0,
      messages: 0,
      lastAt: undefined,
      own: false,
    }
    held.set(topic, made)
    return made
  }
  const dropUnheld = (entry: Held): boolean => entry.holders === 0 && held.delete(entry.topic)
  return {
    own(topics) {
      for (const entry of [...held.values()]) {
        if (!entry.own || topics.includes(entry.topic)) continue
        entry.own = false
        entry.holders -= 1
        dropUnheld(entry)
      }
      for (const topic of topics) {
        const entry = enter(topic)
        if (!entry.own) entry.holders += 1
        entry.own = true
      }
      return [...held.keys()]
    },
    hold(topic) {
      const entry = enter(topic)
      entry.holders += 1
      return entry.holders === 1
    },
    release(topic) {
      const entry = held.get(topic)
      if (!entry) return false
      entry.holders -= 1
      return dropUnheld(entry)
    },
    mark(topics, is) {
      for (const topic of topics) {
        const entry = held.get(topic)
        if (entry) entry.is = is
      }
    },
    lose() {
      for (const entry of held.values()) entry.is = 'waits'
    },
    count(topic, at) {
      const entry = held.get(topic)
      if (!entry) return
      entry.messages += 1
      entry.lastAt = at
    },
    list: () => [...held.values()].map(({ own: _, ...entry }) => entry),
    clear: () => held.clear(),
  }
}
