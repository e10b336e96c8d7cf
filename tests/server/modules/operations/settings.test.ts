// Who reads metrics and where traces go: off unless somebody says so, and a weak or unreadable word stops the start.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../../../server/config.ts'
import { isToken } from '../../../../server/modules/operations/metrics-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-settings-'))
const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: folder, ...environment })

test('nothing is read and nothing is sent unless somebody says so', () => {
  const { operations, tracing } = read({})
  expect(operations).toEqual({ metrics: undefined, backupStamp: undefined })
  expect(tracing).toBeUndefined()
})

test('a token alone serves on the console’s port, a port alone on this machine', () => {
  expect(read({ METRICS_TOKEN: 'sixteen-letters-' }).operations.metrics).toEqual({
    token: 'sixteen-letters-',
    own: undefined,
  })
  expect(read({ METRICS_PORT: '9100' }).operations.metrics).toEqual({
    token: undefined,
    own: { host: '127.0.0.1', port: 9100 },
  })
  expect(read({ METRICS_PORT: '9100', METRICS_HOST: '10.0.0.1' }).operations.metrics?.own?.host).toBe(
    '10.0.0.1',
  )
})

test('a token may stand in a file, and a short one stops the start', () => {
  const file = join(folder, 'token')
  writeFileSync(file, 'from-a-file-with-letters\n')
  expect(read({ METRICS_TOKEN: `file:${file}` }).operations.metrics?.token).toBe('from-a-file-with-letters')
  expect(() => read({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN: must have at least 16 characters/)
  expect(() => read({ METRICS_TOKEN: 'file:/nowhere' })).toThrow(/METRICS_TOKEN: .*cannot be read/)
})

test('traces go below the receiver’s address, and a share is between none and all', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example.com:4318/'
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toEqual({
    url: 'https://collector.example.com:4318/v1/traces',
    share: 1,
  })
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.01' }).tracing?.share).toBe(0.01)
  for (const OTEL_TRACES_SAMPLER_ARG of ['2', '-1', 'half'])
    expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG })).toThrow(/from 0 to 1/)
})

test('a token is the whole of it, of whatever length the other one is', () => {
  const token = 'a-token-of-24-characters'
  expect(isToken(`Bearer ${token}`, token)).toBe(true)
  for (const given of [
    undefined,
    '',
    'Bearer ',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    token,
    `bearer ${token}`,
  ])
    expect(isToken(given, token), given).toBe(false)
})
