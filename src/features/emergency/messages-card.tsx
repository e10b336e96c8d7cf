// Messages to those concerned: who has confirmed, who was reached by what, and whom to remind.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Told } from '../../contract/endpoints/emergency.ts'
import { type EntryOf, entriesOf } from '../../domain/emergency/emergency-log.ts'
import { isRunning } from '../../domain/emergency/emergency-step.ts'
import { useActions } from '../../resource/actions.tsx'
import { useOnline, useRights, useSession } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { peopleOptions } from './emergency-query.ts'
import { RoomCard, type RoomPart } from './room-card.tsx'
import { TellForm, TextsQuestion } from './tell-form.tsx'
import { ToldState } from './told-state.tsx'

export function MessagesCard({ row, log }: RoomPart) {
  const { t } = useLingui()
  const may = useRights()
  const messages = entriesOf(log.entries, 'message').toReversed()
  return (
    <RoomCard name={t`Messages`}>
      {messages.length === 0 && (
        <Muted as="p">
          <Trans>Nobody has been told yet.</Trans>
        </Muted>
      )}
      <Stack gap={4}>
        {messages.map(message => (
          <Message
            key={message.id}
            row={row}
            message={message}
            told={log.told.filter(({ entry }) => entry === message.id)}
          />
        ))}
      </Stack>
      {isRunning(row.state) && may('emergency.lead') && <TellForm row={row} />}
    </RoomCard>
  )
}

interface MessageProps extends Pick<RoomPart, 'row'> {
  message: EntryOf<'message'>
  told: readonly Told[]
}

function Message({ row, message, told }: MessageProps) {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const me = useSession()?.user.id
  const { give } = useActions()
  const waiting = told.filter(({ confirmedAt }) => confirmedAt === null)
  const total = told.length
  const confirmed = total - waiting.length
  const about = { entry: message.id }
  const byText = told.some(({ text }) => text?.fate === 'asked')
  return (
    <Box as="article" aria-label={message.facts.text}>
      <Text as="p" strong lines breaks>
        <bdi>{message.facts.text}</bdi>
      </Text>
      <Text as="p" size="small" tone="ink-2">
        <bdi>{message.userName}</bdi>
        {' · '}
        <bdi dir="ltr">{formatMoment(message.at)}</bdi>
      </Text>
      <Text as="p" tone={waiting.length > 0 ? 'attention' : 'ok'} above={1}>
        <Trans>
          {confirmed} of {total} confirmed
        </Trans>
      </Text>
      <List stack gap={1} above={1}>
        {told
          .toSorted((a, b) => Number(a.confirmedAt !== null) - Number(b.confirmedAt !== null))
          .map(each => (
            <Row as="li" key={each.userId} align="start" gap={2} size="small">
              <Icon name={each.confirmedAt === null ? 'clock' : 'check'} size={14} />
              <Stack grow shrink gap="half">
                <bdi>{each.name}</bdi>
                <Text tone="ink-3" breaks>
                  <ToldState told={each} />
                </Text>
              </Stack>
            </Row>
          ))}
      </List>
      {byText && (
        <Muted as="p">
          <Trans>
            Nobody can confirm by text message: whoever has only that stays unconfirmed until they open the
            console.
          </Trans>
        </Muted>
      )}
      <Row wrap gap={2} above={2}>
        {waiting.some(({ userId }) => userId === me) && (
          <Button
            disabled={!online}
            leftSection={<Icon name="check" />}
            onClick={() => void give('confirm', [row], about)}
          >
            {t`I have read it`}
          </Button>
        )}
        {waiting.length > 0 && isRunning(row.state) && may('emergency.lead') && (
          <Remind row={row} message={message} waiting={waiting.map(({ userId }) => userId)} />
        )}
      </Row>
    </Box>
  )
}

interface RemindProps extends Pick<RoomPart, 'row'> {
  message: EntryOf<'message'>
  /** Those who have not confirmed. */
  waiting: readonly number[]
}

/** Once more to those who have not confirmed; by text message too where the message went out by it. */
function Remind({ row, message, waiting }: RemindProps) {
  const online = useOnline()
  const { give } = useActions()
  const [asking, setAsking] = useState(false)
  const people = useQuery({ ...peopleOptions(row.id), enabled: message.facts.texts !== undefined })
  const still = (people.data ?? []).filter(({ id }) => waiting.includes(id))
  const texts = message.facts.texts === undefined ? 0 : still.filter(({ text }) => text === 'able').length
  const send = () => {
    setAsking(false)
    void give('remind', [row], { entry: message.id, ...(texts > 0 && { texts }) })
  }
  return (
    <>
      <Button variant="default" disabled={!online} onClick={texts > 0 ? () => setAsking(true) : send}>
        <Plural value={waiting.length} one="Remind # person" other="Remind # people" />
      </Button>
      <TextsQuestion
        texts={asking ? texts : undefined}
        without={still.length - texts}
        onSend={send}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
