// Words and looks of drawings, with what they show.
import { msg } from '@lingui/core/macro'
import { drawing } from '../../domain/indoor/indoor.ts'
import { viewOf } from '../../resource/view.ts'
import { DrawingButtons, DrawingPeek, DrawingThumb } from './drawing-peek.tsx'
import { pictureTypeWords } from './indoor-words.ts'

export const drawingView = viewOf(drawing, {
  title: msg({ context: 'page', message: 'Drawings' }),
  titleOne: msg`Drawing`,
  icon: 'map',
  nameOf: 'title',
  add: msg`Add drawing`,
  removeQuestion: msg`Delete the drawing? Devices on it leave the floor.`,
  empty: {
    title: msg`No drawings yet`,
    why: msg`Upload a floor plan to see who is where inside, or a site plan for the outdoor map.`,
    icon: 'map',
  },
  columns: [
    { of: 'picture', label: msg`Preview`, width: 92, render: (_, row) => <DrawingThumb row={row} /> },
    { of: 'title', label: msg`Title`, type: 'name', icon: () => 'map', width: 200, required: true },
    { of: 'project', label: msg`Project`, width: 150 },
    { of: 'customer', label: msg`Customer`, width: 150 },
    { of: 'building', label: msg`Building`, width: 110 },
    { of: 'unit', label: msg`Unit`, width: 90 },
    { of: 'floor', label: msg`Floor`, width: 90 },
    { of: 'pictureType', label: msg`Picture type`, width: 120 },
    { of: 'positioning', label: msg`Positioning`, type: 'yesNo', width: 110 },
    { of: 'stationCount', label: msg`Base stations`, type: 'number', width: 116, align: 'end' },
    { of: 'deviceCount', label: msg`Devices`, type: 'number', width: 96, align: 'end' },
    { of: 'address', label: msg`Address`, width: 180, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: { icon: () => 'map', title: 'title', state: 'pictureType', detail: ['project', 'building', 'floor'] },
  words: { pictureType: pictureTypeWords },
  filters: {
    pictureType: msg`Picture type`,
    title: msg`Title`,
    project: msg`Project`,
    customer: msg`Customer`,
    building: msg`Building`,
    floor: msg`Floor`,
    positioning: msg`Positioning`,
  },
  form: [
    { of: 'picture', label: msg`Image`, kind: 'plan' },
    { of: 'title', label: msg`Title` },
    { of: 'pictureType', label: msg`Picture type` },
    {
      title: msg`Where it belongs`,
      fields: [
        { of: 'project', label: msg`Project` },
        { of: 'customer', label: msg`Customer` },
        { of: 'building', label: msg`Building` },
        { of: 'unit', label: msg`Unit` },
        { of: 'floor', label: msg`Floor` },
        { of: 'address', label: msg`Address` },
      ],
    },
    {
      title: msg`Scale`,
      fields: [
        {
          of: 'positioning',
          label: msg`Used for positioning`,
          hint: msg`Devices and base stations stand on it; it needs its real size.`,
        },
        {
          of: 'realWidth',
          label: msg`Real width`,
          kind: 'decimal',
          unit: 'm',
          hint: msg`The width of the whole image. Under UWB drawings it can be measured on the plan.`,
        },
        { of: 'realHeight', label: msg`Real height`, kind: 'decimal', unit: 'm' },
        { of: 'scale', label: msg`Scale 1 to`, kind: 'integer' },
      ],
    },
    {
      title: msg`Place on the outdoor map`,
      folded: true,
      fields: [
        { of: 'longitude', label: msg`Longitude`, kind: 'coordinate' },
        { of: 'latitude', label: msg`Latitude`, kind: 'coordinate' },
        { of: 'rotation', label: msg`Rotation`, kind: 'decimal', unit: '°' },
      ],
    },
  ],
  initial: { pictureType: 'plan', positioning: false },
  slots: {
    peek: ({ row }) => <DrawingPeek row={row} />,
    actions: ({ row }) => <DrawingButtons row={row} />,
  },
})
