// Tries settings of a provider before people do, and says what is wrong: is it found, does it know the client and its secret,
// does it let people come back here?
import * as oidc from 'openid-client'
import type { TryResult, TryStep } from '../../../src/domain/access/identity-provider.ts'
import { PRIVATE } from '../webhooks/public.ts'
import { discover, type ProviderClient } from './client.ts'
import type { Identity } from './identity.ts'

export interface Tried {
  step: TryStep
  result: TryResult
}

type Asking = Pick<Identity, 'fetch' | 'plain'>

/** Never a code of the provider: what matters is which of the two it refuses, the client or the code. */
const NO_CODE = 'a-code-that-was-never-given'

export async function trySettings(
  asking: Asking,
  client: ProviderClient,
  returnTo: string,
): Promise<Tried[]> {
  let found: oidc.Configuration
  try {
    found = await discover(client, asking)
  } catch (error) {
    return [{ step: 'discovery', result: discoveryProblem(error) }]
  }
  const { authorization_endpoint: entrance, token_endpoint: tokens } = found.serverMetadata()
  if (!entrance || !tokens) return [{ step: 'discovery', result: 'noCode' }]
  const tried: Tried[] = [{ step: 'discovery', result: 'fine' }]
  tried.push({ step: 'client', result: await tryClient(found, returnTo) })
  tried.push({ step: 'redirect', result: await tryRedirect(asking, found, returnTo) })
  return tried
}

/** The codes of an error and of what caused it. */
export function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let at: unknown = error, deep = 0; at instanceof Error && deep < 5; at = at.cause, deep++)
    codes.push(...('code' in at ? [String(at.code)] : []), at.name)
  return codes
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_TLS|SSL/

/** What kept an answer from coming; undefined where one came. */
export function connectionProblem(error: unknown): TryResult | undefined {
  const codes = codesOf(error)
  const some = (test: (code: string) => boolean) => codes.some(test)
  if (some(code => code === PRIVATE)) return 'private'
  if (some(code => code === 'ENOTFOUND' || code === 'EAI_AGAIN')) return 'name'
  if (some(code => code === 'TimeoutError' || code === 'AbortError' || code === 'ETIMEDOUT')) return 'timeout'
  if (some(code => CERTIFICATE.test(code))) return 'certificate'
  return some(code => /^E[A-Z]+$/.test(code) || code === 'HPE_INVALID_CONSTANT') ? 'connection' : undefined
}

function discoveryProblem(error: unknown): TryResult {
  const connection = connectionProblem(error)
  if (connection) return connection
  const codes = codesOf(error)
  if (codes.includes('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')) return 'otherIssuer'
  return codes.includes('OAUTH_RESPONSE_IS_NOT_CONFORM') ? 'status' : 'notProvider'
}

async function tryClient(found: oidc.Configuration, returnTo: string): Promise<TryResult> {
  const back = new URL(returnTo)
  back.searchParams.set('code', NO_CODE)
  const { issuer, authorization_response_iss_parameter_supported: named } = found.serverMetadata()
  if (named) back.searchParams.set('iss', issuer)
  try {
    await oidc.authorizationCodeGrant(found, back, { pkceCodeVerifier: oidc.randomPKCECodeVerifier() })
  } catch (error) {
    const connection = connectionProblem(error)
    if (connection) return connection
    if (!(error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError))
      return 'unsure'
    if (error.status === 401) return 'wrongClient'
    if (!(error instanceof oidc.ResponseBodyError)) return 'unsure'
    if (error.error === 'invalid_client' || error.error === 'unauthorized_client') return 'wrongClient'
    return error.error === 'invalid_grant' ? 'fine' : 'unsure'
  }
  return 'unsure'
}

/** Asked not to show anything, a provider that knows the address sends the browser straight back to it. */
async function tryRedirect(
  { fetch }: Asking,
  found: oidc.Configuration,
  returnTo: string,
): Promise<TryResult> {
  const address = oidc.buildAuthorizationUrl(found, {
    redirect_uri: returnTo,
    scope: 'openid',
    prompt: 'none',
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  })
  try {
    const { status, headers } = await fetch(address.href, {
      ...{ method: 'GET', redirect: 'manual', body: undefined, headers: { accept: 'text/html' } },
    })
    if (headers.get('location')?.startsWith(returnTo)) return 'fine'
    // Some show a page that says so, and call it a success.
    return status >= 400 && status < 500 ? 'refused' : 'unsure'
  } catch (error) {
    return connectionProblem(error) ?? 'unsure'
  }
}
