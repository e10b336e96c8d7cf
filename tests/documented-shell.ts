// The examples of a document as somebody runs them: its indented blocks, and a shell that remembers what was set before.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Blocks of a document in Markdown: lines that are indented by four or more, without that indent. */
export function blocksOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const blocks: string[][] = []
  let open = false
  for (const line of lines) {
    const inside = /^ {4}/.test(line)
    if (inside && !open) blocks.push([])
    if (inside) blocks.at(-1)?.push(line)
    open = inside
  }
  return blocks.map(block => {
    const indent = Math.min(...block.map(line => line.search(/\S/)))
    return block.map(line => line.slice(indent)).join('\n')
  })
}

export interface Shell {
  /** Runs a block to its end and answers what it printed. Throws when its last command fails. */
  run(block: string): Promise<string>
  /** Runs a block that does not end; `lines` is what it has printed so far. */
  listen(block: string): { lines: string[] }
  stop(): void
}

const program = (name: string) => fileURLToPath(new URL(`server/broker/programs/${name}`, import.meta.url))
const END = 'the block is over'

/** A shell in a folder of its own; variables and functions stay from block to block. */
export function openShell(environment: Record<string, string> = {}): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-shell-'))
  const node = JSON.stringify(process.execPath)
  const stands = (name: string, line: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\nexec ${line}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const mosquitto = JSON.stringify(program('mosquitto.ts'))
  stands('mosquitto_pub', `${node} ${mosquitto} pub "$@"`)
  stands('mosquitto_sub', `${node} ${mosquitto} sub "$@"`)
  stands('node', `${node} "$@"`)
  const bash = spawn('bash', [], {
    cwd: folder,
    // A group of its own: what it began ends with it.
    detached: true,
    env: { ...process.env, ...environment, PATH: `${folder}:${process.env.PATH}` },
  })
  let printed = ''
  let complaints = ''
  let heard = () => {}
  bash.stdout.on('data', (chunk: Buffer) => {
    printed += chunk
    heard()
  })
  bash.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk
  })
  let files = 0
  return {
    run: async block => {
      printed = ''
      complaints = ''
      bash.stdin.write(`${block}\nprintf '\\n%s %s\\n' '${END}' $?\n`)
      const over = await new Promise<RegExpMatchArray>(resolve => {
        heard = () => {
          const found = printed.match(new RegExp(`^([^]*)\\n${END} (\\d+)\\n`))
          if (found) resolve(found)
        }
      })
      const [, output = '', code] = over
      if (code !== '0') throw new Error(`${block}\nended with ${code}: ${output}${complaints}`)
      return output.trim()
    },
    listen: block => {
      const file = join(folder, `heard-${++files}`)
      writeFileSync(file, '')
      bash.stdin.write(`{ ${block}\n} > ${file} &\n`)
      return {
        get lines() {
          return readFileSync(file, 'utf8').split('\n').filter(Boolean)
        },
      }
    },
    stop: () => {
      if (bash.pid !== undefined) process.kill(-bash.pid, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
