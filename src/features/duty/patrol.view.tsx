// Words and looks of routes, points and rounds of patrols.
import { msg } from '@lingui/core/macro'
import { patrolPoint, patrolRound, patrolRoute } from '../../domain/duty/patrol.ts'
import { viewOf } from '../../resource/view.ts'
import { DaysField } from '../../resource/week-fields.tsx'
import { PatrolTabs } from './patrol-tabs.tsx'
import { RoundPeek } from './round-peek.tsx'
import { clockTimes, StartsField } from './starts-field.tsx'

export const patrolRouteView = viewOf(patrolRoute, {
  title: msg({ context: 'page', message: 'Patrol routes' }),
  titleOne: msg`Patrol route`,
  icon: 'route',
  add: msg`Add route`,
  removeQuestion: msg`Delete the route?`,
  empty: {
    title: msg`No patrol routes yet`,
    why: msg`A route is points in order; its days and times make the rounds.`,
    icon: 'route',
  },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'route', width: 180, required: true },
    { of: 'pointCount', label: msg`Points`, type: 'number', width: 90, align: 'end' },
    {
      of: 'starts',
      label: msg`Begins at`,
      width: 220,
      text: value => clockTimes(value),
      render: value => clockTimes(value),
    },
    { of: 'minutes', label: msg`Minutes`, type: 'number', width: 90, align: 'end' },
    { of: 'postName', label: msg({ context: 'work', message: 'Post' }), width: 140 },
    { of: 'enabled', label: msg`In force`, type: 'yesNo', width: 90 },
    { of: 'nextAt', label: msg`Next round`, type: 'date', width: 170 },
  ],
  card: { icon: () => 'route', title: 'name', state: 'pointCount', detail: ['postName', 'nextAt'] },
  filters: { name: msg`Name`, postId: msg({ context: 'work', message: 'Post' }), enabled: msg`In force` },
  initial: { enabled: true, days: [], starts: [], minutes: 60 },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'postId', label: msg({ context: 'work', message: 'Post' }), hint: msg`Whose round it is` },
    { of: 'days', label: msg`Days`, render: control => <DaysField control={control} /> },
    { of: 'starts', label: msg`Begins at`, render: control => <StartsField control={control} /> },
    { of: 'minutes', label: msg`Minutes it may take`, unit: 'min' },
    { of: 'enabled', label: msg`In force` },
  ],
  slots: { listHeader: () => <PatrolTabs current="routes" /> },
})

export const patrolPointView = viewOf(patrolPoint, {
  title: msg({ context: 'page', message: 'Patrol points' }),
  titleOne: msg`Patrol point`,
  icon: 'pin',
  add: msg`Add point`,
  removeQuestion: msg`Delete the point? Rounds that are on keep it.`,
  identifier: 'labelCode',
  empty: {
    title: msg`No patrol points yet`,
    why: msg`Each point has a label to scan and may have a place.`,
    icon: 'pin',
  },
  columns: [
    { of: 'position', label: msg`No.`, type: 'number', width: 70, align: 'end' },
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'pin', width: 180, required: true },
    { of: 'routeName', label: msg`Patrol route`, width: 160 },
    { of: 'minute', label: msg`Within minutes`, type: 'number', width: 120, align: 'end' },
    { of: 'task', label: msg`Look at`, width: 220 },
    { of: 'readingUnit', label: msg`Value in`, width: 90, quiet: true },
    { of: 'radius', label: msg`Radius (m)`, type: 'number', width: 100, align: 'end', quiet: true },
    { of: 'labelCode', label: msg`Label`, type: 'code', width: 140 },
  ],
  card: { icon: () => 'pin', title: 'name', state: 'position', detail: ['routeName', 'task'] },
  filters: { name: msg`Name`, routeId: msg`Patrol route` },
  initial: { position: 1, radius: 30, minute: 10 },
  form: [
    { of: 'routeId', label: msg`Patrol route` },
    { of: 'name', label: msg`Name` },
    { of: 'position', label: msg`Place in the order` },
    {
      of: 'minute',
      label: msg`To be reached within`,
      unit: 'min',
      hint: msg`Counted from the beginning of the round`,
    },
    { of: 'task', label: msg`Look at` },
    { of: 'readingUnit', label: msg`Unit of the value to read off`, hint: msg`Empty: none` },
    {
      title: msg`Place`,
      fields: [
        { of: 'latitude', label: msg`Latitude`, kind: 'coordinate' },
        { of: 'longitude', label: msg`Longitude`, kind: 'coordinate' },
        { of: 'radius', label: msg`Radius`, unit: 'm' },
      ],
    },
  ],
  slots: { listHeader: () => <PatrolTabs current="points" /> },
})

export const patrolRoundView = viewOf(patrolRound, {
  title: msg({ context: 'page', message: 'Patrol rounds' }),
  titleOne: msg`Round`,
  icon: 'route',
  empty: {
    title: msg`No rounds yet`,
    why: msg`Rounds are made of the routes, for today and tomorrow.`,
    icon: 'route',
  },
  columns: [
    { of: 'name', label: msg`Patrol route`, type: 'name', icon: () => 'route', width: 180, required: true },
    { of: 'startsAt', label: msg`Begins`, type: 'date', width: 170 },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'reached', label: msg`Reached`, type: 'number', width: 90, align: 'end' },
    { of: 'late', label: msg`Late`, type: 'number', width: 80, align: 'end' },
    { of: 'missed', label: msg`Missed`, type: 'number', width: 90, align: 'end' },
    { of: 'pointCount', label: msg`Points`, type: 'number', width: 90, align: 'end', quiet: true },
    { of: 'walkers', label: msg`On the round`, width: 150 },
    { of: 'postName', label: msg({ context: 'work', message: 'Post' }), width: 140, quiet: true },
  ],
  card: {
    icon: () => 'route',
    title: 'name',
    state: 'state',
    detail: ['reached', 'late', 'missed'],
    age: 'startsAt',
  },
  words: {
    state: {
      planned: { label: msg({ context: 'round', message: 'Planned' }), tone: 'off' },
      running: { label: msg({ context: 'round', message: 'On now' }), tone: 'info' },
      done: { label: msg({ context: 'round', message: 'Done in time' }), tone: 'ok' },
      partly: { label: msg({ context: 'round', message: 'Late or incomplete' }), tone: 'warning' },
      missed: { label: msg({ context: 'round', message: 'Missed' }), tone: 'critical' },
    },
  },
  filters: {
    name: msg`Patrol route`,
    day: msg`Day`,
    state: msg`State`,
    postId: msg({ context: 'work', message: 'Post' }),
  },
  slots: {
    listHeader: () => <PatrolTabs current="rounds" />,
    peek: ({ row }) => <RoundPeek row={row} />,
  },
})
