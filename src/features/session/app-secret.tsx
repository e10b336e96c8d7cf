// The secret of an authenticator app: a picture to scan, and a text for whoever cannot.
import { Trans, useLingui } from '@lingui/react/macro'
import type * as z from 'zod/mini'
import type { beginApp } from '../../contract/endpoints/second-factor.ts'
import { showToast } from '../../platform/toast.ts'
import { TextPicture } from '../../resource/scan/label-picture.tsx'
import { FieldCopy } from '../../ui/field-copy.tsx'
import { Box, Stack, Text } from '../../ui/kit/parts.tsx'

export type AppSecret = z.output<typeof beginApp.response>

const groupsOf = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

export function AppSecretView({ made: { secret, address } }: { made: AppSecret }) {
  const { t } = useLingui()
  return (
    <Stack gap={3}>
      <Text as="p" tone="ink-2">
        <Trans>
          Scan this with an authenticator app on your phone, such as Google Authenticator, Microsoft
          Authenticator or 2FAS.
        </Trans>
      </Text>
      <Box at="center" w={200}>
        <TextPicture text={address} label={t`QR code for the authenticator app`} />
      </Box>
      <Stack gap={1}>
        <Text as="p" size="small" tone="ink-3">
          <Trans>Or type this key into the app:</Trans>
        </Text>
        <Text as="p" padX={3} padY={2} ground="sunken" round="control" breaks mono>
          <FieldCopy
            label={t`key`}
            value={groupsOf(secret)}
            onProblem={text => showToast({ kind: 'tip', message: { id: text, message: text } })}
          />
        </Text>
      </Stack>
    </Stack>
  )
}
