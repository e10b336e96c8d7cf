// What a person says of a photo or video that they have just taken, and where they took it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { MINUTE_MS } from '../../domain/durations.ts'
import { NAME_LENGTH, PLACE_LENGTH } from '../../domain/limits.ts'
import { findOwnPlace, type OwnPlace, OwnPlaceError, type OwnPlaceFault } from '../../platform/own-place.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'

/** A picture that is older was not taken where the phone is now. */
const HERE_MS = 5 * MINUTE_MS

/** What a person says of a photo or video. */
export interface TakenFacts {
  name: string
  takenAt: number
  place?: string | undefined
  note?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
  accuracyMetres?: number | undefined
}

interface TakenFormProps {
  entity: { key: string }
  /** By the server's clock. */
  takenAt: number
  /** What it is called until the person says otherwise. */
  name: string
  /** Resolves once it is safe, here or there. */
  send: (facts: TakenFacts) => Promise<void>
  onClose: () => void
  /** What was taken. */
  children: ReactNode
}

export function TakenForm({ entity, takenAt, send, onClose, children, ...props }: TakenFormProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const [name, setName] = useState(props.name)
  const [place, setPlace] = useState('')
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const here = serverNow() - takenAt <= HERE_MS
  const [own, setOwn] = useState<OwnPlace>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    setBusy(true)
    try {
      await send({
        takenAt,
        name: name.trim(),
        ...(place.trim() && { place: place.trim() }),
        ...(note.trim() && { note: note.trim() }),
        ...own,
      })
      void invalidateEntity(client, entity)
      onClose()
    } catch (error) {
      showFailure(error)
      setBusy(false)
    }
  }
  return (
    <form className={look({ stack: true, gap: 3 })} onSubmit={event => void submit(event)} noValidate>
      {children}
      {here && <OwnPlaceLine place={own} onPlace={setOwn} />}
      <TextInput
        label={t`Name`}
        withAsterisk
        maxLength={NAME_LENGTH}
        value={name}
        error={name.trim() === '' ? t`Must not be empty` : undefined}
        onChange={event => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t`Place`}
        description={t`In words, as somebody who looks for it would say`}
        maxLength={PLACE_LENGTH}
        value={place}
        onChange={event => setPlace(event.currentTarget.value)}
      />
      <Textarea
        label={t`Note`}
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      {!online && (
        <Text as="p" size="small" tone="ink-2">
          <Trans>No network: it is kept on this device and sent later, with the time of now.</Trans>
        </Text>
      )}
      <Box row wrap align="stretch" justify="end" gap={2} above={2}>
        <Button variant="default" onClick={onClose}>
          <Trans>Discard</Trans>
        </Button>
        <Button type="submit" loading={busy} leftSection={<Icon name="check" />}>
          <Trans>Send</Trans>
        </Button>
      </Box>
    </form>
  )
}

interface OwnPlaceLineProps {
  place: OwnPlace | undefined
  onPlace: (place: OwnPlace) => void
}

/** Asked for by a press: a browser that has not been asked before would cover the photo with its question. */
function OwnPlaceLine({ place, onPlace }: OwnPlaceLineProps) {
  const { t } = useLingui()
  const metres = numberFormat(useIntlLocale(), {
    style: 'unit',
    unit: 'meter',
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  })
  const [asking, setAsking] = useState(false)
  const [fault, setFault] = useState<OwnPlaceFault>()
  const ask = async () => {
    setAsking(true)
    setFault(undefined)
    try {
      onPlace(await findOwnPlace())
    } catch (error) {
      setFault(error instanceof OwnPlaceError ? error.fault : 'unknown')
    } finally {
      setAsking(false)
    }
  }
  const faults = {
    unsupported: t`This browser does not tell where it is.`,
    denied: t`The browser was not allowed to tell where it is.`,
    unknown: t`The position could not be found.`,
  }
  if (place)
    return (
      <Row gap={2} size="small" tone="ink-2">
        <Icon name="pin" />
        <Text>{t`The position is sent with it, within ${metres.format(place.accuracyMetres)}.`}</Text>
      </Row>
    )
  return (
    <Stack gap={1}>
      <Row>
        <Button
          variant="default"
          loading={asking}
          leftSection={<Icon name="locate" />}
          onClick={() => void ask()}
        >
          {t`Add the position`}
        </Button>
      </Row>
      {fault && (
        <Text as="p" size="small" tone="warning" role="alert">
          {faults[fault]}
        </Text>
      )}
    </Stack>
  )
}
