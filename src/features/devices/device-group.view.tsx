// Words and looks of device groups: what is done to a group is done to all its devices.
import { msg, plural } from '@lingui/core/macro'
import { deviceGroup } from '../../domain/device/catalogue.ts'
import { viewOf } from '../../resource/view.ts'
import { GroupDevices } from './group-devices.tsx'

export const deviceGroupView = viewOf(deviceGroup, {
  title: msg({ context: 'page', message: 'Device groups' }),
  titleOne: msg`Device group`,
  icon: 'group',
  add: msg`Add group`,
  removeQuestion: msg`Delete the group? Its devices stay, without a group.`,
  empty: {
    title: msg`No groups yet`,
    why: msg`A group lets you speak to many devices at once, or restart them together.`,
    icon: 'group',
  },
  columns: [
    { of: 'name', label: msg`Name`, width: 200, type: 'name', icon: () => 'group', required: true },
    {
      of: 'deviceCount',
      label: msg`Devices`,
      type: 'number',
      width: 100,
      align: 'end',
      // A card has no head above the number.
      text: count => plural(count, { one: '# device', other: '# devices' }),
    },
    { of: 'onlineCount', label: msg`Online`, type: 'number', width: 100, align: 'end' },
    { of: 'note', label: msg`Note`, width: 180, quiet: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: { icon: () => 'group', title: 'name', detail: ['deviceCount', 'note'] },
  filters: { name: msg`Name` },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    speak: {
      label: msg`Speak`,
      icon: 'sound',
      primary: true,
      input: [{ of: 'text', label: msg`Text to speak`, kind: 'textarea', hint: msg`At most 200 characters` }],
      done: msg`The text is on its way to the devices`,
    },
    restart: {
      label: msg`Restart`,
      icon: 'refresh',
      primary: true,
      confirm: msg`Restart all devices of the group? They do not report until they are back.`,
      done: msg`The restart is on its way`,
    },
  },
  slots: { peek: ({ row }) => <GroupDevices group={row} /> },
})
