// Asks a question on the terminal.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ConfigError } from '../settings/config-error.ts'

/** The answer; a hidden one is not shown while it is typed. Without a terminal there is nobody to ask. */
export async function ask(question: string, { hidden = false } = {}): Promise<string> {
  if (!process.stdin.isTTY)
    throw new ConfigError(['There is no terminal to ask on: set ADMIN_USERNAME and ADMIN_PASSWORD'])
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stdout,
    terminal: true,
  })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    if (hidden) process.stdout.write('\n')
  }
}
