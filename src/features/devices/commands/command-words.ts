// Words of commands: what was sent, how far it got, why it was not carried out.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { CommandState } from '../../../domain/device/command.ts'
import type { CommandKind, SwitchMode } from '../../../domain/device/command-input.ts'
import { isKey } from '../../../domain/keys.ts'
import { wordsForId } from '../../../resource/error-words.ts'
import type { Word } from '../../../resource/view.ts'
import { commandStateWords, commandWords } from '../device-words.ts'

export const modeWords: Record<SwitchMode, MessageDescriptor> = {
  singleOff: msg`Single off`,
  singleOn: msg`Single on`,
  linkedOff: msg`Opened by linkage`,
  linkedOn: msg`Closed by linkage`,
  manualClose: msg`Manual close`,
  autoLink: msg`Auto link`,
  manualLink: msg`Manual linkage`,
}

const reasons: Record<string, MessageDescriptor> = {
  busy: msg`The device was busy`,
  offline: msg`Device not online`,
  noAnswer: msg`The device did not answer`,
  overtaken: msg`Overtaken by newer settings`,
  cancelled: msg`Cancelled`,
  removed: msg`The device was deleted`,
  recycled: msg`The device was decommissioned`,
  moved: msg`The device went to another company`,
  locked: msg`The breaker is locked`,
}

/** Why a command came to nothing: a word of the server's, an error id, else what the device itself said. */
export function reasonText(reason: string, i18n: I18n): string {
  const words = reasons[reason] ?? wordsForId(reason)
  return words ? i18n._(words) : reason
}

interface Given {
  kind: CommandKind
  input: Readonly<Record<string, unknown>> | null
}

/** What the command was, in a few words: its kind and what it carried. */
export function commandText(
  { kind, input }: Given,
  i18n: I18n,
): { title: string; detail: string | undefined } {
  const title = i18n._(commandWords[kind])
  if (kind === 'switch') {
    const mode = input?.mode
    return { title: isKey(modeWords, mode) ? i18n._(modeWords[mode]) : title, detail: undefined }
  }
  if (kind === 'valve')
    return {
      title: i18n._(input?.to === 'closed' ? msg`Close the valve` : msg`Open the valve`),
      detail: undefined,
    }
  if (kind === 'audio')
    return {
      title,
      detail: typeof input?.url === 'string' && input.url ? input.url : i18n._(msg`Default sound`),
    }
  if (kind === 'raw') return { title, detail: typeof input?.data === 'string' ? input.data : undefined }
  if (kind === 'settings') {
    const { limits, ...others } = input ?? {}
    const limited = typeof limits === 'object' && limits !== null ? Object.keys(limits) : []
    const count = limited.length + Object.keys(others).length
    return { title, detail: i18n._(msg`${plural(count, { one: '# setting', other: '# settings' })}`) }
  }
  return { title, detail: typeof input?.text === 'string' ? input.text : undefined }
}

const asked: Partial<Record<CommandState, MessageDescriptor>> = {
  sent: msg`No answer yet`,
  delivered: msg`Shown on the device`,
  done: msg`Answered`,
  failed: msg`Did not answer`,
  expired: msg`Did not answer`,
}
const heard: Partial<Record<CommandState, MessageDescriptor>> = { done: msg`Heard` }

/** How far a command got, in the words of its kind: a check is answered, a broadcast is heard. */
export function stateWord(kind: CommandKind, state: CommandState): Word {
  const own =
    kind === 'check' ? asked[state] : kind === 'speak' || kind === 'audio' ? heard[state] : undefined
  const word = commandStateWords[state]
  return own ? { ...word, label: own } : word
}
