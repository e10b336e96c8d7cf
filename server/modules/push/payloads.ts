// What the notifications say and open.
import { defaultPath } from '../../../src/contract/endpoint.ts'
import { type PushPayload, pushReceipt } from '../../../src/contract/endpoints/push.ts'
import type { AlarmType } from '../../../src/domain/alarm/alarm-types.ts'
import { languageNamed } from '../../../src/domain/languages.ts'
import type { ServiceBases } from '../../settings/service-bases.ts'
import { wordsIn } from '../../words.ts'
import { alarmNames, pushWords as words } from './words.ts'

/** Where receipts of notifications go. */
export interface PushSettings {
  serviceBases: ServiceBases
}

/** Names and places are data of any length; a push message holds 4 KB. */
const MOST_CHARACTERS = 80

export interface SosFacts {
  id: number
  who: string
  building: string | null
  unit: string | null
  roomNo: string | null
  place: string | null
  /** Somebody raised it to see whether it arrives. */
  trial?: boolean | undefined
}

export interface AlarmFacts extends SosFacts {
  type: AlarmType
}

export interface CallFacts {
  id: number
  kind: 'door' | 'direct'
  deviceName: string | null
  callerName: string | null
  building: string | null
  unit: string | null
  roomNo: string | null
}

/** What a payload says, without what belongs to one delivery. */
export type Message = (language: string) => Pick<PushPayload, 'kind' | 'title' | 'body' | 'actions' | 'open'>

const cut = (text: string) => {
  const letters = [...text]
  return letters.length > MOST_CHARACTERS ? `${letters.slice(0, MOST_CHARACTERS - 1).join('')}…` : text
}
// Each part is isolated (U+2068, U+2069): a room number inside an Arabic line keeps its own direction.
const line = (...parts: (string | null)[]) =>
  parts
    .filter(part => part !== null && part !== '')
    .map(part => `\u2068${cut(part ?? '')}\u2069`)
    .join(' · ')

/** A name inside a sentence, kept apart from its direction. */
const named = (name: string) => ({ name: `\u2068${name}\u2069` })

const sosBody = ({ who, building, unit, roomNo, place }: SosFacts) =>
  line(who, building, unit, roomNo, building ? null : place)
const callBody = ({ kind, deviceName, building, unit, roomNo }: CallFacts) =>
  kind === 'door' ? line(deviceName, building, unit, roomNo) : ''

/** A test says so before anything else. */
const trialled = ({ trial }: SosFacts, title: string, say: ReturnType<typeof wordsIn>) =>
  trial ? say(words.trial, { name: title }) : title

const alarmPage = (id: number) => `/#/AlarmHistory?open=${id}`
const CONSOLE = '/#/'

/** An SOS: acknowledging it here takes it. Without `mayTake` it only opens. */
export function sosMessage(facts: SosFacts, mayTake: boolean): Message {
  return language => {
    const say = wordsIn(language)
    const take = { action: 'acknowledge' as const, title: say(words.take) }
    return {
      kind: 'sos',
      title: trialled(facts, say(words.sos), say),
      body: sosBody(facts),
      actions: [...(mayTake ? [take] : []), { action: 'open' as const, title: say(words.open) }],
      open: alarmPage(facts.id),
    }
  }
}

export function sosTakenMessage(facts: SosFacts, by: string | null): Message {
  return language => {
    const say = wordsIn(language)
    return {
      kind: 'gone',
      title: by === null ? say(words.sos) : say(words.sosTaken, named(cut(by))),
      body: sosBody(facts),
      actions: [],
      open: alarmPage(facts.id),
    }
  }
}

/** An alarm that a rule, a colleague or an escalation sends to somebody. A click opens it; acting needs the console. */
export function alarmMessage(
  facts: AlarmFacts,
  why: 'raised' | 'repeated' | 'escalated' | 'assigned',
): Message {
  return language => {
    const say = wordsIn(language)
    const name = say(alarmNames[facts.type])
    const titles = {
      raised: name,
      repeated: name,
      escalated: say(words.escalated, named(name)),
      assigned: say(words.assigned, named(name)),
    }
    return {
      kind: 'alarm',
      title: trialled(facts, titles[why], say),
      body: sosBody(facts),
      actions: [{ action: 'open', title: say(words.open) }],
      open: alarmPage(facts.id),
    }
  }
}

