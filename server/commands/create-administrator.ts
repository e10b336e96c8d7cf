// Makes the first administrator of the platform, outside demo mode: npm run create-administrator
import { readConfig } from '../config.ts'
import { ConfigError } from '../settings/config-error.ts'
import { addAdministrator, refusePassword, refuseUsername } from './administrator.ts'
import { ask } from './ask.ts'
import { runCommand, withDatabase } from './command.ts'

async function run(): Promise<boolean> {
  // Demo mode is off whatever the environment says: a folder that was filled with public passwords is refused.
  const config = readConfig({
    ...process.env,
    DEMO: 'off',
    SIMULATE: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  })
  const username = process.env.ADMIN_USERNAME?.trim() || (await ask('Username: '))
  refuse(refuseUsername(username))
  const given = process.env.ADMIN_PASSWORD
  const password = given ?? (await ask('Password: ', { hidden: true }))
  refuse(await refusePassword(password, username))
  if (given === undefined && password !== (await ask('Once more: ', { hidden: true })))
    throw new ConfigError(['The two passwords differ'])

  await withDatabase(config, data => addAdministrator(data, { username, password }))
  process.stdout.write(`${username} may log in and holds the highest authorization.\n`)
  return true
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new ConfigError([problem])
}

runCommand(run)
