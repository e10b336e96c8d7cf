// What an installation's configuration tells the browser: names and addresses at the boot call, services in the page.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountStatic, pagePolicy } from '../../../server/http/static.ts'
import { startServer, type TestServer } from '../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    SITE_NAME: '东城安防',
    MALL_URL: 'https://mall.example.org/',
    UPGRADE_URL: 'https://upgrade.example.org/',
    MENU_HOSTS: '127.0.0.1',
  })
})
afterAll(() => server.stop())

const boot = async () => (await server.call('/api/auth/auth/boot')).data

test('the boot call tells the configured names and addresses, and the menus of this host', async () => {
  expect(await boot()).toMatchObject({
    siteName: '东城安防',
    mallUrl: 'https://mall.example.org/',
    upgradeUrl: 'https://upgrade.example.org/',
    visitors: true,
    hiddenMenus: [31, 190],
    renamedMenus: [177],
    demo: { password: expect.any(String), usernames: expect.arrayContaining(['root', 'patrol']) },
  })
})

test('outside demo mode the boot call names no account', async () => {
  const strict = await startServer({ DEMO: 'off' })
  expect((await strict.call('/api/auth/auth/boot')).data).toMatchObject({ demo: null })
  await strict.stop()
})

test('another host has all its menus', async () => {
  server.app.parts.config.menuHosts = ['console.example.org']
  expect(await boot()).toMatchObject({ hiddenMenus: [], renamedMenus: [] })
})

test('where visitors are not welcome the login screen offers none and the door is shut', async () => {
  server.app.parts.config.visitors = false
  expect(await boot()).toMatchObject({ visitors: false })
  expect(await server.call('/api/auth/auth/visitor', { body: {} })).toMatchObject({
    id: 'session.visitorOff',
  })
  server.app.parts.config.visitors = true
})

test('the page names the services that answer elsewhere, and its policy lets them be called', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'gatehouse-page-'))
  mkdirSync(join(dist, 'assets'))
  for (const name of ['index.html', 'door.html'])
    writeFileSync(join(dist, name), `<html><head></head><body>${name}</body></html>`)
  const app = fastify()
  const serviceBases = { iotCard: 'https://cards.example.org/a"b/', pay: '/elsewhere/pay/' }
  await mountStatic(app, { frameAncestors: [], serviceBases }, dist)
  const pages = {
    'index.html': ['/', '/index.html', '/index.html?__WB_REVISION__=1'],
    'door.html': ['/door', '/door.html'],
  }
  const addresses = Object.entries(pages).flatMap(([name, urls]) => urls.map(url => [name, url] as const))
  for (const [name, url] of addresses) {
    const answer = await app.inject({ url })
    expect(answer.body).toContain(`<body>${name}</body>`)
    expect(answer.body).toContain(
      '<meta name="gatehouse-base-iot-card" content="https://cards.example.org/a&#34;b/" />',
    )
    expect(answer.body).toContain('<meta name="gatehouse-base-pay" content="/elsewhere/pay/" />')
    expect(answer.headers['content-security-policy']).toContain(
      "connect-src 'self' https://cards.example.org",
    )
  }
  await app.close()
  rmSync(dist, { recursive: true })
})

test('the policy lets the page reach the call service only where one is configured', () => {
  const plain = { frameAncestors: [], serviceBases: {} }
  expect(pagePolicy(plain)['connect-src']).toEqual(["'self'"])
  const agora = { appId: 'a', certificate: 'b' }
  expect(pagePolicy({ ...plain, agora })['connect-src']).toEqual([
    "'self'",
    'https://*.agora.io:*',
    'wss://*.agora.io:*',
    'https://*.sd-rtn.com:*',
    'wss://*.sd-rtn.com:*',
  ])
})

test('the policy lets the page reach another conference service where one is configured', () => {
  const sourcesOf = (url: string) =>
    pagePolicy({ frameAncestors: [], serviceBases: {}, conference: { other: { url } } })['connect-src']
  expect(sourcesOf('wss://livekit.example.org/base')).toEqual([
    "'self'",
    'https://livekit.example.org',
    'wss://livekit.example.org',
  ])
  expect(sourcesOf('https://cloud.example.org')).toEqual(["'self'", 'https://cloud.example.org'])
})