/** Somebody has taken the alarm: takes the place of its notification. */
export function alarmGoneMessage(facts: AlarmFacts, by: string | null): Message {
  return language => {
    const say = wordsIn(language)
    return {
      kind: 'gone',
      title: by === null ? say(alarmNames[facts.type]) : say(words.sosTaken, named(cut(by))),
      body: sosBody(facts),
      actions: [],
      open: alarmPage(facts.id),
    }
  }
}

/** Notices that are worth somebody's attention while the console is closed. */
export const pushedKinds = [
  'approval',
  'approvalEnd',
  'announcement',
  'incident',
  'work',
  'swap',
  'emergency',
] as const
export type PushedKind = (typeof pushedKinds)[number]

export interface NoticeFacts {
  kind: PushedKind
  subjectId: number | null
  who: string | null
  content: string | null
}

/** Where each is looked after. What is decided there is read there first: no button of a notification decides it. */
const pages: Record<PushedKind, (id: number) => string> = {
  approval: id => `/#/approvals?case=${id}`,
  approvalEnd: id => `/#/approvals?case=${id}`,
  announcement: id => `/#/siteAnnouncement?announcementId=${id}`,
  incident: id => `/#/regulatoryUser?id=${id}`,
  work: id => `/#/workItems?open=${id}`,
  swap: () => '/#/dutyUser',
  emergency: id => `/#/emergencies?emergency=${id}`,
}

/** Contents that are codes are said in the console alone. */
const hasText: ReadonlySet<PushedKind> = new Set(['approval', 'announcement', 'work', 'emergency'])

export function noticeMessage({ kind, subjectId, who, content }: NoticeFacts): Message {
  return language => {
    const say = wordsIn(language)
    return {
      kind: 'notice',
      title: say(words[kind]),
      body: line(who, hasText.has(kind) ? content : null),
      actions: [{ action: 'open', title: say(words.open) }],
      open: subjectId === null ? CONSOLE : pages[kind](subjectId),
    }
  }
}

/** A call. Answering needs the console, so a click opens that, where it still rings. */
export function callMessage(facts: CallFacts): Message {
  return language => {
    const say = wordsIn(language)
    return {
      kind: 'call',
      title:
        facts.kind === 'door'
          ? say(words.doorCall)
          : say(words.colleagueCalls, named(cut(facts.callerName ?? ''))),
      body: callBody(facts),
      actions: [{ action: 'open', title: say(words.open) }],
      open: CONSOLE,
    }
  }
}

export function callOverMessage(facts: CallFacts, answeredBy: string | null): Message {
  return language => {
    const say = wordsIn(language)
    return {
      kind: 'gone',
      title: answeredBy === null ? say(words.callOver) : say(words.callAnswered, named(cut(answeredBy))),
      body: facts.kind === 'door' ? callBody(facts) : line(facts.callerName),
      actions: [],
      open: CONSOLE,
    }
  }
}

export const testMessage: Message = language => {
  const say = wordsIn(language)
  return { kind: 'test', title: say(words.test), body: say(words.testBody), actions: [], open: CONSOLE }
}

/** The whole payload for one browser. */
export function payloadOf(
  message: Message,
  of: { language: string; tag: string; receipt: string; at: number },
  config: PushSettings,
): PushPayload {
  const spoken = languageNamed(of.language)
  const say = wordsIn(spoken)
  const base = config.serviceBases[pushReceipt.service]
  return {
    ...message(of.language),
    tag: of.tag,
    receipt: of.receipt,
    receiptUrl: base === undefined ? defaultPath(pushReceipt) : `${base}${pushReceipt.path}`,
    answers: {
      taken: say(words.youTook),
      // `{name}` stays for the service worker: who was faster is known only when the button is pressed.
      faster: say(words.faster, { name: '{name}' }),
      notSent: say(words.notSent),
    },
    lang: spoken === 'cn' ? 'zh-CN' : spoken,
    direction: spoken === 'ar' ? 'rtl' : 'ltr',
    at: of.at,
  }
}
