// Words and looks of base stations.
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { baseStation } from '../../domain/indoor/indoor.ts'
import { viewOf } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { stationStatusWords } from './indoor-words.ts'

export const baseStationView = viewOf(baseStation, {
  title: msg({ context: 'page', message: 'Base stations' }),
  titleOne: msg`Base station`,
  icon: 'signal',
  add: msg`Add base station`,
  removeQuestion: msg`Delete the base station?`,
  empty: {
    title: msg`No base stations yet`,
    why: msg`Add them one by one, import a list, or place them on the plan in the base-station editor.`,
    icon: 'signal',
  },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'signal', width: 160, required: true },
    { of: 'number', label: msg`Number`, width: 120 },
    { of: 'drawingName', label: msg`Drawing`, width: 170 },
    { of: 'floor', label: msg`Floor`, width: 80 },
    { of: 'indoorLocation', label: msg`Indoor location`, width: 150 },
    { of: 'x', label: msg`X (m)`, type: 'number', width: 84, align: 'end' },
    { of: 'y', label: msg`Y (m)`, type: 'number', width: 84, align: 'end' },
    { of: 'z', label: msg`Z (m)`, type: 'number', width: 84, align: 'end' },
    { of: 'status', label: msg`Status`, width: 110 },
    { of: 'range', label: msg`Range (m)`, type: 'number', width: 100, align: 'end', quiet: true },
    { of: 'serverName', label: msg`Positioning server`, width: 150, quiet: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'signal',
    title: 'name',
    state: 'status',
    detail: ['drawingName', 'floor', 'indoorLocation'],
  },
  words: { status: stationStatusWords },
  filters: {
    status: msg`Status`,
    drawingId: msg`Drawing`,
    floor: msg`Floor`,
    serverId: msg`Positioning server`,
    indoorLocation: msg`Indoor location`,
    name: msg`Name`,
  },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'number', label: msg`Number`, hint: msg`As the positioning server calls it` },
    { of: 'drawingId', label: msg`Drawing` },
    { of: 'indoorLocation', label: msg`Indoor location` },
    { of: 'x', label: msg`X`, kind: 'decimal', unit: 'm', hint: msg`From the left edge of the plan` },
    { of: 'y', label: msg`Y`, kind: 'decimal', unit: 'm', hint: msg`From the lower edge of the plan` },
    { of: 'z', label: msg`Z`, kind: 'decimal', unit: 'm', hint: msg`Above the floor` },
    { of: 'range', label: msg`Range`, kind: 'decimal', unit: 'm' },
    { of: 'serverId', label: msg`Positioning server` },
    { of: 'status', label: msg`Status` },
  ],
  initial: { z: 2.6, range: 20, status: 'default' },
  actions: {
    enable: {
      label: msg`Enable`,
      icon: 'check',
      optimistic: () => ({ status: 'normal' as const }),
      done: msg`Enabled`,
      primary: true,
    },
    disable: {
      label: msg`Disable`,
      icon: 'close',
      optimistic: () => ({ status: 'disabled' as const }),
      done: msg`Disabled`,
      primary: true,
    },
  },
  slots: {
    actions: ({ row }) => (
      <Button
        variant="default"
        component="a"
        href={`#/baseStationEdit?drawingId=${row.drawingId}&station=${row.id}`}
        leftSection={<Icon name="map" />}
      >
        <Trans>On the plan</Trans>
      </Button>
    ),
  },
})
