// Asks to be bound to a room: the community by its name, the room among those of the number, as what and from when.
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { residentAsk, residentPlaces } from '../contract/endpoints/resident-page.ts'
import { occupancyRole } from '../domain/living/occupancy-step.ts'
import { DoorButton } from '../door-unit/door-button.tsx'
import { sendRequest } from '../platform/http.ts'
import { Card, SectionTitle, Stack, Text } from '../ui/kit/parts.tsx'
import { Choice, Field } from './form-parts.tsx'
import { problemOf } from './problem-words.ts'

type Places = z.output<typeof residentPlaces.response>

const today = () => {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

export function AskForm({ onDone }: { onDone: () => void }) {
  const { i18n, t } = useLingui()
  const [community, setCommunity] = useState('')
  const [roomNo, setRoomNo] = useState('')
  const [places, setPlaces] = useState<Places>()
  const [roomId, setRoomId] = useState(0)
  const [name, setName] = useState('')
  const [role, setRole] = useState<z.output<typeof occupancyRole>>('owner')
  const [fromDay, setFromDay] = useState(today)
  const [untilDay, setUntilDay] = useState('')
  const [problem, setProblem] = useState<MessageDescriptor>()
  const [busy, setBusy] = useState(false)

  const find = async () => {
    const found = await sendRequest(residentPlaces, { community, roomNo })
    setPlaces(found)
    setRoomId(found[0]?.roomId ?? 0)
  }
  const ask = async () => {
    await sendRequest(residentAsk, { roomId, name, role, fromDay, untilDay: untilDay || null })
    onDone()
  }
  const isFound = places !== undefined && places.length > 0
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await (isFound ? ask() : find())
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }
  const other = () => setPlaces(undefined)
  return (
    <Card pad={3}>
      <Stack as="form" gap={3} onSubmit={event => void send(event)} noValidate>
        <SectionTitle>
          <Trans>Ask for my home</Trans>
        </SectionTitle>
        <Field
          label={t`Full name of the community`}
          value={community}
          onChange={event => {
            setCommunity(event.target.value)
            other()
          }}
        />
        <Field
          label={t`Room number`}
          value={roomNo}
          onChange={event => {
            setRoomNo(event.target.value)
            other()
          }}
        />
        {places?.length === 0 && (
          <Text as="p" role="status" tone="warning">
            <Trans>There is no such room. Compare the name with your contract.</Trans>
          </Text>
        )}
        {isFound && (
          <>
            <Choice
              label={t`Home`}
              value={String(roomId)}
              onChange={event => setRoomId(Number(event.target.value))}
              options={places.map(each => ({
                value: String(each.roomId),
                label: `${each.place} · ${each.roomNo}`,
              }))}
            />
            <Field
              label={t`My name`}
              value={name}
              onChange={event => setName(event.target.value)}
              autoComplete="name"
            />
            <Choice
              label={t`I live there as`}
              value={role}
              onChange={event => setRole(occupancyRole.parse(event.target.value))}
              options={[
                { value: 'owner', label: t({ context: 'room', message: 'Owner' }) },
                { value: 'tenant', label: t({ context: 'room', message: 'Tenant' }) },
                { value: 'family', label: t({ context: 'room', message: 'Family' }) },
              ]}
            />
            <Field
              label={t`From`}
              type="date"
              value={fromDay}
              onChange={event => setFromDay(event.target.value)}
            />
            <Field
              label={t`Last day; empty: for good`}
              type="date"
              value={untilDay}
              onChange={event => setUntilDay(event.target.value)}
            />
          </>
        )}
        {problem && (
          <Text as="p" role="alert" tone="critical">
            {i18n._(problem)}
          </Text>
        )}
        <DoorButton
          type="submit"
          kind="primary"
          disabled={
            busy || community.trim() === '' || roomNo.trim() === '' || (isFound && name.trim() === '')
          }
        >
          {isFound ? <Trans>Ask the property management</Trans> : <Trans>Find my home</Trans>}
        </DoorButton>
      </Stack>
    </Card>
  )
}
