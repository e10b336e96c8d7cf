// In the frame, instead of a page that is not the person's or does not exist.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Forbidden, NotFound } from '../../ui/states.tsx'

export function RefusedPage({ reason }: { reason: unknown }) {
  const navigate = useNavigate()
  const home = (
    <Button variant="default" onClick={() => void navigate({ to: '/' })}>
      <Trans>Go to the first page</Trans>
    </Button>
  )
  return reason === 'forbidden' ? <Forbidden action={home} /> : <NotFound action={home} />
}
