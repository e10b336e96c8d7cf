// What keeps a door from having sound and picture, in words.
import { Trans } from '@lingui/react/macro'
import type { MediaProblem } from '../platform/rtc/port.ts'
import { Text } from '../ui/kit/parts.tsx'

export function MediaNotice({ problem }: { problem: MediaProblem | undefined }) {
  if (!problem || problem === 'gone' || problem === 'timeout' || problem === 'network') return null
  return (
    <Text as="p" padX={3} padY={2} ground="warning-soft" round="control" size="lead" tone="ink" role="status">
      <MediaWords problem={problem} />
    </Text>
  )
}

function MediaWords({ problem }: { problem: MediaProblem }) {
  switch (problem) {
    case 'insecure':
      return (
        <Trans>
          Camera, microphone and remote opening need a secure address. Open this page over https, or on
          localhost.
        </Trans>
      )
    case 'unsupported':
      return (
        <Trans>This browser does not support calls. Use a current Chrome, Edge, Firefox or Safari.</Trans>
      )
    case 'refused':
      return <Trans>The microphone is not allowed: visitors can hear, but are not heard.</Trans>
    case 'noMicrophone':
      return (
        <Trans>
          No microphone was found: visitors can hear, but are not heard. Check that the microphone is
          connected.
        </Trans>
      )
    case 'noCamera':
      return <Trans>The camera cannot be used: the call has sound only.</Trans>
    default:
      return <Trans>No microphone and no camera were found: visitors can ring, but not speak.</Trans>
  }
}
