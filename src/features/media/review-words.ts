// Words of what is judged: states, reasons, kinds, and what a reviewer does with a row.
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { photoSource } from '../../domain/media/photo.ts'
import type { ReviewReason, ReviewState } from '../../domain/media/review.ts'
import type { videoKind } from '../../domain/media/video.ts'
import type { Row, Word } from '../../resource/view.ts'

export const stateWords: Record<ReviewState, Word> = {
  review: { label: msg`In review`, tone: 'info', icon: 'clock' },
  approved: { label: msg`Approved`, tone: 'ok', icon: 'check' },
  rejected: { label: msg`Rejected`, tone: 'critical', icon: 'close' },
  hidden: { label: msg`Hidden`, tone: 'off', icon: 'eye-off' },
  reported: { label: msg`Flagged`, tone: 'warning', icon: 'alert' },
}

export const reasonWords: Record<ReviewReason, Word> = {
  unclear: { label: msg`Unclear` },
  unrelated: { label: msg`Not related` },
  personal: { label: msg`Private content` },
  duplicate: { label: msg`Duplicate` },
  other: { label: msg`Other reason` },
}

export const sourceWords: Record<z.output<typeof photoSource>, Word> = {
  camera: { label: msg`Taken on site` },
  file: { label: msg`Uploaded` },
  capture: { label: msg`Captured from a video` },
}

export const kindWords: Record<z.output<typeof videoKind>, Word> = {
  local: { label: msg`Local recording` },
  call: { label: msg`Video-call recording` },
  live: { label: msg`Live video` },
}

const reasonOptions = Object.entries(reasonWords).map(([value, { label }]) => ({ value, label }))

export const becauseFields = [
  { of: 'reason', label: msg`Reason`, options: reasonOptions },
  { of: 'reasonNote', label: msg`Note`, kind: 'textarea' },
] as const

/** What both lists filter by. */
export const reviewFilterWords = {
  state: msg`State`,
  takenAt: msg`Photographed`,
  name: msg`Name`,
  userName: msg`Photographed by`,
  pinned: msg`Pinned`,
  published: msg`Published`,
}

/** The commands of both lists. The version is foretold too, so that a second press names the row as it will be. */
const next = (state: ReviewState) => (row: Row) => ({ state, version: row.version + 1 })
export const reviewActions = {
  approve: {
    label: msg`Approve`,
    icon: 'check',
    primary: true,
    done: msg`Approved`,
    optimistic: next('approved'),
  },
  reject: {
    label: msg`Reject`,
    icon: 'close',
    primary: true,
    input: becauseFields,
    initial: { reason: 'unclear' },
    done: msg`Rejected`,
  },
  publish: { label: msg`Publish`, icon: 'eye', primary: true, done: msg`Published` },
  unpublish: { label: msg`Unpublish`, icon: 'eye-off', done: msg`Unpublished` },
  pin: { label: msg`Pin`, icon: 'pin', done: msg`Pinned` },
  unpin: { label: msg`Unpin`, icon: 'pin', done: msg`Unpinned` },
  hide: { label: msg`Hide`, icon: 'eye-off', done: msg`Hidden`, optimistic: next('hidden') },
  reopen: { label: msg`Review again`, icon: 'refresh', done: msg`In review`, optimistic: next('review') },
  report: {
    label: msg`Flag`,
    icon: 'alert',
    input: becauseFields,
    initial: { reason: 'unrelated' },
    done: msg`Flagged`,
  },
  takeBack: { label: msg`Undo the decision`, icon: 'undo', done: msg`Taken back`, bulk: false },
} as const
