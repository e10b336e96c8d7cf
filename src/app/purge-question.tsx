// Asks before a login removes what another person has not sent yet.
import { useLingui } from '@lingui/react/macro'
import { Confirm } from '../ui/confirm.tsx'
import { purgeWords } from './purge-words.ts'

export interface PurgeQuestionProps {
  count: number
  onAnswer: (go: boolean) => void
}

export default function PurgeQuestion({ count, onAnswer }: PurgeQuestionProps) {
  const { i18n } = useLingui()
  return (
    <Confirm
      opened
      critical
      title={i18n._(purgeWords.title)}
      confirmLabel={i18n._(purgeWords.go)}
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      {i18n._(purgeWords.text(count))}
    </Confirm>
  )
}
