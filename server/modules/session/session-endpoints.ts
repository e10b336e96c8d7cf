// Logging in by account, by code, as a visitor, by link; logging out; the own password; navigation; broker ticket.

import type * as z from 'zod/mini'
import * as endpoints from '../../../src/contract/endpoints/session.ts'
import { topics } from '../../../src/contract/topics.ts'
import { hostRule } from '../../../src/domain/navigation/host-menus.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { beforehand } from '../../db/transaction.ts'
import type { Caller, Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import type { Person } from '../../person.ts'
import type { Secrets } from '../../secrets.ts'
import type { InstallationConfig } from '../../settings/installation.ts'
import type { ServiceBases } from '../../settings/service-bases.ts'
import type { Texts } from '../texts/public.ts'
import { createClaim } from './claim.ts'
import { createSmsCodes } from './codes.ts'
import { answerOf, createEntrance } from './entrance.ts'
import { mountFactors } from './factor-endpoints.ts'
import { createFactors } from './factors.ts'
import { createHandles } from './handles.ts'
import { mountLeftBehind } from './left-behind.ts'
import { makeLink, useLink } from './links.ts'
import { type MenuBoard, navigationOf, type Wishes, withBoards } from './navigation.ts'
import { checkNewPassword } from './new-password.ts'
import { mountPasskeys } from './passkey-endpoints.ts'
import { mountPasskeyEnrolment } from './passkey-enrolment.ts'
import { hashPassword, verifyPassword, wasteAComparison } from './password.ts'
import { anyProvider } from './provider-alone.ts'
import { readSignInRules } from './read-rules.ts'
import type { SessionServices } from './session-services.ts'
import type { Sessions } from './sessions.ts'
import type { SessionConfig } from './settings.ts'
import { beginAttempt } from './throttle.ts'
import { makeTicket } from './tickets.ts'

export function createSessionServices({
  data,
  config: { secrets },
}: Pick<Kernel, 'data'> & { config: { secrets: Secrets } }): SessionServices {
  return {
    checkOwnFactor: createFactors({ data, secrets }).checkOwn,
    // In a transaction of its own: a wrong password must count although the request is rolled back.
    checkOwnPassword: (accountId, password, address, field) =>
      beforehand(`password of ${accountId} in ${field}`, async () => {
        const attempt = await beginAttempt(data, `#${accountId}`, address)
        const row = await data.scoped(WHOLE, sql =>
          sql.first<{ password_hash: string }>(
            'select password_hash from account where id = $1 and coalesce(password_until > $2, true)',
            [accountId, Date.now()],
          ),
        )
        if (!row || !(await verifyPassword(password, row.password_hash)))
          throw new Refused('session.wrongPassword', { field })
        await attempt.succeeded()
      }),
  }
}

type Boot = z.output<typeof endpoints.bootInfo.response>

export interface SessionParts extends Pick<Kernel, 'data' | 'log'> {
  sessions: Sessions
  texts: Texts
  config: SessionConfig &
    Pick<InstallationConfig, 'demo' | 'publicUrl'> & { serviceBases: ServiceBases; secrets: Secrets }
}

export function mountSession(
  handlers: Handlers,
  parts: SessionParts,
  services: SessionServices,
  {
    refuseUnknownDevice,
    wishesOf,
    demo,
    boards,
  }: {
    /** What the person's tenant wishes of the menu. */
    wishesOf(sql: Sql, person: Person): Promise<Wishes>
    refuseUnknownDevice(imei: string, context: Context): Promise<unknown>
    /** Accounts that the login screen offers; null outside demo mode. */
    demo: Boot['demo']
    /** The boards that a person's menu names. */
    boards(context: Pick<Context, 'person' | 'sql'>): Promise<readonly MenuBoard[]>
  },
): void {
  const { data, sessions, config, log, texts } = parts
  const { checkOwnPassword } = services
  const linkKey = config.secrets.keyFor('links')
  const handles = createHandles(config.secrets)
  mountLeftBehind(handlers, { data, sessions, handles })
  const entrance = createEntrance({ sessions, handles })
  const { admit, enter } = entrance
  const factors = createFactors({ data, secrets: config.secrets })
  const factorParts = { data, sessions, factors, entrance, siteName: config.siteName }
  mountFactors(handlers, factorParts, services)
  const passkeyParts = {
    ...factorParts,
    publicUrl: config.publicUrl,
    handleKey: config.secrets.keyFor('passkey handles'),
  }
  mountPasskeys(handlers, passkeyParts, services)
  mountPasskeyEnrolment(handlers, passkeyParts)
  const codes = createSmsCodes(data, texts, config.secrets.keyFor('codes'), error =>
    log.error({ err: error }, 'An SMS was not sent'),
  )

  /** The account behind a name and its password, whether or not that opens anything. */
  const prove = async (username: string, password: string, caller: Caller) => {
    const attempt = await beginAttempt(data, username, caller.address)
    const row = await data.scoped(WHOLE, sql =>
      sql.first<{
        id: number
        tenant_id: number
        username: string
        password_hash: string
        password_until: number | null
        visitor: boolean
      }>(
        'select id, tenant_id, username, password_hash, password_until, visitor from account where lower(username) = lower($1) and removed_at is null',
        [username],
      ),
    )
    const right = row ? await verifyPassword(password, row.password_hash) : await wasteAComparison(password)
    if (!row || !right || row.visitor) throw new Refused('session.badCredentials')
    await attempt.succeeded()
    if (row.password_until !== null && row.password_until <= Date.now())
      throw new Refused('session.passwordExpired')
    return row
  }

  handlers.handleOpen(endpoints.login, async ({ username, password }, caller) => {
    const { id, tenant_id, password_until } = await prove(username, password, caller)
    if (password_until !== null) {
      const { leastPassword } = await data.scoped(WHOLE, sql => readSignInRules(sql, tenant_id))
      throw new Refused('session.temporaryPassword', { params: { min: leastPassword } })
    }
    return answerOf(data.scoped(WHOLE, sql => admit(sql, id, caller, 'login')))
  })

  handlers.handleOpen(endpoints.chooseFirstPassword, async ({ username, password, newPassword }, caller) => {
    const account = await prove(username, password, caller)
    const { id, tenant_id: tenantId, password_hash, password_until } = account
    // Only a temporary password is changed here; one's own is changed in a session.
    if (password_until === null) throw new Refused('session.badCredentials')
    if (newPassword === password) throw new Refused('field.passwordSame', { field: 'newPassword' })
    const chosen = { password: newPassword, tenantId, username: account.username, field: 'newPassword' }
    await data.scoped(WHOLE, sql => checkNewPassword(sql, chosen))
    const own = await hashPassword(newPassword)
    const changed = data.scoped(WHOLE, async sql => {
      // The old hash is part of the condition: of two changes at once the second finds nothing to change.
      const used = await sql.first(
        `update account set password_hash = $3, password_until = null, version = version + 1, updated_at = $4
           where id = $1 and password_hash = $2 and password_until is not null returning id`,
        [id, password_hash, own, Date.now()],
      )
      if (!used) throw new Refused('session.badCredentials')
      await sessions.end(sql, id)
      return admit(sql, id, caller, 'firstPassword')
    })
    return answerOf(changed)
  })

  handlers.handleOpen(endpoints.sendCode, ({ phone }, caller) => codes.send(phone, caller.address))

  handlers.handleOpen(endpoints.loginByPhone, async ({ phone, code, requestId }, caller) => {
    const attempt = await beginAttempt(data, phone, caller.address)
    await codes.check({ requestId, phone, code })
    await attempt.succeeded()
    const proved = data.scoped(WHOLE, async sql => {
      const row = await sql.first<{ id: number }>(
        'select id from account where phone = $1 and removed_at is null and not visitor',
        [phone],
      )
      if (!row) throw new Refused('session.badCode', { field: 'code' })
      return admit(sql, row.id, caller, 'loginByPhone')
    })
    return answerOf(proved)
  })

  const visitorAccount = (sql: Sql) =>
    sql.first<{ id: number }>(
      `select a.id from account a join tenant t on t.id = a.tenant_id
       where a.visitor and a.removed_at is null and a.status = 'enabled' and t.removed_at is null and t.status = 'enabled'
       order by a.id limit 1`,
    )

  handlers.handleOpen(endpoints.loginAsVisitor, (_, caller) =>
    data.scoped(WHOLE, async sql => {
      const row = config.visitors ? await visitorAccount(sql) : undefined
      if (!row) throw new Refused('session.visitorOff')
      return enter(sql, row.id, caller, 'visitor')
    }),
  )

  handlers.handleOpen(endpoints.autoLogin, async ({ key }, caller) => {
    // In a transaction of its own: the link is used up even if the login fails afterwards.
    const accountId = await data.scoped(WHOLE, sql => useLink(sql, linkKey, key, Date.now()))
    if (accountId === undefined) throw new Refused('session.linkInvalid')
    return answerOf(data.scoped(WHOLE, sql => admit(sql, accountId, caller, 'autoLogin')))
  })

  handlers.handle(endpoints.makeAutoLoginLink, async ({ imei }, context) => {
    if (context.person.visitor) throw new Refused('forbidden')
    await refuseUnknownDevice(imei, context)
    const { key, expiresAt } = await makeLink(context.sql, linkKey, context)
    audit(context, 'session.makeLink', { imei })
    return { path: `/#/ProDeviceList?imei=${imei}&key=${key}`, expiresAt }
  })

  handlers.handle(endpoints.logout, async ({ keep }, context) => {
    const { person, sql, tokenHash, header } = context
    await sessions.end(sql, person.accountId, { only: tokenHash })
    audit(context, 'session.logout', null)
    if (keep !== true) header('clear-site-data', '"storage"')
    return null
  })

  handlers.handle(endpoints.changePassword, async ({ oldPassword, newPassword }, context) => {
    const { person, sql, tokenHash, address } = context
    await checkOwnPassword(person.accountId, oldPassword, address, 'oldPassword')
    const { tenantId, username } = person
    await checkNewPassword(sql, { password: newPassword, tenantId, username, field: 'newPassword' })
    await sql.change(
      `update account set password_hash = $2, password_until = null, version = version + 1, updated_at = $3
       where id = $1`,
      [person.accountId, await hashPassword(newPassword), Date.now()],
    )
    await sessions.end(sql, person.accountId, { but: tokenHash })
    audit(context, 'session.changePassword', null)
    return null
  })

  handlers.handleOpen(endpoints.readOutbox, ({ phone }) =>
    data.scoped(WHOLE, sql =>
      sql.query<{ text: string; at: number }>(
        'select text, at from sms_outbox where phone = $1 order by at desc, id desc limit 20',
        [phone],
      ),
    ),
  )

  const isUnclaimed = createClaim(data)
  handlers.handleOpen(endpoints.bootInfo, async (_, { host }) => {
    // Some installations limit their menu by host name; which hosts, says the configuration.
    const ruled = config.menuHosts.includes(host)
    return {
      siteName: config.siteName,
      demo,
      ...((await isUnclaimed()) && { nobody: true as const }),
      ...((await data.scoped(WHOLE, anyProvider)) && { providers: true as const }),
      texts: texts.way !== undefined,
      visitors: config.visitors && (await data.scoped(WHOLE, visitorAccount)) !== undefined,
      mallUrl: config.mallUrl ?? '',
      upgradeUrl: config.upgradeUrl ?? '',
      hiddenMenus: ruled ? [...hostRule.hidden] : [],
      renamedMenus: ruled ? [...hostRule.renamed] : [],
    }
  })

  handlers.handle(endpoints.getNavigationBar, async (_, context) => {
    const { person, sql } = context
    const menu = navigationOf(person, await sessions.resources(sql), await wishesOf(sql, person))
    return withBoards(menu, await boards(context))
  })

  handlers.handle(endpoints.brokerConfig, async (_, { person, sql, tokenHash }) => {
    const { ticket, expiresAt } = await makeTicket(sql, person.accountId, tokenHash)
    return {
      url: '/mqtt',
      username: String(person.accountId),
      ticket,
      expiresAt,
      clientIdPrefix: `user_${person.accountId}_`,
      topics: [topics.person(person.accountId), topics.notice, topics.tenantState(person.tenantId)],
      at: Date.now(),
    }
  })
}

function audit(context: Context, action: string, detail: Record<string, unknown> | null): void {
  const { person, address, sql } = context
  sql.audit({
    tenantId: person.tenantId,
    userId: person.accountId,
    userName: person.username,
    address,
    action,
    entity: null,
    rowId: null,
    detail,
  })
}
