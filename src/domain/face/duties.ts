// What whoever works with faces owes to the people they show. A tenant turns faces on by taking on each of these.
import * as z from 'zod/mini'
import { DAY_MS } from '../durations.ts'

export const faceDuty = z.enum([
  'consent',
  'guardian',
  'otherWay',
  'retention',
  'noSharing',
  'assessment',
  'filing',
])
export type FaceDuty = z.output<typeof faceDuty>

/** Below this age a guardian consents. */
const GUARDIAN_BELOW_YEARS = 14
/** No consent is good for longer. */
export const LONGEST_CONSENT_MS = 3 * 366 * DAY_MS
/** From so many people on, the authorities have to be told; no tenant stores more samples than stay below. */
export const FILING_AT_PEOPLE = 100_000
/** So long a capture is kept; shorter where it shows nobody of the libraries. */
export const CAPTURE_KEPT_MS = 30 * DAY_MS
export const UNKNOWN_KEPT_MS = 7 * DAY_MS
/** A picture that was uploaded and never became a sample goes after this. */
export const WAITING_KEPT_MS = DAY_MS

/** Whole years between a day, as `YYYY-MM-DD`, and a moment; undefined for a day that there is not, or that is yet to come. */
export function ageAt(birthDate: string, now: number): number | undefined {
  const born = new Date(`${birthDate}T00:00:00Z`)
  // A 30th of February becomes the 1st or 2nd of March.
  if (Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== birthDate) return undefined
  const today = new Date(now)
  if (born > today) return undefined
  const before =
    today.getUTCMonth() < born.getUTCMonth() ||
    (today.getUTCMonth() === born.getUTCMonth() && today.getUTCDate() < born.getUTCDate())
  const years = today.getUTCFullYear() - born.getUTCFullYear() - (before ? 1 : 0)
  return years <= 130 ? years : undefined
}

/** Whether a guardian has to have consented. */
export function needsGuardian(birthDate: string, now: number): boolean {
  const age = ageAt(birthDate, now)
  return age !== undefined && age < GUARDIAN_BELOW_YEARS
}

export interface Consent {
  birthDate: string
  consentAt: number
  expiresAt: number
  guardianName?: string | null | undefined
  guardianAt?: number | null | undefined
}

export interface ConsentFlaw {
  id: 'field.birthDate' | 'face.consentFuture' | 'face.consentOver' | 'face.consentLong' | 'face.guardian'
  field: keyof Consent
}

/** What is wrong with a consent; undefined where it is good. */
export function consentFlaw(consent: Consent, now: number): ConsentFlaw | undefined {
  const { birthDate, consentAt, expiresAt, guardianName, guardianAt } = consent
  if (ageAt(birthDate, now) === undefined) return { id: 'field.birthDate', field: 'birthDate' }
  if (consentAt > now) return { id: 'face.consentFuture', field: 'consentAt' }
  if (expiresAt <= Math.max(now, consentAt)) return { id: 'face.consentOver', field: 'expiresAt' }
  if (expiresAt - consentAt > LONGEST_CONSENT_MS) return { id: 'face.consentLong', field: 'expiresAt' }
  if (!needsGuardian(birthDate, now)) return undefined
  if (!guardianName?.trim()) return { id: 'face.guardian', field: 'guardianName' }
  if (typeof guardianAt !== 'number') return { id: 'face.guardian', field: 'guardianAt' }
  return guardianAt > now ? { id: 'face.consentFuture', field: 'guardianAt' } : undefined
}

/** Labels as they are kept: separated by plain commas, none twice, none empty. */
export function tidyLabels(labels: string): string {
  const parts = labels
    .split(/[,，、]/)
    .map(label => label.trim())
    .filter(label => label !== '')
  return [...new Set(parts)].join(',')
}
