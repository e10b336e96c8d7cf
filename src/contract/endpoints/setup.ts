// The guide of the first hour: what is there already, what a tenant says of itself, and the test alarm.
import * as z from 'zod/mini'
import { id, imei, moment, several, zoneName } from '../../domain/fields.ts'
import { ownScenarios } from '../../domain/navigation/scenario-menus.ts'
import { setupStep } from '../../domain/setup/guide.ts'
import { endpoint } from '../endpoint.ts'

const scenarios = several(z.enum(ownScenarios), ownScenarios.length)

export const setupFacts = endpoint({
  service: 'user',
  method: 'GET',
  path: 'setup/facts',
  access: 'tenant.setup',
  summary: 'What is there of an organisation that is being set up, counted',
  request: z.strictObject({}),
  response: z.object({
    name: z.string(),
    zone: zoneName,
    /** The platform's own tenant: what is counted is the whole installation. */
    platform: z.boolean(),
    /** Null: nobody has said what the organisation is. */
    scenarios: z.nullable(scenarios),
    people: z.int(),
    invited: z.int(),
    devices: z.int(),
    heard: z.nullable(z.object({ id, imei, name: z.string(), at: moment })),
    placed: z.int(),
    fences: z.int(),
    rules: z.int(),
    /** The last test alarm: how far it got, and who has said that it arrived. */
    trial: z.nullable(
      z.object({
        id,
        deviceName: z.string(),
        raisedAt: moment,
        /** People who were told, and those of them with a browser that is told while the console is closed. */
        told: z.int(),
        pushed: z.int(),
        /** Browsers that have shown it. */
        shown: z.int(),
        acknowledgedBy: z.nullable(z.string()),
        acknowledgedAt: z.nullable(moment),
      }),
    ),
    soundHeardAt: z.nullable(moment),
    push: z.object({ browsers: z.int(), provenAt: z.nullable(moment) }),
    /** Null for whoever does not run the installation; a moment of null: nobody has told of a backup. */
    backup: z.nullable(z.object({ at: z.nullable(moment) })),
    /** Where devices connect; a host of null: that of the console's own address. */
    broker: z.object({ host: z.nullable(z.string()), port: z.int(), tls: z.boolean() }),
    skipped: z.array(setupStep),
    putAwayAt: z.nullable(moment),
  }),
})

/** Menus of what it is not stand aside from now on; what is behind them stays, and so do all rights. */
export const saySetup = endpoint({
  service: 'user',
  method: 'POST',
  path: 'setup/say',
  access: 'tenant.setup',
  summary: 'Say what the own organisation is: its menus follow',
  request: z.strictObject({ scenarios: scenarios.check(z.minLength(1, { error: 'required' })) }),
  response: z.object({ scenarios }),
})

export const skipSetup = endpoint({
  service: 'user',
  method: 'POST',
  path: 'setup/skip',
  access: 'tenant.setup',
  summary: 'Leave a step of the guide out, or take it up again',
  request: z.strictObject({ step: setupStep, skipped: z.boolean() }),
  response: z.object({ skipped: z.array(setupStep) }),
})

export const putSetupAway = endpoint({
  service: 'user',
  method: 'POST',
  path: 'setup/away',
  access: 'tenant.setup',
  summary: 'Put the guide away, or take it up again',
  request: z.strictObject({ away: z.boolean() }),
  response: z.object({ putAwayAt: z.nullable(moment) }),
})

export const hearSetup = endpoint({
  service: 'user',
  method: 'POST',
  path: 'setup/heard',
  access: 'tenant.setup',
  summary: 'Say that the sound of an alarm was heard on the own device',
  request: z.strictObject({}),
  response: z.object({ at: moment }),
})

/** It is stored, told and pushed as every other one is, and says of itself that it is a test. */
export const tryAlarm = endpoint({
  service: 'message',
  method: 'POST',
  path: 'setup/alarm',
  access: 'tenant.setup',
  summary: 'Raise an SOS of a device as a test',
  request: z.strictObject({ imei }),
  response: z.object({ id, told: z.int() }),
  idempotent: true,
})
