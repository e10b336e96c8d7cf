// Sends a message to people of an emergency: into their message centre, aloud, and by text message once the number is agreed to.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useActions } from '../../resource/actions.tsx'
import { useOnline } from '../../resource/surroundings.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row } from '../../ui/kit/parts.tsx'
import { peopleOptions } from './emergency-query.ts'
import { PeopleSelect } from './person-select.tsx'
import type { RoomPart } from './room-card.tsx'

export function TellForm({ row }: Pick<RoomPart, 'row'>) {
  const { t } = useLingui()
  const online = useOnline()
  const { give } = useActions()
  const people = useQuery(peopleOptions(row.id))
  const [text, setText] = useState('')
  const [userIds, setUserIds] = useState<number[]>([])
  const [spoken, setSpoken] = useState(false)
  const [byText, setByText] = useState(false)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const chosen = (people.data ?? []).filter(({ id }) => userIds.includes(id))
  const able = chosen.filter(person => person.text === 'able').length
  const noCarrier = people.data?.some(person => person.text === 'noCarrier') === true
  const texts = byText && !noCarrier ? able : 0
  const total = userIds.length
  const ready = text.trim() !== '' && userIds.length > 0 && online
  const send = async () => {
    setAsking(false)
    if (!ready || busy) return
    setBusy(true)
    const given = await give('tell', [row], {
      ...{ text: text.trim(), userIds, spoken },
      ...(texts > 0 && { texts }),
    })
    if (given) setText('')
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (texts > 0) setAsking(true)
    else void send()
  }
  return (
    <form className={look({ stack: true, gap: 2, above: 4 })} onSubmit={submit}>
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
      <Switch
        label={t`By text message too`}
        description={
          noCarrier ? (
            <Trans>This installation has no carrier of text messages.</Trans>
          ) : total > 0 ? (
            <Trans>
              {able} of {total} have a telephone number.
            </Trans>
          ) : undefined
        }
        checked={byText && !noCarrier}
        disabled={noCarrier}
        onChange={event => setByText(event.currentTarget.checked)}
      />
      <Row>
        <Button type="submit" variant="default" loading={busy} disabled={!ready}>
          <Trans>Send message</Trans>
        </Button>
      </Row>
      <TextsQuestion
        texts={asking ? texts : undefined}
        without={chosen.length - able}
        onSend={() => void send()}
        onCancel={() => setAsking(false)}
      />
    </form>
  )
}

interface TextsQuestionProps {
  /** How many text messages would be sent; undefined: nothing is asked. */
  texts: number | undefined
  /** How many people have no number. */
  without: number
  onSend: () => void
  onCancel: () => void
}

/** Asked before any text message leaves: each costs something, and none can be called back. */
export function TextsQuestion({ texts, without, onSend, onCancel }: TextsQuestionProps) {
  const [last, setLast] = useState(0)
  // While the dialog fades away it goes on saying what it said.
  if (texts !== undefined && texts !== last) setLast(texts)
  return (
    <Confirm
      opened={texts !== undefined}
      title={<Plural value={last} one="Send # text message?" other="Send # text messages?" />}
      confirmLabel={<Trans context="text message">Send</Trans>}
      onConfirm={onSend}
      onCancel={onCancel}
    >
      <Trans>
        Each one costs money and cannot be called back. Nobody can confirm by text message, and some carriers
        cut it after 35 characters.
      </Trans>
      {without > 0 && (
        <>
          {' '}
          <Plural
            value={without}
            one="# person has no telephone number and is told without it."
            other="# people have no telephone number and are told without it."
          />
        </>
      )}
    </Confirm>
  )
}
