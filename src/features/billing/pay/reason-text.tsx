// Why a bill or a payment is as it is.
import { useLingui } from '@lingui/react/macro'
import { reasonOf } from './bill-words.ts'

export function ReasonText({ reason }: { reason: string }) {
  const { i18n } = useLingui()
  return <bdi>{i18n._(reasonOf(reason))}</bdi>
}
