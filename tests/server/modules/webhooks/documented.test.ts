// The code that docs/integrations.md gives to receivers: run as it stands there, in both languages.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSecret, signedHeaders } from '../../../../server/modules/webhooks/signature.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/integrations.md'), 'utf8')
const codeIn = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-verify-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = makeSecret()
const body = JSON.stringify({ type: 'alarm.raised', data: { deviceName: '安全帽 🪖' } })
const signed = (seconds = Math.floor(Date.now() / 1000)) =>
  signedHeaders([makeSecret(), secret], { messageId: 'msg_1', seconds, body })

const hour = Math.floor(Date.now() / 1000) - 3_600
const cases = [
  { is: true, secret, headers: signed(), body },
  { is: false, secret, headers: signed(), body: `${body} ` },
  { is: false, secret: makeSecret(), headers: signed(), body },
  { is: false, secret, headers: { ...signed(), 'webhook-id': 'msg_2' }, body },
  { is: false, secret, headers: signed(hour), body },
]

const verdicts = (program: string, file: string): unknown => {
  const given = join(folder, 'cases.json')
  writeFileSync(given, JSON.stringify(cases))
  return JSON.parse(execFileSync(program, [file, given], { encoding: 'utf8' }))
}

const wanted = cases.map(each => each.is)

test('the code for Node tells genuine messages from others', () => {
  const file = join(folder, 'verify.mjs')
  writeFileSync(
    file,
    `${codeIn('js')}
import { readFileSync } from 'node:fs'
const cases = JSON.parse(readFileSync(process.argv[2], 'utf8'))
console.log(JSON.stringify(cases.map(each => isGenuine(each.secret, each.headers, each.body))))`,
  )
  expect(verdicts(process.execPath, file)).toEqual(wanted)
})

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe.skipIf(!hasPython)(`for Python${hasPython ? '' : ' (skipped: there is no python3)'}`, () => {
  test('the code for Python does the same', () => {
    const file = join(folder, 'verify.py')
    writeFileSync(
      file,
      `${codeIn('python')}
import json, sys
cases = json.load(open(sys.argv[1], encoding="utf-8"))
print(json.dumps([is_genuine(each["secret"], each["headers"], each["body"]) for each in cases]))`,
    )
    expect(verdicts('python3', file)).toEqual(wanted)
  })
})
