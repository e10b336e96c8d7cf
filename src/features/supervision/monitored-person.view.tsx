// Words and looks of monitored persons: list, panel, form, what can be done with them.
import { msg } from '@lingui/core/macro'
import { monitoredPerson } from '../../domain/supervision/monitored-person.ts'
import { viewOf } from '../../resource/view.ts'
import { Battery } from '../../ui/battery.tsx'
import { PersonPeek } from './person-peek.tsx'
import { StrapBadge } from './strap-badge.tsx'
import { levelWords, stateWords, strapWords } from './supervision-words.ts'

const note = [{ of: 'note', label: msg`Reason`, kind: 'textarea' }] as const

export const monitoredPersonView = viewOf(monitoredPerson, {
  title: msg({ context: 'page', message: 'Monitored persons' }),
  titleOne: msg({ context: 'page', message: 'Monitored person' }),
  icon: 'ankle',
  nameOf: 'name',
  add: msg`Register a person`,
  empty: {
    title: msg`Nobody is monitored yet`,
    why: msg`Register a person, enter the authorisation and hand over a device. Then supervision can begin.`,
    icon: 'ankle',
  },
  fullPage: ({ id }) => `/regulatoryUser?id=${id}`,
  rowTone: ({ openIncidents, level }) => (openIncidents > 0 && level === 'severe' ? 'critical' : undefined),
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'ankle',
      width: 150,
      fixed: 'left',
      required: true,
    },
    { of: 'level', label: msg`Level`, width: 110 },
    { of: 'state', label: msg`State`, width: 180 },
    { of: 'openIncidents', label: msg`Open incidents`, type: 'number', align: 'end', width: 120 },
    { of: 'dueAt', label: msg`Next step due`, type: 'due', width: 140 },
    { of: 'deviceName', label: msg`Device`, width: 160 },
    {
      of: 'footRing',
      label: msg`Strap`,
      width: 110,
      render: (_, row) => <StrapBadge person={row} />,
    },
    {
      of: 'battery',
      label: msg`Battery`,
      width: 130,
      render: value => (value === null ? null : <Battery percent={value} />),
    },
    { of: 'lastMessageAt', label: msg`Last seen`, type: 'age', width: 120 },
    { of: 'authorisedUntil', label: msg`Authorised until`, width: 140 },
    { of: 'supervisorName', label: msg`Supervisor`, width: 120, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 140, quiet: true },
    { of: 'guardianName', label: msg`Guardian`, width: 120, quiet: true, hidden: true },
    { of: 'maskedIdNumber', label: msg`ID number`, type: 'code', width: 180, quiet: true, hidden: true },
    { of: 'maskedPhone', label: msg`Phone`, type: 'code', width: 130, quiet: true },
    { of: 'startOn', label: msg`From`, width: 110, quiet: true, hidden: true },
    { of: 'endOn', label: msg`Until`, width: 110, quiet: true },
  ],
  card: {
    icon: () => 'ankle',
    title: 'name',
    state: 'state',
    detail: ['level', 'deviceName', 'authorisedUntil'],
    age: 'lastMessageAt',
  },
  words: {
    level: levelWords,
    state: stateWords,
    gender: { male: msg`Male`, female: msg`Female` },
    footRing: { loose: msg`Loose`, tight: msg`Tight` },
    strap: strapWords,
  },
  filters: {
    name: msg`Name`,
    level: msg`Level`,
    strap: msg`Strap`,
    departmentId: msg`Department`,
    supervisorId: msg`Supervisor`,
    authorisedUntil: msg`Authorised until`,
  },
  initial: { level: 'mild' },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'level', label: msg`Level` },
    { of: 'startOn', label: msg`From`, kind: 'date' },
    { of: 'endOn', label: msg`Until`, kind: 'date' },
    { of: 'departmentId', label: msg`Department` },
    { of: 'supervisorId', label: msg`Supervisor` },
    { of: 'guardianName', label: msg`Guardian` },
    { of: 'photo', label: msg`Photo`, kind: 'image' },
    {
      title: msg`Appearance`,
      folded: true,
      fields: [
        { of: 'gender', label: msg`Gender` },
        { of: 'height', label: msg`Height`, unit: 'cm' },
        { of: 'weight', label: msg`Weight`, unit: 'kg' },
        { of: 'nationality', label: msg`Nationality` },
      ],
    },
    {
      title: msg`Confidential`,
      fields: [
        { of: 'idNumber', label: msg`ID number`, on: 'create', hint: msg`18 digits, as on the card` },
        { of: 'birthDate', label: msg`Date of birth`, kind: 'date', on: 'create' },
        { of: 'nativePlace', label: msg`Native place`, on: 'create' },
        { of: 'phone', label: msg`Phone`, kind: 'phone', on: 'create' },
        { of: 'email', label: msg`E-mail`, on: 'create' },
        {
          of: 'crimeType',
          label: msg`Crime type`,
          on: 'create',
          options: [
            ...['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map(value => ({
              value,
              label: msg`Category ${value}`,
            })),
            { value: 'other', label: msg`Other` },
          ],
        },
        { of: 'reason', label: msg`Ground of supervision`, kind: 'textarea', on: 'create' },
        { of: 'guardianPhone', label: msg`Guardian’s phone`, kind: 'phone', on: 'create' },
        { of: 'emergencyName', label: msg`Emergency contact`, on: 'create' },
        { of: 'emergencyPhone', label: msg`Emergency phone`, kind: 'phone', on: 'create' },
        { of: 'emergencyAddress', label: msg`Emergency address`, on: 'create' },
      ],
    },
  ],
  actions: {
    begin: { label: msg`Begin supervision`, icon: 'play', input: note, primary: true, bulk: false },
    resume: { label: msg`Resume`, icon: 'play', input: note, primary: true, bulk: false },
    checkIn: { label: msg`Note a check-in`, icon: 'check', bulk: false },
    wear: {
      label: msg`Hand over a device`,
      icon: 'ankle',
      bulk: false,
      input: [{ of: 'deviceId', label: msg`Device`, kind: 'reference', entity: 'device' }],
    },
    takeOff: { label: msg`Take the device back`, icon: 'minus', input: note, bulk: false, critical: true },
    suspend: { label: msg`Suspend`, icon: 'clock', input: note, bulk: false },
    transfer: { label: msg`Transfer`, icon: 'forward', input: note, bulk: false },
    end: { label: msg`End supervision`, icon: 'close', input: note, bulk: false, critical: true },
  },
  slots: { peek: ({ row }) => <PersonPeek person={row} /> },
})
