// The provider as the library knows it: found by its issuer, asked by our fetch, its ID tokens verified by its keys each time.
import * as oidc from 'openid-client'

export interface ProviderClient {
  issuer: string
  clientId: string
  clientSecret: string
}

/** Clocks of provider and server may differ by so much. */
const SKEW_SECONDS = 60
const TIMEOUT_SECONDS = 10

/** In the head where the provider takes that, as the standard has it; else in the body. */
const secretIn =
  (secret: string): oidc.ClientAuth =>
  (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const write = ways.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(secret)
      : oidc.ClientSecretPost(secret)
    return write(server, client, body, headers)
  }

/**
 * Asks the provider what it is. Nothing of it is kept: a provider that changed its keys is believed by the new ones at once,
 * and a login is rare beside what it opens.
 */
export function discover(
  { issuer, clientId, clientSecret }: ProviderClient,
  { fetch, plain }: { fetch: oidc.CustomFetch; plain: boolean },
): Promise<oidc.Configuration> {
  return oidc.discovery(
    new URL(issuer),
    clientId,
    { [oidc.clockTolerance]: SKEW_SECONDS },
    secretIn(clientSecret),
    {
      [oidc.customFetch]: fetch,
      timeout: TIMEOUT_SECONDS,
      execute: [oidc.enableNonRepudiationChecks, ...(plain ? [oidc.allowInsecureRequests] : [])],
    },
  )
}

export { SKEW_SECONDS }
