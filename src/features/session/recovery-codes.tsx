// Recovery codes that were just made: shown this once, to be kept somewhere else than the phone.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { showToast } from '../../platform/toast.ts'
import { giveFile } from '../../resource/give-file.ts'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Whoever looks at them has kept them. */
  onKept(): void
  busy?: boolean
}

export function RecoveryCodes({ codes, onKept, busy = false }: RecoveryCodesProps) {
  const { t } = useLingui()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      showToast({ kind: 'ok', message: msg`Copied` })
    } catch {
      showToast({
        kind: 'tip',
        message: msg`This browser does not let the page copy. Mark the text and copy it.`,
      })
    }
  }
  const save = () =>
    giveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <Stack gap={4}>
      <Text as="p" padX={3} padY={2} ground="warning-soft" round="control" tone="ink" role="status">
        <Trans>
          Keep these recovery codes apart from your phone. Each lets you in once when the app or the passkey
          is lost. They are not shown again.
        </Trans>
      </Text>
      <List
        aria-label={t`Recovery codes`}
        dir="ltr"
        even
        gap={2}
        pad={3}
        ground="sunken"
        round="control"
        text="center"
        mono
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </List>
      <Row wrap gap={2}>
        <Button variant="default" onClick={() => void copy()}>
          <Trans>Copy all</Trans>
        </Button>
        <Button variant="default" onClick={save}>
          <Trans>Save as a file</Trans>
        </Button>
      </Row>
      <Button loading={busy} onClick={onKept}>
        <Trans>I have kept them</Trans>
      </Button>
    </Stack>
  )
}
