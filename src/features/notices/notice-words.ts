// Words and icons of what stands in the message centre.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { NoticeKind, notice } from '../../domain/notice/notice.ts'
import type { IconName } from '../../ui/icons.tsx'

export type NoticeRow = RowOf<typeof notice>

export const kindWords: Record<NoticeKind, MessageDescriptor> = {
  sos: msg`SOS`,
  alarm: msg`Alarm`,
  call: msg`Missed call`,
  card: msg`Card issued`,
  spoken: msg`Spoken notice`,
  task: msg`File`,
  assigned: msg`Assigned to you`,
  escalated: msg`Alarm escalated`,
  testEnd: msg`Test window over`,
  incident: msg`Supervision`,
  account: msg`Your login details were changed`,
  approval: msg`Waits for your approval`,
  approvalEnd: msg`Your request was decided`,
  announcement: msg({ context: 'approval', message: 'Announcement' }),
  inspection: msg`Inspection due`,
  work: msg`Work for you`,
  stockLow: msg`Stock running low`,
  feeDue: msg`Bills due`,
  swap: msg`Swap of a shift`,
  emergency: msg`Emergency`,
  unattended: msg`Nobody is left in charge`,
  webhook: msg`Webhook disabled`,
  quota: msg`Devices say too much`,
}

const icons: Record<NoticeKind, IconName> = {
  sos: 'alert',
  alarm: 'bell',
  call: 'phone',
  card: 'card',
  spoken: 'sound',
  task: 'report',
  assigned: 'bell',
  escalated: 'alert',
  testEnd: 'tool',
  account: 'key',
  approval: 'check',
  approvalEnd: 'check',
  announcement: 'inbox',
  incident: 'ankle',
  inspection: 'check',
  work: 'tool',
  stockLow: 'box',
  feeDue: 'bill',
  swap: 'users',
  emergency: 'alert',
  unattended: 'alert',
  webhook: 'link',
  quota: 'signal',
}

/** The icon of a notice: a call shows whether a door or a colleague rang. */
export const iconOfNotice = ({ kind, imei }: Pick<NoticeRow, 'kind' | 'imei'>): IconName =>
  kind === 'call' && imei !== null ? 'door' : icons[kind]

/** Words for the outcome of a file. The contents of other notices come from other views, or are somebody's own text. */
export const fileWords: Record<string, MessageDescriptor> = {
  done: msg`Ready to be fetched`,
  failed: msg`The export failed`,
  timeout: msg`The export took too long`,
}

/** How what the person asked for was decided. */
const outcomeWords: Record<string, MessageDescriptor> = {
  approved: msg({ context: 'approval', message: 'Approved' }),
  returned: msg({ context: 'approval', message: 'Returned' }),
  rejected: msg({ context: 'approval', message: 'Rejected' }),
}

/** How far a swap is. */
const swapWords: Record<string, MessageDescriptor> = {
  asked: msg`Asks you to take a shift`,
  accepted: msg`Would take the shift: waits for approval`,
  approved: msg`The shift changed hands`,
  declined: msg`The swap was declined`,
  withdrawn: msg`The swap was withdrawn`,
}

/** What nobody but administrators can do any more. */
const unattendedWords: Record<string, MessageDescriptor> = {
  approval: msg`Administrators have to decide, or name somebody`,
  incident: msg`Administrators have to see to the incident, or name somebody`,
}

/** What somebody changed of what lets the person in. */
const credentialWords: Record<string, MessageDescriptor> = {
  username: msg`New username`,
  password: msg`New password`,
  phone: msg`New phone number`,
  email: msg`New e-mail address`,
  factor: msg`Second factor was reset`,
}

/** What a supervision notice says of a term; undefined where it is about an incident. */
function termText(content: string, i18n: I18n): string | undefined {
  const [what, lastDay = '', nextDay = ''] = content.split(' ')
  if (what === 'term') return i18n._(msg`Authorised until ${lastDay}`)
  if (what === 'gap') return i18n._(msg`Authorised until ${lastDay}, and again only from ${nextDay}`)
  return undefined
}

/**
 * What a notice says where its content is a bare figure, or was told more than once; undefined where its words are all
 * there is to say. `word` stands for a content that is a code.
 */
