// What is in a package, line by line: data, SMS, voice, for how long.
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { megabytesOf } from '../../../domain/billing/validity.ts'
import { Icon } from '../../../ui/icons.tsx'
import { List, Row } from '../../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../../ui/locale.ts'
import type { SimPackage } from './package-peek.tsx'
import { formatMegabytes } from './usage-bar.tsx'

export function PackageContents({ offer }: { offer: SimPackage }) {
  const locale = useIntlLocale()
  const { megabytes, multiplier, smsCount, voiceMinutes, validityDays, type } = offer
  const data = megabytesOf(megabytes, multiplier)
  const lines: { id: string; text: ReactNode }[] = []
  if (data) {
    const amount = formatMegabytes(data, locale)
    lines.push({ id: 'data', text: <Trans>{amount} of data</Trans> })
  }
  if (smsCount) lines.push({ id: 'sms', text: <Plural value={smsCount} one="# SMS" other="# SMS" /> })
  if (voiceMinutes)
    lines.push({
      id: 'voice',
      text: <Plural value={voiceMinutes} one="# minute of voice" other="# minutes of voice" />,
    })
  if (type === 'topUp') lines.push({ id: 'credit', text: <Trans>Credit on the account of the card</Trans> })
  else
    lines.push({
      id: 'days',
      text: <Plural value={validityDays} one="Valid for # day" other="Valid for # days" />,
    })
  return (
    <List stack content="start" gap={1} tone="ink-2">
      {lines.map(({ id, text }) => (
        <Row as="li" gap={2} key={id}>
          <Icon name="check" size={16} />
          <span>{text}</span>
        </Row>
      ))}
    </List>
  )
}
