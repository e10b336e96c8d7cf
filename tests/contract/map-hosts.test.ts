// What the page's policy allows for maps of others, and that it allows nothing while none is configured.
import { expect, test } from 'vitest'
import { AMAP_HOSTS, GOOGLE_HOSTS, mapHosts } from '../../src/contract/map-hosts.ts'

test('without a provider nothing is added', () => {
  expect(Object.values(mapHosts({ amap: false, google: false })).flat()).toEqual([])
})

test('each provider adds its own, and both add every source once', () => {
  expect(mapHosts({ amap: true, google: false })['script-src']).toEqual(AMAP_HOSTS['script-src'])
  expect(mapHosts({ amap: false, google: true })['frame-src']).toEqual(['https://*.google.com'])
  expect(mapHosts({ amap: false, google: true })['script-src']).not.toContain("'unsafe-eval'")
  for (const sources of Object.values(mapHosts({ amap: true, google: true })))
    expect(new Set(sources).size).toBe(sources.length)
})

test('hosts are named, never the whole web', () => {
  const sources = [AMAP_HOSTS, GOOGLE_HOSTS].flatMap(hosts => Object.values(hosts).flat())
  expect(sources).not.toContain('https:')
  expect(sources).not.toContain('*')
  expect(sources).not.toContain("'unsafe-inline'")
})
