// Puts the room of identity providers together: their settings, and the login by them.
import type { FastifyInstance } from 'fastify'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Kernel } from '../../kernel.ts'
import type { Secrets } from '../../secrets.ts'
import type { InstallationConfig } from '../../settings/installation.ts'
import { createEntrance, createHandles, type Sessions } from '../session/public.ts'
import { createDestinations } from '../webhooks/public.ts'
import { createProviderFetch } from './fetch.ts'
import { mountProviderLogin } from './login.ts'
import { PROVIDER_SECRETS } from './read-provider.ts'
import type { IdentityConfig } from './settings.ts'
import { mountProviderSettings } from './settings-endpoints.ts'

interface Given extends Pick<Kernel, 'data' | 'log'> {
  sessions: Sessions
  config: Pick<InstallationConfig, 'demo' | 'publicUrl'> & { identity: IdentityConfig; secrets: Secrets }
}

export function mountIdentity(
  handlers: Handlers,
  http: FastifyInstance,
  { data, log, sessions, config }: Given,
  users: Store,
): void {
  const { demo, publicUrl, secrets } = config
  const { networks } = config.identity
  // Where the operator names networks, providers of the house have names of the house.
  const destinations = createDestinations({ networks, demo, ownNames: networks.length > 0 })
  const identity = {
    ...{ data, log, publicUrl, destinations, plain: demo, fetch: createProviderFetch(destinations) },
    key: secrets.keyFor(PROVIDER_SECRETS),
    attemptKey: secrets.keyFor('identity provider logins'),
  }
  mountProviderSettings(handlers, identity)
  const entrance = createEntrance({ sessions, handles: createHandles(secrets) })
  mountProviderLogin(handlers, http, { ...identity, entrance, users })
}
