// Whom a command is for: devices found by search or ticked in a list, a group, a department, everybody.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { MOST_COMMANDED } from '../../../contract/endpoints/device-command.ts'
import type { CommandKind } from '../../../domain/device/command-input.ts'
import { device } from '../../../domain/device/device.ts'
import { showToast } from '../../../platform/toast.ts'
import { pageOptions, rowOptions } from '../../../resource/query.ts'
import { ReferenceSelect } from '../../../resource/reference-select.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Muted, Row, Stack } from '../../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { DevicePicker } from '../device-picker.tsx'
import { type CommandSearch, devicesOf } from './command-search.ts'
import { DeviceChecklist } from './device-checklist.tsx'
import { type Choice, type Chosen, IN_LIFE, kindsFor } from './device-choice.ts'
import { useCrowd } from './use-crowd.tsx'

/** Most chips that are shown; beyond them there is a count. */
const MOST_CHIPS = 30
interface TargetChoiceProps {
  command: CommandKind
  value: Choice
  onChange: (choice: Choice) => void
  ways?: readonly Choice['way'][]
  /** The address, which may bring devices along. */
  search?: CommandSearch
}

const usual = ['devices', 'group'] as const

export function TargetChoice({ command, value, onChange, ways = usual, search = {} }: TargetChoiceProps) {
  const { t } = useLingui()
  const words = {
    devices: t`Devices`,
    group: t`Group`,
    department: t`Department`,
    everybody: t`Everybody`,
  }
  const preset = devicesOf(search)
  const take = (found: ReadonlyMap<number, Chosen>) =>
    onChange({ ...value, way: 'devices', devices: new Map([...found, ...value.devices]) })
  const { missing, again } = usePreset(preset, take)
  const crowd = useCrowd(search, command, take)
  return (
    <Stack gap={3} shrink>
      <SegmentedFilter
        label={t`Who`}
        stretch
        segments={ways.map(way => ({ value: way, label: words[way] }))}
        value={value.way}
        onChange={way => onChange({ ...value, way })}
      />
      {missing > 0 && <MissingDevices missing={missing} of={preset.length} onRetry={again} />}
      {crowd}
      {value.way === 'devices' && (
        <DevicesChoice
          command={command}
          chosen={value.devices}
          onChange={devices => onChange({ ...value, devices })}
        />
      )}
      {value.way === 'group' && (
        <ReferenceSelect
          label={t`Group`}
          name="groupId"
          entityKey="deviceGroup"
          value={value.groupId}
          description={t`Every device of the group that can take the command`}
          onChange={id => onChange({ ...value, groupId: typeof id === 'number' ? id : null })}
        />
      )}
      {value.way === 'department' && (
        <ReferenceSelect
          label={t`Department`}
          name="departmentId"
          entityKey="department"
          value={value.departmentId}
          description={t`Every device of the department that can take the command`}
          onChange={id => onChange({ ...value, departmentId: typeof id === 'number' ? id : null })}
        />
      )}
      {value.way === 'everybody' && (
        <Muted as="p">
          <Trans>Drawn from all devices that you can see.</Trans>
        </Muted>
      )}
    </Stack>
  )
}

interface DevicesChoiceProps {
  command: CommandKind
  chosen: ReadonlyMap<number, Chosen>
  onChange: (chosen: ReadonlyMap<number, Chosen>) => void
}

function DevicesChoice({ command, chosen, onChange }: DevicesChoiceProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [listed, setListed] = useState(false)
  const kinds = kindsFor(command)
  const pick = async (imeis: readonly string[]) => {
    const known = new Map([...chosen.values()].map(each => [each.imei, each]))
    const rows = await Promise.all(
      imeis.map(async imei => {
        const before = known.get(imei)
        if (before) return before
        const page = await client.fetchQuery(pageOptions(device, { page: 1, size: 2, imei }))
        return page.list.find(row => row.imei === imei)
      }),
    ).catch(() => undefined)
    if (!rows) return showToast({ kind: 'tip', message: msg`Could not be loaded` })
    onChange(new Map(rows.flatMap(row => (row ? [[row.id, row] as const] : []))))
  }
  return (
    <>
      {chosen.size <= MOST_CHIPS ? (
        <DevicePicker
          multiple
          label={t`Devices`}
          {...(kinds && { kinds })}
          lifecycle={IN_LIFE}
          value={[...chosen.values()].map(({ imei }) => imei)}
          onChange={imeis => void pick(imeis)}
        />
      ) : (
        <Row as="p" wrap gap={2}>
          <Plural value={chosen.size} one="# device is chosen" other="# devices are chosen" />
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(new Map())}>
            {t`Choose none`}
          </Button>
        </Row>
      )}
      <Button
        variant="default"
        size="sm"
        className={look({ at: 'start' })}
        aria-expanded={listed}
        onClick={() => setListed(!listed)}
      >
        {listed ? t`Hide the list` : t`Choose from the list`}
      </Button>
      {listed && (
        <DeviceChecklist
          kinds={kinds}
          within={{ lifecycle: [...IN_LIFE] }}
          chosen={chosen}
          onChange={onChange}
          most={MOST_COMMANDED}
        />
      )}
    </>
  )
}

interface MissingDevicesProps {
  missing: number
  of: number
  onRetry: () => void
}

/** A command that silently leaves somebody out is worse than none. */
function MissingDevices({ missing, of, onRetry }: MissingDevicesProps) {
  return (
    <Alert color="attention" role="alert" icon={<Icon name="alert" />}>
      <Plural
        value={of}
        one="The device you came with could not be loaded: it is not chosen here."
        other={`${missing} of the # devices you came with could not be loaded: they are not chosen here.`}
      />{' '}
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Alert>
  )
}

interface Preset {
  /** How many of the devices that the address names could not be fetched. */
  missing: number
  again: () => void
}

/** Fetches the devices that the address names, and hands over each that is found once. */
function usePreset(ids: readonly number[], onFound: (found: ReadonlyMap<number, Chosen>) => void): Preset {
  const [handed, setHanded] = useState<ReadonlySet<number>>(new Set())
  const rows = useQueries({ queries: ids.map(id => ({ ...rowOptions(device, id), staleTime: Infinity })) })
  const settled = rows.every(({ isPending }) => !isPending)
  const found = rows.flatMap(({ data }) => (data && !handed.has(data.id) ? [data] : []))
  useEffect(() => {
    if (!settled || found.length === 0) return
    setHanded(new Set([...handed, ...found.map(({ id }) => id)]))
    onFound(new Map(found.map(row => [row.id, row] as const)))
  })
  return {
    missing: settled ? rows.filter(({ data }) => !data).length : 0,
    again: () => {
      for (const { data, refetch } of rows) if (!data) void refetch()
    },
  }
}