export function contentText(
  { kind, content, times }: Pick<NoticeRow, 'kind' | 'content' | 'times'>,
  word: MessageDescriptor | undefined,
  i18n: I18n,
): string | undefined {
  if (kind === 'account')
    return (content ?? '')
      .split(',')
      .map(changed => (credentialWords[changed] ? i18n._(credentialWords[changed]) : changed))
      .join(' · ')
  if (kind === 'approvalEnd') {
    const outcome = outcomeWords[content ?? '']
    return outcome && i18n._(outcome)
  }
  if (kind === 'swap') {
    const news = swapWords[content ?? '']
    return news && i18n._(news)
  }
  if (kind === 'unattended') {
    const what = unattendedWords[content ?? '']
    return what && i18n._(what)
  }
  // Each warning stands on the line of the one before: how many came says nothing of the term.
  const term = kind === 'incident' ? termText(content ?? '', i18n) : undefined
  if (term !== undefined) return term
  if (kind === 'testEnd') {
    const hidden = Number(content)
    return i18n._(
      msg`${plural(hidden, { 0: 'no alarms hidden', one: '# alarm hidden', other: '# alarms hidden' })}`,
    )
  }
  if (kind === 'inspection') return i18n._(msg`Due on ${content ?? ''}`)
  if (kind === 'work') return i18n._(msg`Due by ${content ?? ''}`)
  if (kind === 'feeDue')
    return i18n._(msg`${plural(Number(content), { one: '# bill is due', other: '# bills are due' })}`)
  if (kind === 'webhook')
    return i18n._(
      msg`${plural(Number(content), { one: 'Nothing got through for # hour', other: 'Nothing got through for # hours' })}`,
    )
  if (kind === 'quota')
    return i18n._(
      msg`${plural(Number(content), { one: 'More than # message a minute: readings and positions wait', other: 'More than # messages a minute: readings and positions wait' })}`,
    )
  if (kind === 'stockLow') return i18n._(msg`${content ?? ''} t left`)
  // Reminded, or asked anew: that it came before says nothing.
  if (times < 2 || kind === 'approval' || kind === 'announcement' || kind === 'emergency') return undefined
  const what = word ? i18n._(word) : content
  const reported = i18n._(msg`${plural(times, { one: 'reported # time', other: 'reported # times' })}`)
  return [what, reported].filter(Boolean).join(' · ')
}

/** Where the subject of a notice is looked after, and what the link there says. */
export function wayTo(row: NoticeRow): { path: string; label: MessageDescriptor } | undefined {
  if (row.subject === 'alarm' && row.subjectId !== null)
    return { path: `/AlarmHistory?open=${row.subjectId}`, label: msg`Go to the alarm` }
  if (row.subject === 'task' && row.subjectId !== null)
    return { path: `/DownloadTask?open=${row.subjectId}`, label: msg`Go to the file` }
  if (row.subject === 'call' && row.subjectId !== null)
    return { path: `/rightsManagement?view=calls&open=${row.subjectId}`, label: msg`Go to the call log` }
  if (row.subject === 'approvalCase' && row.subjectId !== null)
    return { path: `/approvals?case=${row.subjectId}`, label: msg`Go to the case` }
  if (row.subject === 'announcement' && row.subjectId !== null)
    return { path: `/siteAnnouncement?announcementId=${row.subjectId}`, label: msg`Read the announcement` }
  if (row.subject === 'monitoredPerson' && row.subjectId !== null)
    return { path: `/regulatoryUser?id=${row.subjectId}`, label: msg`Go to the person` }
  if (row.subject === 'inspection' && row.subjectId !== null)
    return { path: `/index4yearly?open=${row.subjectId}`, label: msg`Go to the inspection` }
  if (row.subject === 'workItem' && row.subjectId !== null)
    return { path: `/workItems?open=${row.subjectId}`, label: msg`Go to the work` }
  if (row.subject === 'stockItem' && row.subjectId !== null)
    return { path: `/manageStorage?open=${row.subjectId}`, label: msg`Go to the store` }
  if (row.subject === 'webhook' && row.subjectId !== null)
    return { path: `/webhooks?open=${row.subjectId}`, label: msg`Go to the webhook` }
  if (row.kind === 'quota') return { path: '/tenantInfo', label: msg`Go to the tenant` }
  if (row.kind === 'feeDue') return { path: '/arrears', label: msg`Go to the arrears` }
  if (row.subject === 'emergency' && row.subjectId !== null)
    return { path: `/emergencies?emergency=${row.subjectId}`, label: msg`Go to the emergency` }
  if (row.subject === 'dutySwap') return { path: '/dutyUser', label: msg`Go to the roster` }
  if (row.kind === 'testEnd') return { path: '/AlarmHistory?tab=tests', label: msg`Go to the test windows` }
  if (row.imei !== null) return { path: `/DeviceDtail?imei=${row.imei}`, label: msg`Go to the device` }
  return undefined
}
