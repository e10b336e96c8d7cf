// Puts one device on the map: by a click, by dragging its pin, by the phone's own place, or by numbers.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NumberInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Place } from '../../../domain/geo/geo.ts'
import { PLACE_LENGTH } from '../../../domain/limits.ts'
import { findOwnPlace, OwnPlaceError, type OwnPlaceFault } from '../../../platform/own-place.ts'
import { ReferenceSelect } from '../../../resource/reference-select.tsx'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import type { Row } from '../../../resource/view.ts'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Box, Stack, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { PhotoField } from './photo-field.tsx'
import type { Placing } from './use-place-device.ts'

interface PlacingFormProps {
  row: Row
  at: Place | undefined
  /** What is known of it now. */
  present: { place: string | null; groupName: string | null; indoorImage: string | null } | undefined
  onAt: (at: Place, options?: { show: boolean }) => void
  onSave: (placing: Placing) => Promise<boolean>
  onCancel: () => void
}

export function PlacingForm({ row, at, present, onAt, onSave, onCancel }: PlacingFormProps) {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const [words, setWords] = useState<string>()
  const [photo, setPhoto] = useState<string>()
  const [group, setGroup] = useState<number | null>()
  const [busy, setBusy] = useState(false)
  // Checked here: without network a wrong place would be queued, and refused when nobody is at the device any more.
  const onEarth = at !== undefined && isOnEarth(at)
  const type = (place: Place) => onAt(place, { show: isOnEarth(place) })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!at || !onEarth) return
    setBusy(true)
    const placing: Placing = {
      latitude: at.latitude,
      longitude: at.longitude,
      ...(words?.trim() && { installLocation: words.trim() }),
      ...(photo !== undefined && { photo }),
      ...(group !== undefined && { groupId: group }),
    }
    const done = await onSave(placing)
    setBusy(false)
    if (done) onCancel()
  }
  const name = String(row.name)
  return (
    <form className={look({ column: true, gap: 3 })} onSubmit={event => void submit(event)} noValidate>
      <Text as="h2" size="lead">
        <Trans>
          Put <bdi>{name}</bdi> on the map
        </Trans>
      </Text>
      <Text as="p" size="small" tone="ink-2">
        <Trans>Click where it is installed on the map, or drag its pin.</Trans>
      </Text>
      <OwnPlaceButton onAt={place => onAt(place, { show: true })} />
      <Stack even gap={2}>
        <Degrees
          label={t`Latitude`}
          most={MOST_LATITUDE}
          value={at?.latitude}
          onChange={latitude => type({ longitude: at?.longitude ?? 0, latitude })}
        />
        <Degrees
          label={t`Longitude`}
          most={MOST_LONGITUDE}
          value={at?.longitude}
          onChange={longitude => type({ latitude: at?.latitude ?? 0, longitude })}
        />
      </Stack>
      <TextInput
        label={t`Install location`}
        description={t`In words, as somebody who looks for it would say`}
        maxLength={PLACE_LENGTH}
        value={words ?? present?.place ?? ''}
        onChange={event => setWords(event.currentTarget.value)}
      />
      <ReferenceSelect
        label={t`Group`}
        name="group"
        entityKey="deviceGroup"
        value={group === undefined ? row.groupId : group}
        known={present?.groupName}
        onChange={next => setGroup(typeof next === 'number' ? next : null)}
      />
      {may('file.save') && <PhotoField value={photo} present={present?.indoorImage} onChange={setPhoto} />}
      <Box row wrap align="stretch" gap={2}>
        <Button type="submit" loading={busy} disabled={!onEarth} leftSection={<Icon name="check" />}>
          <Trans>Save the place</Trans>
        </Button>
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </Box>
      {!online && (
        <Text as="p" size="small" tone="ink-2">
          <Trans>No network: it is kept on this device and sent later, with the time of now.</Trans>
        </Text>
      )}
    </form>
  )
}

const DIGITS = 7
const MOST_LATITUDE = 90
const MOST_LONGITUDE = 180

const isOnEarth = ({ latitude, longitude }: Place): boolean =>
  Math.abs(latitude) <= MOST_LATITUDE && Math.abs(longitude) <= MOST_LONGITUDE

interface DegreesProps {
  label: string
  most: number
  value: number | undefined
  onChange: (degrees: number) => void
}

function Degrees({ label, most, value, onChange }: DegreesProps) {
  const { t } = useLingui()
  const wrong = value !== undefined && Math.abs(value) > most
  return (
    <NumberInput
      label={label}
      value={value ?? ''}
      suffix="°"
      decimalScale={DIGITS}
      hideControls
      error={wrong ? t`From -${most} to ${most} degrees` : undefined}
      onChange={next => {
        if (typeof next === 'number' && Number.isFinite(next)) onChange(next)
      }}
    />
  )
}

function OwnPlaceButton({ onAt }: { onAt: (place: Place) => void }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale(), { style: 'unit', unit: 'meter', maximumFractionDigits: 0 })
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OwnPlaceFault | number>()
  const find = async () => {
    setBusy(true)
    try {
      const { accuracyMetres, ...place } = await findOwnPlace()
      setOutcome(accuracyMetres)
      onAt(place)
    } catch (error) {
      setOutcome(error instanceof OwnPlaceError ? error.fault : 'unknown')
    } finally {
      setBusy(false)
    }
  }
  const words: Record<OwnPlaceFault, string> = {
    unsupported: t`This browser cannot share its location. It needs https.`,
    denied: t`The browser may not share your location. Allow it in the address bar.`,
    unknown: t`Your location could not be found. Try again outdoors.`,
  }
  return (
    <div>
      <Button variant="default" loading={busy} leftSection={<Icon name="pin" />} onClick={() => void find()}>
        <Trans>My location</Trans>
      </Button>
      {outcome !== undefined && (
        <p
          className={
            typeof outcome === 'number'
              ? look({ size: 'small', tone: 'ink-2' })
              : look({ size: 'small', tone: 'critical' })
          }
          role="status"
        >
          {typeof outcome === 'number' ? (
            <Trans>Accurate within {number.format(outcome)}</Trans>
          ) : (
            words[outcome]
          )}
        </p>
      )}
    </div>
  )
}
