// What is played again: devices, or whatever is around a place, and when. What cannot be played is refused before it is asked for.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LONGEST_REPLAY_MS, MOST_REPLAY_DEVICES } from '../../domain/replay/lanes.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { MomentField } from '../../ui/dates/moment-field.tsx'
import { Column, Row, Text } from '../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { ReplayPlace } from './replay-place.tsx'
import { type Around, type ReplaySearch, writeReplaySearch } from './replay-search.ts'

interface ReplayChoiceProps {
  search: ReplaySearch
  span: { from: number; to: number }
  /** Names of the devices, as far as they are known. */
  names: ReadonlyMap<number, string>
}

export function ReplayChoice({ search, span, names }: ReplayChoiceProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [by, setBy] = useState<'devices' | 'place'>(search.around ? 'place' : 'devices')
  const [devices, setDevices] = useState<readonly number[]>(search.devices)
  const [around, setAround] = useState<Around | undefined>(search.around)
  const [from, setFrom] = useState<number | undefined>(span.from)
  const [to, setTo] = useState<number | undefined>(span.to)
  const isChosen = by === 'devices' ? devices.length > 0 : around !== undefined
  const problem =
    from === undefined || to === undefined
      ? t`Give both ends of the span`
      : to <= from
        ? t`The span ends before it begins`
        : to - from > LONGEST_REPLAY_MS
          ? t`At most 24 hours can be replayed at once: choose a shorter span`
          : by === 'devices' && devices.length > MOST_REPLAY_DEVICES
            ? t`At most 20 devices can be replayed at once`
            : undefined
  const show = () =>
    void navigate({
      to: '.',
      search: () =>
        writeReplaySearch({ from, to, ...(by === 'devices' ? { devices } : { devices: [], around }) }),
    })
  return (
    <Column
      as="form"
      gap={3}
      padBelow={3}
      onSubmit={event => {
        event.preventDefault()
        if (isChosen && problem === undefined) show()
      }}
    >
      <SegmentedFilter
        label={t`What is replayed`}
        value={by}
        segments={[
          { value: 'devices', label: <Trans>Devices</Trans> },
          { value: 'place', label: <Trans>A place</Trans> },
        ]}
        onChange={setBy}
      />
      {by === 'place' && <ReplayPlace around={around} onChange={setAround} />}
      <Row wrap gap={2} align="end">
        {by === 'devices' && (
          <ReferenceSelect
            label={t`Devices (up to 20)`}
            name="devices"
            entityKey="device"
            many
            names={names}
            value={devices}
            onChange={value =>
              setDevices(Array.isArray(value) ? value.filter(one => typeof one === 'number') : [])
            }
          />
        )}
        <MomentField label={t`From`} value={from} onChange={setFrom} />
        <MomentField label={t`To`} value={to} onChange={setTo} />
        <Button type="submit" disabled={!isChosen || problem !== undefined}>
          <Trans>Show</Trans>
        </Button>
      </Row>
      {problem !== undefined && (
        <Text role="alert" tone="critical" size="small">
          {problem}
        </Text>
      )}
    </Column>
  )
}
