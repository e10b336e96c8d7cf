// The links of a site: a name and an encrypted address each.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import type { FieldControl } from '../../resource/view.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, FieldGroup, Row, Stack } from '../../ui/kit/parts.tsx'

interface Link {
  name: string
  address: string
}

const isLink = (value: unknown): value is Link =>
  typeof value === 'object' && value !== null && 'name' in value && 'address' in value

const MOST = 8

export function LinksField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  const links = Array.isArray(control.value) ? control.value.filter(isLink) : []
  const put = (at: number, changes: Partial<Link>) =>
    control.onChange(links.map((link, index) => (index === at ? { ...link, ...changes } : link)))
  return (
    <FieldGroup>
      <legend>{control.label}</legend>
      <Stack gap={2}>
        {links.map((link, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link has no name of its own while it is typed
          <Row key={at} gap={2}>
            <TextInput
              aria-label={t`Name of link ${at + 1}`}
              value={link.name}
              disabled={control.disabled}
              onChange={event => put(at, { name: event.currentTarget.value })}
            />
            <Box grow>
              <TextInput
                aria-label={t`Address of link ${at + 1}`}
                placeholder="https://"
                value={link.address}
                disabled={control.disabled}
                onChange={event => put(at, { address: event.currentTarget.value })}
              />
            </Box>
            <IconButton
              icon="trash"
              label={t`Remove link ${at + 1}`}
              onClick={() => control.onChange(links.filter((_, index) => index !== at))}
            />
          </Row>
        ))}
        {control.error && (
          <Box tone="critical" size="small" role="alert">
            {control.error}
          </Box>
        )}
        {links.length < MOST && (
          <Row>
            <Button
              variant="default"
              leftSection={<Icon name="plus" />}
              disabled={control.disabled}
              onClick={() => control.onChange([...links, { name: '', address: '' }])}
            >
              <Trans>Add link</Trans>
            </Button>
          </Row>
        )}
      </Stack>
    </FieldGroup>
  )
}
