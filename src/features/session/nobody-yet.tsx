// On the login screen of an installation that has no administrator: how one is made.
import { Trans } from '@lingui/react/macro'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'

export function NobodyYet() {
  return (
    <Stack gap={2} pad={4} below={4} ground="attention-soft" round="card" role="note">
      <Row gap={2} strong tone="attention">
        <Icon name="key" />
        <Trans>Nobody can log in yet</Trans>
      </Row>
      <Text as="p">
        <Trans>
          This installation has no administrator. Stop the server, run this where it runs, with the same
          settings, and start it again:
        </Trans>
      </Text>
      <Text as="code" mono size="small" breaks pad={2} ground="sunken" round="control" dir="ltr">
        NODE_ENV=production npm run create-administrator
      </Text>
    </Stack>
  )
}
