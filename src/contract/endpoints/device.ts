// What the console asks of one device beyond the generic endpoints.

import * as z from 'zod/mini'
import { severity } from '../../domain/alarm/alarm-types.ts'
import { deviceKind, deviceState } from '../../domain/device/device.ts'
import { counters, readingKind } from '../../domain/device/readings.ts'
import { deviceSettings } from '../../domain/device/settings.ts'
import { footRing } from '../../domain/device/state-fields.ts'
import { chosenIds, id, imei, moment, zoneName } from '../../domain/fields.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery, wholeInQuery } from '../query-values.ts'
import { seriesWire } from '../series-wire.ts'

const time = inQuery(16, moment)

/** Popup of a map marker (real-time specification, section 7). */
export const getDeviceInfo = endpoint({
  service: 'device',
  method: 'POST',
  path: 'deviceinfo/getDeviceInfo',
  access: 'device.read',
  summary: 'One device by IMEI',
  request: z.strictObject({ imei }),
  response: wireOf(
    z.object({
      id,
      imei,
      name: z.string(),
      state: deviceState,
      battery: z.nullable(z.int()),
      lat: z.nullable(z.number()),
      lon: z.nullable(z.number()),
      sku: z.nullable(z.string()),
      connectedAt: z.nullable(moment),
      offlineAt: z.nullable(moment),
      /** The later of the two. */
      lastConnectTime: z.nullable(moment),
      kind: deviceKind,
      wearerName: z.nullable(z.string()),
      /** Where it is in words: its install location, else the address down to the room. */
      place: z.nullable(z.string()),
      groupName: z.nullable(z.string()),
      departmentName: z.nullable(z.string()),
      signal: z.nullable(z.int()),
      footRing: z.nullable(footRing),
      /** Null: it never told, the place is where it was installed. */
      positionAt: z.nullable(moment),
      /** Metres. */
      accuracy: z.nullable(z.number()),
      lastMessageAt: z.nullable(moment),
      /** Photograph of where it was installed. */
      indoorImage: z.nullable(z.string()),
      placedAt: z.nullable(moment),
      placedBy: z.nullable(z.string()),
    }),
  ),
})

/** Newest value of each reading a device has sent. */
export const latestReadings = endpoint({
  service: 'device',
  method: 'GET',
  path: 'reading/latest',
  access: 'device.read',
  summary: 'Newest value of each reading of a device',
  request: z.strictObject({ imei }),
  response: z.array(z.object({ kind: readingKind, value: z.number(), at: moment })),
})

/**
 * One series; more points than `points` are thinned by the server (per bucket the lowest and the highest stay, so
 * that no peak is lost). A gap of the device is a gap in the times. `from` and `to` belong to it.
 */
export const readingSeries = endpoint({
  service: 'device',
  method: 'GET',
  path: 'reading/series',
  access: 'device.read',
  summary: 'Time series of one reading of a device',
  request: z.strictObject({
    imei,
    kind: readingKind,
    from: time,
    to: time,
    points: z.optional(wholeInQuery(6, 10, 100_000)),
  }),
  response: seriesWire,
})

/** How much a counter has counted on each day, in the unit of the reading; a counter that starts again loses nothing. */
export const readingConsumption = endpoint({
  service: 'device',
  method: 'GET',
  path: 'reading/consumption',
  access: 'device.read',
  summary: 'What a meter has counted on each day of a period',
  request: z.strictObject({ imei, kind: z.enum(counters), from: time, to: time, zone: zoneName }),
  response: z.object({
    total: z.number(),
    /** Beginning of each day in the zone, gaps filled with 0. */
    days: z.array(z.object({ at: moment, amount: z.number() })),
    /** When the counter began again from a smaller figure. */
    resets: z.array(moment),
  }),
})

export const readSettings = endpoint({
  service: 'device',
  method: 'GET',
  path: 'settings/get',
  access: 'device.read',
  summary: 'Settings of a device: desired against reported',
  request: z.strictObject({ imei }),
  response: z.object({
    desired: z.partial(deviceSettings),
    reported: z.nullable(z.partial(deviceSettings)),
    desiredAt: z.nullable(moment),
    reportedAt: z.nullable(moment),
  }),
})

