// The login by a tenant's provider: authorization code with PKCE, state and nonce (OpenID Connect Core, RFC 7636, RFC 9207).
import type { FastifyInstance } from 'fastify'
import * as oidc from 'openid-client'
import {
  beginProviderLogin,
  finishProviderLogin,
  PROVIDER_RETURN,
  providerOffer,
} from '../../../src/contract/endpoints/identity-provider.ts'
import { saysTwoFactors } from '../../../src/domain/access/identity-provider.ts'
import { WHOLE } from '../../db/scoped.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { answerOf, BY_PROVIDER, type Entrance } from '../session/public.ts'
import { type Attempt, beginAttempt, takeAttempt, wordsOf } from './attempts.ts'
import { type Claims, readClaims } from './claims.ts'
import { discover } from './client.ts'
import type { Identity } from './identity.ts'
import { findProvider, openProvider, openSecret, type StoredProvider } from './read-provider.ts'
import { returnAddress } from './return-address.ts'
import { codesOf, connectionProblem } from './try-settings.ts'
import { accountFor } from './whose.ts'

interface LoginParts extends Identity {
  entrance: Entrance
  users: Store
}

export function mountProviderLogin(handlers: Handlers, http: FastifyInstance, parts: LoginParts): void {
  const { data, log, key, attemptKey, publicUrl, entrance } = parts

  const clientOf = async (provider: StoredProvider): Promise<oidc.Configuration> => {
    const { tenantId, issuer, clientId, sealed } = provider
    const clientSecret = openSecret(key, tenantId, sealed)
    if (clientSecret === undefined) throw new Refused('provider.off')
    return discover({ issuer, clientId, clientSecret }, parts).catch(error => {
      throw refusalOf(error, tenantId)
    })
  }

  /** What people are told is short; what was wrong stands in the log, without a word of the answer itself. */
  const refusalOf = (error: unknown, tenantId: number): Refused => {
    if (error instanceof oidc.AuthorizationResponseError) {
      log.info({ tenantId, error: error.error }, 'An identity provider refused a login')
      return new Refused('provider.refused', { params: { reason: error.error.slice(0, 100) } })
    }
    const lost = connectionProblem(error)
    log.warn({ tenantId, codes: codesOf(error) }, 'An identity provider was not believed or not reached')
    return new Refused(lost ? 'provider.unreachable' : 'provider.invalid')
  }

  handlers.handleOpen(providerOffer, async ({ tenant }) => {
    const provider = await data.scoped(WHOLE, sql => findProvider(sql, tenant))
    return provider ? { name: provider.name } : null
  })

  handlers.handleOpen(beginProviderLogin, async ({ tenant, origin }, caller) => {
    const provider = await data.scoped(WHOLE, sql => findProvider(sql, tenant))
    if (!provider) throw new Refused('provider.off')
    const { tenantId, issuer, clientId, scopes, acr } = provider
    const returnTo = returnAddress(publicUrl, origin, caller)
    const client = await clientOf(provider)
    const { handle, state } = await data.scoped(WHOLE, sql =>
      beginAttempt(sql, { tenantId, issuer, clientId, returnTo }),
    )
    const { verifier, nonce } = wordsOf(attemptKey, handle)
    const address = oidc.buildAuthorizationUrl(client, {
      redirect_uri: returnTo,
      scope: `openid ${scopes}`.trim(),
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...{ state, nonce },
      ...(acr !== null && { acr_values: acr }),
    })
    return { address: address.href, handle }
  })

  /** What the provider says of who came back, once it is proved that it is the provider, and that it speaks of this attempt. */
  const claimsOf = async (
    provider: StoredProvider,
    attempt: Attempt,
    { handle, answer, state }: { handle: string; answer: URLSearchParams; state: string },
  ): Promise<Claims> => {
    const client = await clientOf(provider)
    const { verifier, nonce } = wordsOf(attemptKey, handle)
    const back = new URL(attempt.returnTo)
    back.search = answer.toString()
    try {
      const tokens = await oidc.authorizationCodeGrant(client, back, {
        ...{ pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true },
      })
      return await readClaims(client, tokens, provider)
    } catch (error) {
      throw error instanceof Refused ? error : refusalOf(error, provider.tenantId)
    }
  }

  handlers.handleOpen(finishProviderLogin, async ({ handle, answer }, caller) => {
    const said = new URLSearchParams(answer)
    const state = said.get('state') ?? ''
    // In a transaction of its own: it is used up whatever becomes of the answer.
    const attempt = await data.scoped(WHOLE, sql => takeAttempt(sql, { handle, state }))
    if (!attempt) throw new Refused('provider.attemptOver')
    const { tenantId } = attempt
    const provider = await data.scoped(WHOLE, sql => openProvider(sql, tenantId))
    const same = provider?.issuer === attempt.issuer && provider.clientId === attempt.clientId
    if (!provider || !same) throw new Refused('provider.off')
    const claims = await claimsOf(provider, attempt, { handle, answer: said, state })
    const proved = provider.factor === BY_PROVIDER && saysTwoFactors(claims, provider.acr)
    const admitted = data.scoped(WHOLE, async sql => {
      const accountId = await accountFor({ sql, caller, users: parts.users }, provider, claims)
      if (proved) return { user: await entrance.enter(sql, accountId, caller, BY_PROVIDER, BY_PROVIDER) }
      return entrance.admit(sql, accountId, caller, BY_PROVIDER)
    })
    return answerOf(admitted)
  })

  // Behind the hash, where the login page reads it and no server does.
  http.get(PROVIDER_RETURN, async (request, reply) => {
    const query = request.url.split('?')[1] ?? ''
    return reply.redirect(`/#/login?answer=${encodeURIComponent(query)}`)
  })
}
