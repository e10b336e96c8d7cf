// How one person was told of a message: the furthest that is known, the ways by which it went out, and what failed.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Told } from '../../contract/endpoints/emergency.ts'
import { textFailureWords, textStateWords } from '../../resource/text-words.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'

export function ToldState({ told: { by, readAt, confirmedAt, times, pushFailed, text } }: { told: Told }) {
  return (
    <>
      {confirmedAt !== null ? (
        <Trans>
          confirmed <bdi dir="ltr">{formatMoment(confirmedAt)}</bdi>
        </Trans>
      ) : readAt !== null ? (
        <Trans>read, not confirmed</Trans>
      ) : (
        <Trans>not read yet</Trans>
      )}
      {by.includes('centre') && (
        <>
          {' · '}
          <Trans>message centre</Trans>
        </>
      )}
      {by.includes('push') && (
        <>
          {' · '}
          <Trans>push</Trans>
        </>
      )}
      {pushFailed && (
        <>
          {' · '}
          <Text tone="critical">
            <Trans>push failed</Trans>
          </Text>
        </>
      )}
      {by.includes('spoken') && (
        <>
          {' · '}
          <Trans>spoken aloud</Trans>
        </>
      )}
      {text && (
        <>
          {' · '}
          <TextState text={text} />
        </>
      )}
      {times > 1 && (
        <>
          {' · '}
          <Plural value={times} one="told # time" other="told # times" />
        </>
      )}
    </>
  )
}

function TextState({ text: { fate, state, failure } }: { text: NonNullable<Told['text']> }) {
  const { i18n } = useLingui()
  switch (fate) {
    case 'noPhone':
      return (
        <Text tone="attention">
          <Trans>no text message: no telephone number</Trans>
        </Text>
      )
    case 'tooMany':
      return (
        <Text tone="critical">
          <Trans>no text message: the limit of text messages is used up</Trans>
        </Text>
      )
    case 'noCarrier':
      return (
        <Text tone="critical">
          <Trans>no text message: there is no carrier</Trans>
        </Text>
      )
    case 'asked': {
      if (state === null) return <Trans>text message</Trans>
      const words = i18n._(textStateWords[state].label)
      const why = state === 'failed' && failure ? i18n._(textFailureWords[failure]) : undefined
      return (
        <Text tone={state === 'failed' ? 'critical' : 'same'}>
          <Trans>text message: {words}</Trans>
          {why !== undefined && ` (${why})`}
        </Text>
      )
    }
  }
}
