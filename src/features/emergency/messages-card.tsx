// Messages to those concerned: who has confirmed, who was reached by what, and whom to remind.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Told } from '../../contract/endpoints/emergency.ts'
import { type EntryOf, entriesOf } from '../../domain/emergency/emergency-log.ts'
import { isRunning } from '../../domain/emergency/emergency-step.ts'
import { useActions } from '../../resource/actions.tsx'
import { useOnline, useRights, useSession } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeopleSelect } from './person-select.tsx'
import { RoomCard, type RoomPart } from './room-card.tsx'

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
                  <State told={each} />
                </Text>
              </Stack>
            </Row>
          ))}
      </List>
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
          <Button variant="default" disabled={!online} onClick={() => void give('remind', [row], about)}>
            <Plural value={waiting.length} one="Remind # person" other="Remind # people" />
          </Button>
        )}
      </Row>
    </Box>
  )
}

/** The furthest that is known, and the ways by which it went out. */
function State({ told: { by, readAt, confirmedAt, times } }: { told: Told }) {
  return (
    <>
      {confirmedAt !== null ? (
        <Trans>
          confirmed <bdi dir="ltr">{formatMoment(confirmedAt)}</bdi>
        </Trans>
      ) : readAt !== null ? (
        <Trans>read, not confirmed</Trans>
      ) : (
        <Trans>not read yet</Trans>
      )}
      {by.includes('centre') && (
        <>
          {' · '}
          <Trans>message centre</Trans>
        </>
      )}
      {by.includes('push') && (
        <>
          {' · '}
          <Trans>push</Trans>
        </>
      )}
      {by.includes('spoken') && (
        <>
          {' · '}
          <Trans>spoken aloud</Trans>
        </>
      )}
      {times > 1 && (
        <>
          {' · '}
          <Plural value={times} one="told # time" other="told # times" />
        </>
      )}
    </>
  )
}

function TellForm({ row }: Pick<RoomPart, 'row'>) {
  const { t } = useLingui()
  const online = useOnline()
  const { give } = useActions()
  const [text, setText] = useState('')
  const [userIds, setUserIds] = useState<number[]>([])
  const [spoken, setSpoken] = useState(false)
  const [busy, setBusy] = useState(false)
  const ready = text.trim() !== '' && userIds.length > 0 && online
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || busy) return
    setBusy(true)
    if (await give('tell', [row], { text: text.trim(), userIds, spoken })) setText('')
    setBusy(false)
  }
  return (
    <form className={look({ stack: true, gap: 2, above: 4 })} onSubmit={event => void send(event)}>
      <PeopleSelect emergencyId={row.id} label={t`To whom`} value={userIds} onChange={setUserIds} />
      <Textarea
        label={t`Message`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Switch
        label={t`Read it aloud on their consoles`}
        checked={spoken}
        onChange={event => setSpoken(event.currentTarget.checked)}
      />
      <Row>
        <Button type="submit" variant="default" loading={busy} disabled={!ready}>
          <Trans>Send message</Trans>
        </Button>
      </Row>
    </form>
  )
}
