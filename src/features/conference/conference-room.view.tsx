// Words and looks of rooms that are kept: a name for a number, a password, who lets others in.
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { conferencePermissions, conferenceRoom, ROOM_CAPACITY } from '../../domain/conference/conference.ts'
import { useRights } from '../../resource/surroundings.ts'
import { viewOf } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { roomPath } from './room-path.ts'

export const conferenceRoomView = viewOf(conferenceRoom, {
  title: msg({ context: 'conference', message: 'Kept rooms' }),
  titleOne: msg({ context: 'page', message: 'Conference room' }),
  icon: 'users',
  add: msg({ context: 'conference', message: 'Add room' }),
  removeQuestion: msg({
    context: 'conference',
    message: 'Delete the room? Its number can still be entered, without its name and its password.',
  }),
  empty: {
    title: msg({ context: 'conference', message: 'No rooms are kept yet' }),
    why: msg({
      context: 'conference',
      message: 'Any number is a room. One that is kept has a name, and a password if it is to have one.',
    }),
    icon: 'users',
  },
  columns: [
    {
      of: 'name',
      label: msg({ context: 'conference', message: 'Room name' }),
      type: 'name',
      icon: () => 'users',
      width: 200,
      required: true,
    },
    { of: 'number', label: msg({ context: 'conference', message: 'Room number' }), width: 130 },
    {
      of: 'capacity',
      label: msg({ context: 'conference', message: 'Max capacity' }),
      type: 'number',
      align: 'end',
      width: 120,
    },
    { of: 'hasPassword', label: msg({ context: 'conference', message: 'With a password' }), width: 130 },
    {
      of: 'waitForHost',
      label: msg({ context: 'conference', message: 'A host lets people in' }),
      width: 150,
    },
    { of: 'recordingAllowed', label: msg`May be recorded`, width: 130 },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'users', title: 'name', detail: ['number', 'capacity'] },
  filters: {
    number: msg({ context: 'conference', message: 'Room number' }),
    name: msg({ context: 'conference', message: 'Room name' }),
    waitForHost: msg({ context: 'conference', message: 'A host lets people in' }),
    recordingAllowed: msg`May be recorded`,
  },
  form: [
    { of: 'number', label: msg({ context: 'conference', message: 'Room number' }), kind: 'digits' },
    { of: 'name', label: msg({ context: 'conference', message: 'Room name' }) },
    { of: 'capacity', label: msg({ context: 'conference', message: 'Max capacity' }), kind: 'integer' },
    {
      of: 'password',
      label: msg({ context: 'conference', message: 'Room password' }),
      kind: 'password',
      hint: msg`Stays as it is unless one is typed`,
    },
    {
      of: 'waitForHost',
      label: msg({ context: 'conference', message: 'A host lets people in' }),
      kind: 'switch',
    },
    { of: 'recordingAllowed', label: msg`May be recorded`, kind: 'switch' },
  ],
  initial: { capacity: ROOM_CAPACITY, waitForHost: false, recordingAllowed: true },
  slots: { peek: ({ row }) => <Enter number={String(row.number)} /> },
})

function Enter({ number }: { number: string }) {
  const may = useRights()
  if (!may(conferencePermissions.join)) return null
  return (
    <Button
      component="a"
      href={`#${roomPath({ roomId: number, voiceOnly: false })}`}
      leftSection={<Icon name="video" size={18} />}
    >
      <Trans context="conference">Join room</Trans>
    </Button>
  )
}
