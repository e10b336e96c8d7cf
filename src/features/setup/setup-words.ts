// What each step of the guide is called, and what it is good for.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SetupStep } from '../../domain/setup/guide.ts'
import type { IconName } from '../../ui/icons.tsx'

interface StepWords {
  title: MessageDescriptor
  why: MessageDescriptor
  icon: IconName
}

export const stepWords: Readonly<Record<SetupStep, StepWords>> = {
  organisation: {
    title: msg`Your organisation`,
    why: msg`Say what you look after. The menu shows what that needs; everything else steps aside and loses nothing.`,
    icon: 'building',
  },
  people: {
    title: msg`Your people`,
    why: msg`An alarm that only one person hears waits while that person sleeps. Invite somebody who watches with you.`,
    icon: 'users',
  },
  device: {
    title: msg`The first device`,
    why: msg`Add it here, give it the details below, and this step turns green when it is heard.`,
    icon: 'helmet',
  },
  place: {
    title: msg`Where it is`,
    why: msg`Put it on the map or on the drawing of a floor. A device that tells its position is there by itself.`,
    icon: 'pin',
  },
  fence: {
    title: msg`A geofence`,
    why: msg`Draw the area that somebody should not leave, or not enter.`,
    icon: 'fence',
  },
  rule: {
    title: msg`An alarm rule`,
    why: msg`Rules say who is told of which alarm, by which way, and what happens when nobody acts. An SOS reaches everybody without one.`,
    icon: 'bell',
  },
  sound: {
    title: msg`Sound on this device`,
    why: msg`Browsers stay silent until somebody has pressed something. Play the tone and say whether you heard it.`,
    icon: 'sound',
  },
  push: {
    title: msg`Notifications on this device`,
    why: msg`So that an SOS reaches you while the console is closed. Switch them on and send yourself a test.`,
    icon: 'ringing',
  },
  alarm: {
    title: msg`A test alarm`,
    why: msg`It goes the way of every SOS: to everybody who would be told, with siren and notification. It says that it is a test.`,
    icon: 'alert',
  },
  secure: {
    title: msg`A secure address`,
    why: msg`Away from this machine, browsers allow notifications, camera and microphone over https only.`,
    icon: 'lock',
  },
  backup: {
    title: msg`A backup`,
    why: msg`The day a disk dies, a copy that is younger than two days decides.`,
    icon: 'cloud-up',
  },
}
