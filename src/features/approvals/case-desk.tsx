// One case with what an approver does: the deputy is told first, a return needs a reason, approving needs the network.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { OpenedCase } from '../../contract/endpoints/approval.ts'
import { useSession } from '../../resource/surroundings.ts'
import { Banner } from '../../ui/banner.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { CaseSteps } from './case-steps.tsx'
import { CaseText } from './case-text.tsx'
import { quickReasons } from './line-words.ts'

interface CaseDeskProps {
  opened: OpenedCase
  reason: string
  /** A reason is missing. */
  asked: boolean
  may: boolean
  online: boolean
  onReason: (reason: string) => void
  onDecide: (verdict: 'approve' | 'return' | 'reject') => void
}

export function CaseDesk(props: CaseDeskProps) {
  const { opened } = props
  const session = useSession()
  const forName = opened.mine?.forName
  const until = opened.mine?.until
  return (
    <Stack gap={3}>
      {forName && (
        <Banner tone="info" icon="users" whole>
          {until ? (
            <Trans>
              You decide for {forName} until <bdi dir="ltr">{formatMoment(until)}</bdi>. The record will say:{' '}
              {session?.user.name} for {forName}.
            </Trans>
          ) : (
            <Trans>
              You decide for {forName}. The record will say: {session?.user.name} for {forName}.
            </Trans>
          )}
        </Banner>
      )}
      <CaseText opened={opened} />
      <CaseSteps opened={opened} />
      {opened.mine && <Deciding {...props} />}
    </Stack>
  )
}

function Deciding({ opened, reason, asked, may, online, onReason, onDecide }: CaseDeskProps) {
  const { i18n, t } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (asked) field.current?.focus()
  }, [asked])
  const { kind, level, levels } = opened.row
  return (
    <Stack gap={2} padY={3} stuck="bottom" ground="canvas" edgeAbove>
      <Row wrap gap={2}>
        <Text size="small" tone="ink-2">
          <Trans>Why it is returned</Trans>
        </Text>
        {quickReasons(kind).map(each => {
          const words = i18n._(each)
          return (
            <Button
              key={words}
              size="xs"
              radius="xl"
              variant="default"
              disabled={!may}
              onClick={() => onReason(words)}
            >
              {words}
            </Button>
          )
        })}
      </Row>
      <Textarea
        ref={field}
        aria-label={t`Comment`}
        placeholder={t`Comment (needed to return or reject)`}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={500}
        value={reason}
        disabled={!may}
        error={asked && t`Say why`}
        onChange={event => onReason(event.currentTarget.value)}
      />
      <Stack cols="auto auto minmax(0, 1fr)" gap={2}>
        <Button
          variant="default"
          size="md"
          disabled={!may}
          leftSection={<Icon name="undo" />}
          onClick={() => onDecide('return')}
        >
          {t({ context: 'approval', message: 'Return' })}
        </Button>
        <Button
          variant="default"
          size="md"
          color="critical"
          disabled={!may}
          onClick={() => onDecide('reject')}
        >
          {t({ context: 'approval', message: 'Reject' })}
        </Button>
        <Button
          size="md"
          disabled={!may}
          leftSection={<Icon name="check" />}
          onClick={() => onDecide('approve')}
        >
          {levels > 1 ? t`Approve level ${level}` : t({ context: 'approval', message: 'Approve' })}
        </Button>
      </Stack>
      <Text as="p" size="caption" tone={online ? 'ink-3' : 'warning'} text="center">
        {online ? (
          <Trans>
            You can take it back for 5 seconds. If the text is changed meanwhile, nothing is approved.
          </Trans>
        ) : (
          <Trans>Approving needs the network.</Trans>
        )}
      </Text>
    </Stack>
  )
}
