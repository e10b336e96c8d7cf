// What scenarios of tenants are called.
import { msg } from '@lingui/core/macro'

export const scenarioWords = {
  community: msg`Community`,
  site: msg`Construction site`,
  campus: msg`Campus`,
  fire: msg`Fire protection`,
  supervision: msg`Supervision`,
  platform: msg`Platform`,
} as const
