// What stands behind a command on the command line.
import { parseArgs } from 'node:util'
import { ConfigError } from '../settings/config-error.ts'

/** Values by their names, as `--name value`, and switches, as `--name`. What nobody knows is refused. */
export function readWords<Value extends string, Switch extends string>(
  words: readonly string[],
  known: { values: readonly Value[]; switches: readonly Switch[] },
): { value(name: Value): string | undefined; has(name: Switch): boolean } {
  const options = Object.fromEntries([
    ...known.values.map(name => [name, { type: 'string' as const }]),
    ...known.switches.map(name => [name, { type: 'boolean' as const }]),
  ])
  let given: Record<string, unknown>
  try {
    given = parseArgs({ args: [...words], options }).values
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)])
  }
  return {
    value: name => {
      const text = given[name]
      return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
    },
    has: name => given[name] === true,
  }
}
