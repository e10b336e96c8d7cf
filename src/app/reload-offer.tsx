// A part of the console could not be fetched: says so and offers to load the page again.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ErrorState } from '../ui/states.tsx'

export function ReloadOffer() {
  return (
    <ErrorState
      what={<Trans>A part of the console could not be loaded</Trans>}
      kept={
        <>
          <p>
            <Trans>
              The network may be away, or a newer version was installed. Nothing you entered was sent.
            </Trans>
          </p>
          <Button mt="md" onClick={() => location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        </>
      }
    />
  )
}
