// Reports of the pages' policy: counted, bounded, and nothing kept of them that is about anybody.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CSP_REPORTS_PATH, readReports } from '../../../server/http/csp-reports.ts'
import { startServer, type TestServer } from '../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const send = (body: string, type = 'application/csp-report') =>
  fetch(`${server.url}${CSP_REPORTS_PATH}`, { method: 'POST', headers: { 'content-type': type }, body })

const oldForm = (blocked: string) =>
  JSON.stringify({
    'csp-report': {
      ...{ 'effective-directive': 'script-src', 'blocked-uri': blocked },
      'document-uri': `${server.url}/?who=secret#/AlarmHistory`,
      'script-sample': 'secret()',
    },
  })

test('both forms are counted by rule, origin and page, and nothing else of them is kept', async () => {
  const newForm = JSON.stringify([
    {
      type: 'csp-violation',
      body: {
        ...{ effectiveDirective: 'script-src', blockedURL: 'https://evil.example/a.js?secret=1' },
        documentURL: `${server.url}/`,
      },
    },
  ])
  expect((await send(oldForm('https://evil.example/b.js?secret=2'))).status).toBe(204)
  expect((await send(newForm, 'application/reports+json')).status).toBe(204)
  const rows = await server.sql(sql => sql.query('select directive, blocked, page, count from csp_report'))
  expect(rows).toEqual([{ directive: 'script-src', blocked: 'https://evil.example', page: '/', count: 2 }])
})

test('what is no report changes nothing; what is too large or of another type is refused', async () => {
  for (const body of ['', '{', '[]', '{"csp-report":{}}', '[{"type":"deprecation","body":{}}]'])
    expect((await send(body)).status).toBeLessThan(500)
  expect((await send(`{"a":"${'x'.repeat(20_000)}"}`)).status).toBe(413)
  expect((await send('a=1', 'text/plain')).status).toBe(415)
  const [row] = await server.sql(sql => sql.query('select count(*)::int as n from csp_report'))
  expect(row?.n).toBe(1)
})

test('what a page of others is called, and addresses within a page, are left out', () => {
  const [report] = readReports({
    'csp-report': {
      ...{ 'violated-directive': 'img-src https:', 'blocked-uri': 'data' },
      'document-uri': 'https://other.example/person/7',
    },
  })
  expect(report).toEqual({ directive: 'img-src', blocked: 'other', page: 'other' })
  expect(readReports({ 'csp-report': { 'effective-directive': '<script>' } })).toEqual([])
})

test('a flood is told to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(oldForm('inline'))))
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the pages name the address to report to', async () => {
  const { headers } = await fetch(`${server.url}/`)
  expect(headers.get('content-security-policy')).toContain(`report-uri ${CSP_REPORTS_PATH}`)
  expect(headers.get('reporting-endpoints')).toBe(`csp="${CSP_REPORTS_PATH}"`)
})
