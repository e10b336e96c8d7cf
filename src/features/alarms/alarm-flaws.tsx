// What was wrong with the message of an emergency, in plain words: it was kept without that.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { MessageFlaw } from '../../domain/alarm/message-flaw.ts'
import { Box } from '../../ui/kit/parts.tsx'
import css from './alarm-facts.module.css'

function words({ field, said: sent }: MessageFlaw): ReactNode {
  const said = <bdi dir="ltr">{sent || '–'}</bdi>
  switch (field) {
    case 'form':
      return <Trans>The message was damaged: what could be read of it is here.</Trans>
    case 'code':
      return <Trans>Its code was sent as {said}.</Trans>
    case 'type':
      return <Trans>Its type was sent as {said}.</Trans>
    case 'time':
      return <Trans>Its time was sent as {said}. If that cannot be right, the time of arrival counts.</Trans>
    case 'seq':
      return <Trans>Its number was sent as {said}.</Trans>
    case 'repeated':
      return <Trans>Its number {said} had been used before, for something else.</Trans>
    case 'value':
      return <Trans>Its value was sent as {said}.</Trans>
    case 'place':
      return (
        <Trans>Its position was sent as {said}. If that is not valid, the last known one is shown.</Trans>
      )
    case 'other':
      return <Trans>Something else in it was wrong: {said}.</Trans>
  }
}

export function AlarmFlaws({ flaws }: { flaws: readonly MessageFlaw[] }) {
  return (
    <Box as="ul" breaks className={css.flaws}>
      {flaws.map(flaw => (
        <li key={`${flaw.field} ${flaw.said}`}>{words(flaw)}</li>
      ))}
    </Box>
  )
}
