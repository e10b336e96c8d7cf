// What an ID token says of its person, and the user info where the token leaves out what is asked for.
import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import { Refused } from '../../http/refusal.ts'
import { SKEW_SECONDS } from './client.ts'
import type { StoredProvider } from './read-provider.ts'

export interface Claims {
  subject: string
  /** As the provider writes it; undefined where it says none. */
  loginName: string | undefined
  name: string | undefined
  email: string | undefined
  /** Undefined where the provider does not say. */
  emailVerified: boolean | undefined
  /** Undefined where the provider names none at all: then nobody's roles follow. */
  groups: string[] | undefined
  amr: string[] | undefined
  acr: string | undefined
}

/** A token is used at once: one of longer ago was lying about. */
const OLDEST_SECONDS = 600

const word = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(500))), undefined)
const list = z.catch(z.optional(z.array(z.string())), undefined)

type Grant = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

export async function readClaims(
  client: oidc.Configuration,
  tokens: Grant,
  { nameClaim, groupsClaim }: Pick<StoredProvider, 'nameClaim' | 'groupsClaim'>,
): Promise<Claims> {
  const token = tokens.claims()
  if (!token) throw new Refused('provider.invalid')
  const age = Date.now() / 1000 - token.iat
  if (age < -SKEW_SECONDS || age > OLDEST_SECONDS) throw new Refused('provider.invalid')
  const wanted = [nameClaim, 'name', ...(groupsClaim === null ? [] : [groupsClaim])]
  const lacks = wanted.some(claim => token[claim] === undefined)
  const more =
    lacks && client.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(client, tokens.access_token, token.sub)
      : {}
  // What was signed goes before what was only said.
  const said: Record<string, unknown> = { ...more, ...token }
  const groups = groupsClaim === null ? undefined : said[groupsClaim]
  return {
    subject: token.sub,
    loginName: z.parse(word, said[nameClaim]),
    name: z.parse(word, said.name),
    email: z.parse(word, said.email),
    emailVerified: z.parse(z.catch(z.optional(z.boolean()), undefined), said.email_verified),
    groups: z.parse(list, typeof groups === 'string' ? [groups] : groups),
    amr: z.parse(list, token.amr),
    acr: z.parse(word, token.acr),
  }
}
