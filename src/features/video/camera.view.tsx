// Words and looks of cameras: list, form, panel.
import { msg } from '@lingui/core/macro'
import { camera } from '../../domain/camera/camera.ts'
import { viewOf } from '../../resource/view.ts'
import { CameraAsk } from './camera-ask.tsx'
import { CameraPeek } from './camera-peek.tsx'

export const cameraView = viewOf(camera, {
  title: msg({ context: 'page', message: 'Cameras' }),
  titleOne: msg`Camera`,
  icon: 'camera',
  add: msg`Add camera`,
  removeQuestion: msg`Delete the camera? Its live video ends at once.`,
  empty: {
    title: msg`No cameras yet`,
    why: msg`Add a camera by its RTSP address, a device that sends its picture by itself, or a stream of a video gateway.`,
    icon: 'camera',
  },
  draft: true,
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'camera',
      width: 180,
      fixed: 'left',
      required: true,
    },
    { of: 'place', label: msg`Place`, width: 180 },
    { of: 'source', label: msg`Source`, width: 160 },
    { of: 'enabled', label: msg`In use`, width: 90 },
    { of: 'deviceName', label: msg`Device`, width: 160, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 140, quiet: true },
    { of: 'mainAddress', label: msg`Address`, width: 260, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'camera', title: 'name', state: 'source', detail: ['place', 'deviceName'] },
  words: {
    source: {
      rtsp: { label: msg`Address of the camera (RTSP)` },
      whip: { label: msg`Sends by itself (WHIP)` },
      gateway: { label: msg`Video gateway` },
    },
  },
  filters: {
    name: msg`Name`,
    source: msg`Source`,
    enabled: msg`In use`,
    departmentId: msg`Department`,
    deviceId: msg`Device`,
  },
  initial: { source: 'rtsp', mainAddress: '', enabled: true, talks: false },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'source', label: msg`Source` },
    {
      of: 'mainAddress',
      label: msg`Address of the picture`,
      hint: msg`rtsp:// without user name and password, or the gateway's name of the stream. Empty where the device sends by itself.`,
    },
    {
      of: 'subAddress',
      label: msg`Address of the small picture`,
      hint: msg`Walls show it where there is one. Both should be H.264.`,
    },
    { of: 'username', label: msg`User name at the camera` },
    {
      of: 'password',
      label: msg`Password at the camera`,
      kind: 'password',
      hint: msg`It is kept sealed and never shown again. Left empty, it stays as it is.`,
    },
    {
      of: 'onvifAddress',
      label: msg`ONVIF address`,
      hint: msg`With it the camera can be turned from here, and asked for its addresses.`,
    },
    { of: 'talks', label: msg`Has a loudspeaker for talking back` },
    { of: 'deviceId', label: msg`Device`, hint: msg`The device of the fleet that has this camera.` },
    { of: 'departmentId', label: msg`Department` },
    { of: 'place', label: msg`Place` },
    { of: 'latitude', label: msg`Latitude`, kind: 'coordinate', unit: '°' },
    { of: 'longitude', label: msg`Longitude`, kind: 'coordinate', unit: '°' },
    { of: 'enabled', label: msg`In use` },
  ],
  slots: {
    peek: ({ row }) => <CameraPeek row={row} />,
    formExtra: props => <CameraAsk {...props} />,
  },
})
