// On the login screen: what waits on this device for whom, told without saying what it is.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Waiting } from '../platform/queue-store.ts'
import { Icon } from '../ui/icons.tsx'
import { List, Row, Text } from '../ui/kit/parts.tsx'

export default function UnsentNotes({ waits }: { waits: readonly Waiting[] }) {
  const { t } = useLingui()
  return (
    <Row
      as="section"
      align="stretch"
      gap={2}
      padX={3}
      padY={2}
      ground="info-soft"
      round="control"
      size="small"
      tone="info"
      above={3}
      below={3}
    >
      <Icon name="lock" size={18} />
      <div>
        <List strong>
          {waits.map(({ name, count, mask }) => {
            // A name keeps its own direction in any sentence.
            const who = `\u2068${mask}\u2069`
            const note = t`${plural(count, {
              one: `# action of ${who} has not been sent`,
              other: `# actions of ${who} have not been sent`,
            })}`
            return <li key={name}>{note}</li>
          })}
        </List>
        <Text as="p" tone="ink-2">
          <Trans>Sealed on this device. Sent when the same person logs in here again.</Trans>
        </Text>
      </div>
    </Row>
  )
}
