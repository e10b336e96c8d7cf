// Words of plans, inspections, logs, open work and projects.
import { msg } from '@lingui/core/macro'
import type { Word } from '../../resource/view.ts'

export const planStateWords = {
  open: { label: msg`Not completed`, tone: 'info', icon: 'clock' },
  done: { label: msg`Completed`, tone: 'ok', icon: 'check' },
  abnormal: { label: msg({ context: 'plan', message: 'Abnormal' }), tone: 'critical', icon: 'alert' },
} as const satisfies Record<string, Word>

export const inspectionStateWords = {
  failed: { label: msg({ context: 'inspection', message: 'Failed' }), tone: 'critical', icon: 'alert' },
  late: { label: msg`Overdue`, tone: 'critical', icon: 'clock' },
  soon: { label: msg`Due soon`, tone: 'attention', icon: 'clock' },
  planned: { label: msg`Planned`, tone: 'ok', icon: 'calendar' },
} as const satisfies Record<string, Word>

export const resultWords = {
  passed: { label: msg({ context: 'inspection', message: 'Passed' }), tone: 'ok', icon: 'check' },
  failed: { label: msg({ context: 'inspection', message: 'Failed' }), tone: 'critical', icon: 'alert' },
} as const satisfies Record<string, Word>

export const logStateWords = {
  draft: { label: msg`Draft`, tone: 'off' },
  submitted: { label: msg`Submitted`, tone: 'info' },
  returned: { label: msg({ context: 'log', message: 'Sent back' }), tone: 'attention', icon: 'undo' },
  locked: { label: msg({ context: 'log', message: 'Locked' }), tone: 'ok', icon: 'lock' },
} as const satisfies Record<string, Word>

export const weatherWords = {
  clear: msg`Clear`,
  cloudy: msg`Cloudy`,
  rain: msg`Rain`,
  snow: msg`Snow`,
  wind: msg`Wind`,
  fog: msg`Fog`,
} as const

export const workSourceWords = {
  inspection: msg`Inspection`,
  hand: msg`Entered by hand`,
  round: msg({ context: 'patrol', message: 'Round' }),
} as const

export const workStateWords = {
  open: { label: msg({ context: 'work', message: 'Open' }), tone: 'attention', icon: 'tool' },
  done: { label: msg({ context: 'work', message: 'Done' }), tone: 'ok', icon: 'check' },
} as const satisfies Record<string, Word>

export const projectStateWords = {
  preparing: { label: msg`In preparation`, tone: 'off' },
  building: { label: msg`Under construction`, tone: 'info' },
  paused: { label: msg({ context: 'project', message: 'Paused' }), tone: 'attention' },
  finished: { label: msg({ context: 'project', message: 'Finished' }), tone: 'ok' },
} as const satisfies Record<string, Word>