export const saveSettings = endpoint({
  service: 'device',
  method: 'POST',
  path: 'settings/save',
  access: 'device.settings',
  summary: 'Set the desired settings of a device and queue them for sending',
  idempotent: true,
  request: z.strictObject({ imei, settings: deviceSettings }),
  response: z.object({ commandId: id }),
})

/** Everything that happened to a device in a period, newest first. */
export const deviceTimeline = endpoint({
  service: 'device',
  method: 'GET',
  path: 'device/timeline',
  access: 'device.read',
  summary:
    'Alarms, online changes, commands, edits, steps of life and what happened at the door of a device, newest first',
  request: z.strictObject({ imei, from: time, to: time, limit: z.optional(wholeInQuery(6, 1, 500)) }),
  response: z.array(
    z.object({
      /** Unique in the list: `<kind>-<number>`. */
      key: z.string(),
      kind: z.enum(['alarm', 'online', 'offline', 'command', 'edit', 'step', 'door']),
      /** Alarm type word, command kind, what happened at the door, field names of an edit, or the step of its life. */
      subject: z.string(),
      severity: z.nullable(severity),
      /** Status word of the alarm, state of the command, or where the step led. */
      status: z.nullable(z.string()),
      userName: z.nullable(z.string()),
      at: moment,
    }),
  ),
})

/** So many devices are given secrets or codes by one request. */
export const MOST_SECRETS = 100
/** How long an old secret may work beside the new one, and a code be used. */
export const MOST_SECRET_HOURS = 720
/** Absent or 0: the old secret is void at once. Else both work until the new one is used, or so many hours are over. */
const overlapHours = z.optional(z.int().check(z.minimum(0), z.maximum(MOST_SECRET_HOURS)))

/**
 * A new MQTT password for a device; where no overlap is asked for, the old one is void and its connections are closed.
 * Shown this once: only its hash is kept, so the answer is never replayed either.
 */
export const newDeviceSecret = endpoint({
  service: 'device',
  method: 'POST',
  path: 'device/newSecret',
  access: 'device.secret',
  summary: 'Make a new secret for a device; it is shown once',
  request: z.strictObject({ imei, overlapHours }),
  response: z.object({ secret: z.string() }),
})

/** The same for many; devices that are gone by then are left out. */
export const newDeviceSecrets = endpoint({
  service: 'device',
  method: 'POST',
  path: 'device/newSecrets',
  access: 'device.secret',
  summary: 'Make new secrets for devices; they are shown once',
  request: z.strictObject({ ids: chosenIds(MOST_SECRETS), overlapHours }),
  response: z.object({
    list: z.array(z.object({ id, imei, name: z.string(), secret: z.string() })),
  }),
})

/** Codes by which devices, or who installs them, fetch their secrets themselves. A newer code replaces an older one. */
export const makeClaimCodes = endpoint({
  service: 'device',
  method: 'POST',
  path: 'device/claimCodes',
  access: 'device.secret',
  summary: 'Make codes with which devices fetch their secrets; they are shown once',
  request: z.strictObject({
    ids: chosenIds(MOST_SECRETS),
    hours: z.int().check(z.minimum(1), z.maximum(MOST_SECRET_HOURS)),
  }),
  response: z.object({
    list: z.array(z.object({ id, imei, name: z.string(), code: z.string(), expiresAt: moment })),
  }),
})

/** Uses a code up. A secret that the device has works on until it uses the new one, for a day at most. */
export const claimDevice = endpoint({
  service: 'device',
  method: 'POST',
  path: 'device/claim',
  access: 'public',
  summary: 'Use a claim code up: answers the secret of the device',
  request: z.strictObject({
    imei,
    code: z
      .string()
      .check(z.regex(/^[2-9A-HJKMNP-Za-hjkmnp-z]{5}-?[2-9A-HJKMNP-Za-hjkmnp-z]{5}$/, { error: 'format' })),
  }),
  response: z.object({
    imei,
    secret: z.string(),
    /** Ports of the broker by TCP and, where there is one, by TLS. */
    mqttPort: z.int(),
    mqttTlsPort: z.nullable(z.int()),
  }),
})
