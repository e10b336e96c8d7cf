// What the ways of proving a visit are called.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { VisitWay } from '../../domain/duty/round.ts'

const words = {
  scan: msg`Label scanned`,
  nfc: msg`Tag read`,
  place: msg`By the place`,
  hand: msg`By hand`,
  reason: msg`Reason given`,
} as const

export function useWayWords(): Record<VisitWay, string> {
  const { i18n } = useLingui()
  return {
    scan: i18n._(words.scan),
    nfc: i18n._(words.nfc),
    place: i18n._(words.place),
    hand: i18n._(words.hand),
    reason: i18n._(words.reason),
  }
}
